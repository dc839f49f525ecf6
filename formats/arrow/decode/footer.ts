import { goesOnError, recognise } from "../../magic_bytes.ts";
import type { ArrowSchema, KeyValues } from "../field.ts";
import { decoding, FlatTable, keyValues, readInt64 } from "./flatbuffer_reader.ts";
import { decodeSchema, type SchemaParts } from "./decode_schema.ts";
import type { DirectInput } from "../../../io/byte_source.ts";
import { readLast } from "../../../io/random_access_file.ts";
import type { MessageReader } from "./message_reader.ts";

/** The parts of an Arrow file's footer that are used. */
export interface Footer {
  /** The offset at which each batch begins. */
  readonly batches: readonly number[];
  /** The offset of the first batch or dictionary; infinite if there is neither. */
  readonly begin: number;
  /** The offset after the last batch and the last dictionary; 0 if there is neither. */
  readonly end: number;
  /** The offset of the first dictionary after all batches, if there are any. */
  readonly late?: number;
  /** The number of bytes of the footer. */
  readonly length: number;
  /** Keys and values that the user attached to the file. */
  readonly customMetadata: KeyValues;
  /** The schema. It is in the messages too, but some writers leave it out there. */
  readonly schema?: SchemaParts;
}

const BLOCK_SIZE = 24;
const MAGIC = "ARROW1";
/** The number of bytes after the footer: its length and the magic word. */
const TAIL = 4 + MAGIC.length;
/**
 * The maximum number of bytes that a writer may put before the footer: zeros to align it, or
 * another end of the stream.
 */
const MAX_PADDING = 64;
/** A batch takes 24 bytes of the footer. */
const MAX_FOOTER = 2 ** 26;

/**
 * Returns how many bytes to read after the last message of a file: at most this many belong to it.
 */
export const MAX_REST: number = MAX_PADDING + MAX_FOOTER + TAIL;

/** Decodes what comes after the last message of an Arrow file. */
export function decodeFooter(
  rest: Uint8Array,
  { name, at }: { name: string; at: number },
): Footer {
  const found = findFooter(rest);
  if (found === undefined) {
    const ends = rest.length < MAX_REST
      ? `it ends at byte ${at + rest.length}`
      : `${rest.length} or more bytes follow its last message, at byte ${at},`;
    throw new SyntaxError(
      `Cannot read ${name}: ${ends} without the footer that must end an Arrow file: it is ` +
        `truncated or damaged`,
    );
  }
  const { start, end } = found;
  if (end < rest.length) {
    const { words } = recognise(rest.subarray(end));
    throw goesOnError(name, { at: at + end, after: "the Arrow file", words });
  }
  return decodeTable(rest.subarray(start, end - TAIL), `${name}: byte ${at + start}`);
}

/** Decodes the footer at the end of a file whose last bytes can be read. */
async function readFooter(
  readLast: (length: number) => Promise<Uint8Array>,
  name: string,
): Promise<Footer> {
  const length = lengthBefore(await readLast(TAIL), TAIL);
  const last = length === undefined ? undefined : await readLast(length + TAIL);
  if (last === undefined || length === undefined || last.length < length + TAIL) {
    throw new SyntaxError(
      `Cannot read ${name}: it has neither a schema at the start nor a footer at the end: it is ` +
        `truncated, or followed by other data`,
    );
  }
  return decodeTable(last.subarray(0, length), `${name}: the footer at its end`);
}

/**
 * Finds the beginning of the footer and the end of the file. The file ends at the first magic word
 * whose preceding length fits. Another file may follow it, with a magic word at its own end.
 */
function findFooter(rest: Uint8Array): { start: number; end: number } | undefined {
  for (let end = TAIL; end <= rest.length; end++) {
    // Nearly all bytes differ from the last two of the magic word, so that this check is fast.
    if (rest[end - 1] !== 0x31 || rest[end - 2] !== 0x57) continue;
    const length = lengthBefore(rest, end);
    if (length === undefined) continue;
    const start = end - TAIL - length;
    const isPadded = start >= 0 && start <= MAX_PADDING &&
      rest.subarray(0, start).every((byte) => byte === 0 || byte === 0xff);
    if (isPadded) return { start, end };
  }
  return undefined;
}

/**
 * Returns the length before the magic word that ends here, or `undefined` if there is no such word.
 */
function lengthBefore(bytes: Uint8Array, end: number): number | undefined {
  if (end < TAIL || end > bytes.length) return undefined;
  const magic = String.fromCharCode(...bytes.subarray(end - MAGIC.length, end));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getInt32(end - TAIL, true);
  return magic === MAGIC && length >= 0 && length <= MAX_FOOTER ? length : undefined;
}

