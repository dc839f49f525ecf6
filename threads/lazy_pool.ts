import type { Pool } from "./pool.ts";

/**
 * Workers that are opened when there is something for them to do. Most runs need neither them nor
 * the code that starts them.
 */
export class LazyPool implements Disposable {
  readonly #size: number;
  #opening: Promise<Pool> | undefined;
  #opened: Pool | undefined;
  #isDisposed = false;

  /** There are up to `size` workers. */
  constructor(size: number) {
    this.#size = size;
  }

  /** How many workers were started. */
  get workers(): number {
    return this.#opened?.workers ?? 0;
  }

  /** The pool, if it was opened. */
  get opened(): Pool | undefined {
    return this.#opened;
  }

  /** Opens the pool, if it is not open. */
  open(): Promise<Pool> {
    return this.#opening ??= this.#open();
  }

  /** Asks each worker that was started. */
  async askEach(service: string): Promise<readonly unknown[]> {
    const request = { service, question: undefined };
    return await this.#opened?.askEach(() => ({ request, move: [] })) ?? [];
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#opened?.[Symbol.dispose]();
  }

  async #open(): Promise<Pool> {
    const { openPool } = await import("./pool.ts");
    this.#opened = openPool(this.#size);
    if (this.#isDisposed) this.#opened[Symbol.dispose]();
    return this.#opened;
  }
}
