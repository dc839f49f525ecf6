import type { ByteSink, Spool } from "../../../io/byte_sink.ts";
import { freeBuffer } from "../../../io/limits.ts";

/** Bytes of pages that wait in memory, of all columns together. */
const MAX_BYTES = 2 ** 26;

/**
 * Keeps pages of several columns apart until each can be written as one: in memory, and in temporary
 * files once there are many.
 */
export class WaitingPages {
  readonly #sink: ByteSink;
  readonly #pages: Uint8Array[][];
  readonly #spools: (Spool | undefined)[];
  #bytes = 0;

  constructor(sink: ByteSink, columns: number) {
    this.#sink = sink;
    this.#pages = Array.from({ length: columns }, () => []);
    this.#spools = Array.from({ length: columns });
  }

  /** Bytes that wait in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes pages, and frees them once they are written. */
  async add(column: number, pages: readonly Uint8Array[]): Promise<void> {
    for (const page of pages) {
      this.#pages[column].push(page);
      this.#bytes += page.length;
    }
    if (this.#bytes > MAX_BYTES) await this.#spill();
  }

  /** Writes the pages of a column. */
  async drain(column: number): Promise<void> {
    await this.#spools[column]?.drain();
    this.#spools[column] = undefined;
    for (const page of this.#pages[column]) {
      this.#bytes -= page.length;
      await this.#sink.write(page);
      freeBuffer(page);
    }
    this.#pages[column] = [];
  }

  async #spill(): Promise<void> {
    for (let column = 0; column < this.#pages.length; column++) {
      if (this.#pages[column].length === 0) continue;
      const spool = this.#spools[column] ??= this.#sink.spool();
      for (const page of this.#pages[column]) {
        await spool.write(page);
        freeBuffer(page);
      }
      this.#pages[column] = [];
    }
    this.#bytes = 0;
  }
}
