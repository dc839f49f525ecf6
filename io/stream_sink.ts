import { type ByteSink, type DirectOutput, type Spool, writeFull } from "./byte_sink.ts";
import { fileError } from "./file_error.ts";
import { FileSpool } from "./spool.ts";

/** Writes as it goes: to standard output or standard error, a pipe or a device. */
export class StreamSink implements ByteSink {
  readonly #writer: typeof Deno.stdout | Deno.FsFile;
  readonly #name: string;
  readonly #spools: Spool[] = [];
  #position = 0;

  constructor(writer: typeof Deno.stdout | Deno.FsFile, name: string) {
    this.#writer = writer;
    this.#name = name;
  }

  async write(bytes: Uint8Array): Promise<void> {
    try {
      await writeFull(this.#writer, bytes);
    } catch (error) {
      throw this.#error(error);
    }
    this.#position += bytes.length;
  }

  /** Standard output alone: a pipe that has a name is opened once. */
  get directOutput(): DirectOutput | undefined {
    if (this.#writer !== Deno.stdout) return undefined;
    return {
      position: this.#position,
      wrote: (bytes) => void (this.#position += bytes),
      explain: (error) => this.#error(error),
    };
  }

  spool(into: ByteSink = this): Spool {
    const spool = new FileSpool(into);
    this.#spools.push(spool);
    return spool;
  }

  finish(): Promise<void> {
    return Promise.resolve();
  }

  [Symbol.dispose](): void {
    for (const spool of this.#spools) spool.remove();
    if (this.#writer instanceof Deno.FsFile) this.#writer.close();
  }

  #error(error: unknown): Error {
    return fileError(error, { verb: "write", name: this.#name });
  }
}
