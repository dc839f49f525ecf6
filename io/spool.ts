import { type ByteSink, type Spool, writeFull } from "./byte_sink.ts";
import { readFull } from "./byte_source.ts";
import { fileError } from "./file_error.ts";
import { persist } from "./persist.ts";
import { folderOf, TemporaryFile } from "./temporary_file.ts";

const COPY_SIZE = 2 ** 20;

/**
 * Keeps bytes for a sink in a temporary file until they are wanted: beside the
 * given path, or else in the system's folder for temporary files.
 */
export class FileSpool implements Spool {
  readonly #sink: ByteSink;
  readonly #temporary: TemporaryFile;
  readonly #name: string;

  constructor(sink: ByteSink, beside?: string) {
    this.#sink = sink;
    const folder = beside === undefined ? undefined : folderOf(beside);
    this.#name = `a temporary file in ${folder ?? "the system's folder for it"}`;
    try {
      this.#temporary = beside === undefined
        ? TemporaryFile.anywhere()
        : TemporaryFile.beside(beside, 0o600);
    } catch (error) {
      throw this.#error(error, folder);
    }
  }

  async write(bytes: Uint8Array): Promise<void> {
    try {
      await writeFull(this.#temporary.file, bytes);
    } catch (error) {
      throw this.#error(error);
    }
  }

  async drain(): Promise<void> {
    const { file } = this.#temporary;
    const source = {
      name: this.#name,
      read: (into: Uint8Array): Promise<number | null> => persist(() => file.read(into)),
    };
    const buffer = new Uint8Array(COPY_SIZE);
    await file.seek(0, Deno.SeekMode.Start);
    for (;;) {
      const length = await readFull(source, buffer);
      if (length === 0) break;
      await this.#sink.write(buffer.subarray(0, length));
    }
    this.remove();
  }

  remove(): void {
    this.#temporary.remove();
  }

  #error(error: unknown, grant: string = ""): Error {
    return fileError(error, { verb: "write", name: this.#name, grant });
  }
}
