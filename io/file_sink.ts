import { type ByteSink, type DirectOutput, type Spool, writeFull } from "./byte_sink.ts";
import { EarlySync } from "./early_sync.ts";
import { fileError } from "./file_error.ts";
import { checkReplaceable, takeAfter } from "./replaced_file.ts";
import { FileSpool } from "./spool.ts";
import { folderOf, TemporaryFile } from "./temporary_file.ts";

/** The file that a sink makes or replaces. */
export interface FileSinkOptions {
  /** What messages call it. */
  readonly name: string;
  /** The file that is replaced, where there is one. */
  readonly replaced?: Deno.FileInfo;
}

/**
 * Makes or replaces a file as a whole: writes a temporary file beside it and
 * renames that when complete. Until then what was there stays. The new file has
 * the mode of the old one, and its owner and group as far as the user may give
 * files to them. Other names of the old file (hard links) keep the old file.
 */
export class FileSink implements ByteSink {
  readonly #path: string;
  readonly #name: string;
  readonly #replaced?: Deno.FileInfo;
  readonly #temporary: TemporaryFile;
  readonly #early: EarlySync;
  readonly #spools: Spool[] = [];
  #position = 0;

  constructor(path: string, { name, replaced }: FileSinkOptions) {
    this.#path = path;
    this.#name = name;
    this.#replaced = replaced;
    try {
      // Until it has the owner and the mode of what it replaces nobody else may read it.
      const mode = replaced === undefined ? undefined : 0o600;
      this.#temporary = TemporaryFile.beside(path, mode);
    } catch (error) {
      throw this.#error(error);
    }
    try {
      if (replaced !== undefined) checkReplaceable(path, this.#temporary.file, replaced);
    } catch (error) {
      this.#temporary.remove();
      throw this.#error(error);
    }
    this.#early = new EarlySync(this.#temporary.path);
  }

  async write(bytes: Uint8Array): Promise<void> {
    try {
      await writeFull(this.#temporary.file, bytes);
    } catch (error) {
      throw this.#error(error);
    }
    this.#wrote(bytes.length);
  }

  get directOutput(): DirectOutput {
    return {
      path: this.#temporary.path,
      position: this.#position,
      wrote: (bytes) => this.#wrote(bytes),
      explain: (error) => this.#error(error),
    };
  }

  spool(into: ByteSink = this): Spool {
    const spool = new FileSpool(into, this.#path);
    this.#spools.push(spool);
    return spool;
  }

  async finish(): Promise<void> {
    try {
      await this.#early.finish();
      if (this.#replaced !== undefined) takeAfter(this.#replaced, this.#temporary);
      await this.#temporary.renameTo(this.#path);
    } catch (error) {
      throw this.#error(error);
    }
  }

  [Symbol.dispose](): void {
    for (const spool of this.#spools) spool.remove();
    this.#early[Symbol.dispose]();
    this.#temporary.remove();
  }

  #wrote(bytes: number): void {
    this.#position += bytes;
    this.#early.wrote(bytes);
  }

  #error(error: unknown): Error {
    const folder = folderOf(this.#path);
    const cause = error instanceof Deno.errors.NotFound
      ? new Deno.errors.NotFound(`There is no folder ${folder}`)
      : error;
    return fileError(cause, { verb: "write", name: this.#name, grant: folder });
  }
}
