import type { ByteSink, Spool } from "./byte_sink.ts";
import { fileError } from "./file_error.ts";
import { FileSpool } from "./spool.ts";
import { folderOf, TemporaryFile } from "./temporary_file.ts";
import { writeFull } from "./write_full.ts";

/** The file that a sink makes or replaces. */
export interface FileSinkOptions {
  /** What messages call it. */
  readonly name: string;
  /** Permission bits of the file that is replaced, where there is one. */
  readonly mode?: number;
}

/**
 * Makes or replaces a file as a whole: writes a temporary file beside it and
 * renames that when complete. Until then what was there stays.
 */
export class FileSink implements ByteSink {
  readonly #path: string;
  readonly #name: string;
  readonly #temporary: TemporaryFile;
  readonly #spools: Spool[] = [];

  constructor(path: string, { name, mode }: FileSinkOptions) {
    this.#path = path;
    this.#name = name;
    try {
      this.#temporary = TemporaryFile.beside(path, mode);
      // The umask may have taken bits away that the old file has.
      if (mode !== undefined) Deno.chmodSync(this.#temporary.path, mode);
    } catch (error) {
      throw this.#error(error);
    }
  }

  async write(bytes: Uint8Array): Promise<void> {
    try {
      await writeFull(this.#temporary.file, bytes);
    } catch (error) {
      throw this.#error(error);
    }
  }

  spool(into: ByteSink = this): Spool {
    const spool = new FileSpool(into, this.#path);
    this.#spools.push(spool);
    return spool;
  }

  async finish(): Promise<void> {
    try {
      await this.#temporary.renameTo(this.#path);
    } catch (error) {
      throw this.#error(error);
    }
  }

  [Symbol.dispose](): void {
    for (const spool of this.#spools) spool.remove();
    this.#temporary.remove();
  }

  #error(error: unknown): Error {
    const folder = folderOf(this.#path);
    const cause = error instanceof Deno.errors.NotFound
      ? new Deno.errors.NotFound(`There is no folder ${folder}`)
      : error;
    return fileError(cause, { verb: "write", name: this.#name, grant: folder });
  }
}
