import { fileError } from "../../io/file_error.ts";
import type { DirectInput } from "../../io/byte_source.ts";
import { PositionalFile } from "../../io/positional_file.ts";
import { TemporaryFile } from "../../io/temporary_file.ts";
import { writeFull } from "../../io/byte_sink.ts";
import { decodedSize, decodeExactly, type ExactArray, rawBytes } from "./decode.ts";
import type { NpyDtype } from "./header.ts";
import type { NpyReader } from "./reader.ts";

const TEMPORARY = "a temporary file for an array in Fortran order";

/** Where the columns of an array in Fortran order are. */
interface Layout {
  readonly name: string;
  readonly dtype: NpyDtype;
  /** Byte offset of the first element. */
  readonly start: number;
  readonly shape: readonly number[];
}

/** An array in Fortran order in a file. To read rows, it reads a piece of each column. */
export class ColumnFile implements Disposable {
  readonly #file: PositionalFile;
  readonly #layout: Layout;
  readonly #temporary?: TemporaryFile;

  private constructor(file: PositionalFile, layout: Layout, temporary?: TemporaryFile) {
    this.#file = file;
    this.#layout = layout;
    this.#temporary = temporary;
  }

  /** Opens the file that the array is read from, or copies the array into a temporary file. */
  static async open(
    reader: NpyReader,
    { path, identity, chunkSize }: Partial<DirectInput> & { readonly chunkSize: number },
  ): Promise<ColumnFile> {
    const { dtype, dataOffset, shape } = reader.header;
    if (path !== undefined) {
      try {
        const file = PositionalFile.open({ path, identity });
        return new ColumnFile(file, { name: path, dtype, start: dataOffset, shape });
      } catch (error) {
        throw fileError(error, { verb: "read", name: path });
      }
    }
    const temporary = await attempt(() => TemporaryFile.anywhere());
    try {
      await copy(reader, { to: temporary.file, chunkSize });
    } catch (error) {
      temporary.remove();
      throw error;
    }
    // The copy holds what `readExactly` returns.
    const kind = dtype.size === 8 ? dtype.kind : "f";
    const own: NpyDtype = { kind, size: reader.elementSize, bigEndian: false };
    const layout = { name: TEMPORARY, dtype: own, start: 0, shape };
    return new ColumnFile(PositionalFile.over(temporary.file), layout, temporary);
  }

  /** Reads some rows of every column. */
  async read({ first, rows }: { first: number; rows: number }): Promise<ExactArray[]> {
    const { name, dtype, start, shape: [length, count] } = this.#layout;
    const columns: ExactArray[] = [];
    try {
      for (let column = 0; column < count; column++) {
        const part = { dtype, count: rows };
        const buffer = new ArrayBuffer(rows * decodedSize(dtype));
        const at = start + (column * length + first) * dtype.size;
        const raw = rawBytes(buffer, part);
        if (await this.#file.fill(raw, at) < raw.length) {
          throw new RangeError("It became shorter while it was read");
        }
        columns.push(decodeExactly(buffer, part));
      }
    } catch (error) {
      throw fileError(error, { verb: "read", name });
    }
    return columns;
  }

  [Symbol.dispose](): void {
    if (this.#temporary !== undefined) this.#temporary.remove();
    else this.#file[Symbol.dispose]();
  }
}

async function copy(
  reader: NpyReader,
  { to, chunkSize }: { to: Deno.FsFile; chunkSize: number },
): Promise<void> {
  const buffer = new ArrayBuffer(Math.max(chunkSize, reader.elementSize));
  for (;;) {
    const { length, byteLength } = await reader.readExactly(buffer);
    if (length === 0) return;
    await attempt(() => writeFull(to, new Uint8Array(buffer, 0, byteLength)));
  }
}

async function attempt<T>(action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw fileError(error, { verb: "write", name: TEMPORARY, grant: "" });
  }
}
