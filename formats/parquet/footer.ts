import type { KnownFile } from "../../io/positional_file.ts";
import { sameBytes } from "../../io/same_bytes.ts";
import { FILE, ROW_GROUP } from "./metadata.ts";
import { encodeList, readFields, WIRE } from "./thrift/compact.ts";
import { list, ThriftStruct } from "./thrift/struct.ts";

/** A file with random access. */
export interface ParquetFile {
  /** What messages call it. */
  readonly name: string;
  /** Its length in bytes. */
  readonly size: number;
  /** Where the same file can be opened again; missing if it is no file. */
  readonly direct?: KnownFile;
  /** Fills the array from a place in the file, which must have as many bytes there. */
  read(into: Uint8Array, position: number): Promise<void>;
}

/** The footer of a file: everything that is known about its columns. */
export interface Footer {
  readonly metadata: ThriftStruct;
  /** The bytes of the metadata. */
  readonly bytes: Uint8Array;
  /** The place in the file where they begin. Everything before that is magic, pages and indexes. */
  readonly start: number;
}

/** The bytes that begin and end a file. */
export const MAGIC: Uint8Array = new TextEncoder().encode("PAR1");
const ENCRYPTED_MAGIC = "PARE";
/** The length of the metadata and the magic, at the end of a file. */
export const TAIL_BYTES = 8;
/** Bytes that are read to find the footer. Most footers are shorter. */
const GUESSED_BYTES = 2 ** 16;
/** Bytes of metadata, at most. The format allows twice as many, for which nobody has the memory. */
const MAX_FOOTER_BYTES = 2 ** 30;

/** Reads the footer of a file. */
export async function readFooter(file: ParquetFile): Promise<Footer> {
  const { name, size } = file;
  const fail = (what: string): SyntaxError => new SyntaxError(`Cannot read ${name}: ${what}`);
  const last = new Uint8Array(Math.min(GUESSED_BYTES, size));
  await file.read(last, size - last.length);
  const magic = String.fromCharCode(...last.subarray(-MAGIC.length));
  if (magic === ENCRYPTED_MAGIC) {
    throw fail(
      "its footer is encrypted, and specol has no keys; decrypt it with the program that wrote it",
    );
  }
  if (size < MAGIC.length + TAIL_BYTES || magic !== "PAR1") {
    throw fail(
      "truncated: a Parquet file ends with its footer and PAR1, but this one does not; writing or " +
        "copying it did not finish",
    );
  }
  const length = new DataView(last.buffer).getUint32(last.length - TAIL_BYTES, true);
  const start = size - TAIL_BYTES - length;
  if (start < MAGIC.length || length > MAX_FOOTER_BYTES) {
    throw fail(`damaged: its footer claims ${length} bytes, and the file has ${size}`);
  }
  let bytes = last.subarray(-TAIL_BYTES - length, -TAIL_BYTES);
  if (length + TAIL_BYTES > last.length) {
    bytes = new Uint8Array(length);
    await file.read(bytes, start);
  }
  return decodingMetadata(name, () => {
    // A signature may follow, if columns are encrypted.
    const { fields } = readFields(bytes);
    if (new ThriftStruct(fields).has(FILE.encryption)) {
      throw fail(
        "it has encrypted columns, and specol has no keys; decrypt it with the program that wrote it",
      );
    }
    return { metadata: ThriftStruct.decode(bytes), bytes, start };
  });
}

/**
 * Decodes metadata. Throws an error that says they are damaged where a value is missing, has another
 * type, or goes beyond the end.
 */
export function decodingMetadata<T>(origin: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SyntaxError(`Cannot read ${origin}: damaged Parquet metadata: ${error.message}`, {
      cause: error,
    });
  }
}

/** What is changed in a footer. Whatever is omitted stays as it is. */
export interface FooterEdit {
  readonly metadata?: (metadata: ThriftStruct) => ThriftStruct;
  readonly elements?: (elements: readonly ThriftStruct[]) => readonly ThriftStruct[];
  /** Changes a row group; the encoded columns come apart, since most stay as they are. */
  readonly rowGroup?: (
    group: ThriftStruct,
    columns: readonly Uint8Array[],
    index: number,
  ) => { readonly group: ThriftStruct; readonly columns: readonly Uint8Array[] };
}

/** Encodes the metadata of a footer with what is changed in it. */
export function editFooter(metadata: ThriftStruct, edit: FooterEdit = {}): Uint8Array {
  const elements = metadata.structs(FILE.schema);
  const groups = metadata.structs(FILE.rowGroups).map((group, index) => {
    const { type, items } = group.list(ROW_GROUP.columns) ?? { type: WIRE.struct, items: [] };
    const changed = edit.rowGroup?.(group, items, index) ?? { group, columns: items };
    return changed.group
      .with({ ...list(ROW_GROUP.columns, { type, items: changed.columns }) })
      .encode();
  });
  const changed = metadata.with(
    list(FILE.schema, {
      type: WIRE.struct,
      items: (edit.elements?.(elements) ?? elements).map((element) => element.encode()),
    }),
    {
      id: FILE.rowGroups,
      type: WIRE.list,
      bytes: encodeList({ type: WIRE.struct, items: groups }),
    },
  );
  return (edit.metadata?.(changed) ?? changed).encode();
}

/**
 * Checks that the metadata, decoded and encoded again, are the same bytes. Only then is it known
 * that an edit changes nothing else.
 */
export function checkEncoding({ metadata, bytes }: Footer, name: string): void {
  const again = editFooter(metadata, {
    metadata: (metadata) => {
      const pairs = metadata.list(FILE.keyValues);
      const orders = metadata.list(FILE.columnOrders);
      return metadata.with(
        ...(pairs ? [list(FILE.keyValues, pairs)] : []),
        ...(orders ? [list(FILE.columnOrders, orders)] : []),
      );
    },
  });
  if (sameBytes(again, bytes)) return;
  throw new TypeError(
    `Cannot append to ${name}: specol cannot write its footer back unchanged; ` +
      `rewrite the file with the program that wrote it, or convert it with --to arrow`,
  );
}
