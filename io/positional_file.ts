import { type FileIdentity, identityOf, isSameFile, REPLACED } from "./file_identity.ts";
import { retryEintr, retryEintrSync } from "./event_loop.ts";

/** A file that a path leads to, and which file that was when it was opened first. */
export interface KnownFile {
  readonly path: string;
  /** If omitted, any file of that name will do. */
  readonly identity?: FileIdentity;
}

/** What is used of an open file. The types of the npm package do not know those of Deno. */
export interface OpenFile extends Disposable {
  statSync(): { readonly size: number };
  seekSync(offset: number, whence: number): number;
  readSync(into: Uint8Array): number | null;
  read(into: Uint8Array): Promise<number | null>;
  close(): void;
}

/**
 * A file that is read at any place. All parts of a run that open an input a second time, on any
 * thread, open it as this. Its errors are those of the runtime: callers add the name of the file.
 */
export class PositionalFile implements Disposable, AsyncDisposable {
  /** The length of the file when it was opened. */
  readonly size: number;
  readonly #file: OpenFile;
  /** Where to open the file once more; missing if its owner opened it. */
  readonly #known?: KnownFile;
  /** The same file, for reads that cannot wait while another one is under way. */
  #second?: PositionalFile;
  #isOpen = true;
  /** The read that was asked for last, which begins when all before it have ended. */
  #reading: Promise<unknown> | undefined;

  private constructor(file: OpenFile, size: number, known?: KnownFile) {
    this.#file = file;
    this.size = size;
    this.#known = known;
  }

  /** Opens a file. Throws if another file has taken its place since it was opened first. */
  static open({ path, identity }: KnownFile): PositionalFile {
    const file = Deno.openSync(path);
    try {
      const info = file.statSync();
      const found = identityOf(info);
      if (identity === undefined || found === undefined || isSameFile(identity, found)) {
        return new PositionalFile(file, info.size, { path, identity: found });
      }
    } catch (error) {
      file.close();
      throw error;
    }
    file.close();
    throw new Error(REPLACED);
  }

  /** Reads a file that is open already, and which its owner closes. */
  static over(file: OpenFile): PositionalFile {
    return new PositionalFile(file, file.statSync().size);
  }

  /** Fills the array from a place in the file. Returns how many bytes there were. */
  async fill(into: Uint8Array, position: number): Promise<number> {
    let at = 0;
    while (at < into.length) {
      const found = await this.read(into.subarray(at), position + at);
      if (found === null) break;
      at += found;
    }
    return at;
  }

  /**
   * Reads at least one byte from a place in the file. Returns how many, or null at the end. While
   * another read is under way, a second open file is used: a seek would move that read.
   */
  readSync(into: Uint8Array, position: number): number | null {
    if (this.#reading !== undefined) return this.#openSecond().readSync(into, position);
    this.#file.seekSync(position, Deno.SeekMode.Start);
    return retryEintrSync(() => this.#file.readSync(into));
  }

  #openSecond(): PositionalFile {
    if (this.#known === undefined) throw new Error("another read is under way");
    return this.#second ??= PositionalFile.open(this.#known);
  }

  /**
   * Does the same while other work goes on. A read waits for those before it: the open file has one
   * place, which a seek would move under a read that is under way.
   */
  async read(into: Uint8Array, position: number): Promise<number | null> {
    const reading = this.#readAfter(this.#reading, { into, position });
    this.#reading = reading;
    try {
      return await reading;
    } finally {
      if (this.#reading === reading) this.#reading = undefined;
    }
  }

  async #readAfter(
    before: Promise<unknown> | undefined,
    { into, position }: { into: Uint8Array; position: number },
  ): Promise<number | null> {
    if (before !== undefined) await before.catch(() => {});
    if (!this.#isOpen) throw new Error("it is closed");
    this.#file.seekSync(position, Deno.SeekMode.Start);
    return await retryEintr(() => this.#file.read(into));
  }

  /** Closes the file when the read that is under way has come to its end. */
  async [Symbol.asyncDispose](): Promise<void> {
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    this.#second?.[Symbol.dispose]();
    await this.#reading?.catch(() => {});
    if (wasOpen) this.#file.close();
  }

  [Symbol.dispose](): void {
    this.#second?.[Symbol.dispose]();
    if (this.#isOpen) this.#file.close();
    this.#isOpen = false;
  }
}