function decodeTable(bytes: Uint8Array, origin: string): Footer {
  return decoding(origin, () => {
    const footer = FlatTable.root(bytes);
    const [dictionaries, batches] = [2, 3].map((slot) => decodeBlocks(footer, slot));
    const header = footer.table(1);
    const lastBatch = batches.reduce((last, { offset }) => Math.max(last, offset), -1);
    const late = dictionaries.map(({ offset }) => offset).filter((offset) => offset > lastBatch);
    return {
      batches: batches.map(({ offset }) => offset),
      late: late.length > 0 && batches.length > 0 ? Math.min(...late) : undefined,
      begin: [...dictionaries, ...batches].reduce(
        (begin, { offset }) => Math.min(begin, offset),
        Infinity,
      ),
      end: [...dictionaries, ...batches].reduce((end, block) => Math.max(end, block.end), 0),
      length: bytes.length,
      customMetadata: keyValues(footer, 4),
      schema: header &&
        { header, metadataLength: bytes.length, version: footer.int16(0), origin },
    };
  });
}

/** Returns the offsets at which messages begin and end. */
function decodeBlocks(footer: FlatTable, slot: number): { offset: number; end: number }[] {
  const blocks = footer.bytes(slot, BLOCK_SIZE);
  const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.byteLength);
  return Array.from({ length: blocks.length / BLOCK_SIZE }, (_, i) => {
    const offset = readInt64(view, BLOCK_SIZE * i);
    const metadataLength = view.getInt32(BLOCK_SIZE * i + 8, true);
    return { offset, end: offset + metadataLength + readInt64(view, BLOCK_SIZE * i + 16) };
  });
}

/**
 * The maximum number of bytes between the last message of a file and its footer: the end of the
 * stream, and padding.
 */
const MAX_GAP = 128;

/** What the end of a file has that its beginning lacks. */
export interface FileEnd {
  readonly footer: Footer;
  readonly schema: ArrowSchema;
  /** The bytes of the dictionaries that come after all batches. */
  readonly late?: Uint8Array;
  /** What must be closed when everything is read. */
  readonly opened: Disposable;
}

/**
 * Reads the schema of a file that has it only in its footer, as apache-arrow for JavaScript writes
 * them, and passes over a schema at the beginning whose length is not given, as polars writes it.
 * polars also writes all dictionaries after the batches that need them.
 *
 * A file on a disk is read at its end. The input from a pipe is copied first, because its end comes
 * last. The caller closes the copy when everything is read.
 */
export async function readFileEnd(
  { bytes, hasBareSchema }: Pick<MessageReader, "bytes" | "hasBareSchema">,
  { path, identity }: Partial<DirectInput>,
): Promise<FileEnd> {
  const { name } = bytes;
  using opened = new DisposableStack();
  const spooled = path === undefined ? opened.use(await bytes.spool()) : undefined;
  const readEnd = (length: number): Promise<Uint8Array> =>
    spooled?.readLast(length) ?? readLast({ path: path!, identity }, length);
  const footer = await readFooter(readEnd, name);
  const { schema: parts, begin, end, length, late } = footer;
  if (parts === undefined) {
    throw new SyntaxError(`Cannot read ${name}: it has no schema, not even in its footer`);
  }
  const { size = 0 } = bytes;
  // The schema at the beginning is not longer than the footer, which has it, too.
  const most = MAX_GAP + (hasBareSchema && end === 0 ? length : 0);
  // Otherwise the messages would be read by the schema of another file.
  if (size - length - end > most) {
    throw new SyntaxError(
      `Cannot read ${name}: the footer at its end is about ${end + length} bytes, and it has ` +
        `${size}: it is damaged, or several Arrow files one after the other; specol reads one table ` +
        `per input: save each as a separate file, or join them with the program that wrote them`,
    );
  }
  const schema = decoding(parts.origin, () => decodeSchema(parts));
  if (late !== undefined && end > size - length - TAIL) {
    throw new SyntaxError(
      `Cannot read ${name}: the footer at its end lists a dictionary up to byte ${end}, after the ` +
        `footer's own beginning: it is damaged`,
    );
  }
  if (hasBareSchema) {
    const at = bytes.position;
    const skipped = Math.min(begin, size - length - TAIL) - at;
    if (!(skipped > 0 && skipped <= MAX_FOOTER)) {
      throw new SyntaxError(
        `Cannot read ${name}: byte ${at}: damaged Arrow metadata: no message begins here, and the ` +
          `footer lists none after it`,
      );
    }
    await bytes.read(skipped, { at, what: "schema" });
  }
  return {
    footer,
    schema,
    late: late === undefined ? undefined : (await readEnd(size - late)).subarray(0, end - late),
    opened: opened.move(),
  };
}
