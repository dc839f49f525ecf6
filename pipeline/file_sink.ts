import type { ByteSink, Outlet, Spool } from "./byte_sink.ts";
import { EarlySync } from "./early_sync.ts";
import { fileError } from "./file_error.ts";
import { FileSpool } from "./spool.ts";
import { folderOf, TemporaryFile } from "./temporary_file.ts";
import { writeFull } from "./write_full.ts";

const OWNER_WRITES = 0o200;

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
  readonly #mode?: number;
  readonly #temporary: TemporaryFile;
  readonly #early: EarlySync;
  readonly #spools: Spool[] = [];
  #position = 0;

  constructor(path: string, { name, mode }: FileSinkOptions) {
    this.#path = path;
    this.#name = name;
    this.#mode = mode;
    try {
      // It is opened more than once, and what it replaces may not be writable.
      const writable = mode === undefined ? undefined : mode | OWNER_WRITES;
      this.#temporary = TemporaryFile.beside(path, writable);
    } catch (error) {
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

  get outlet(): Outlet {
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
      // The umask may have taken bits away that the old file has.
      if (this.#mode !== undefined) Deno.chmodSync(this.#temporary.path, this.#mode);
      await this.#early.finish();
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
