import { MAX_SHOWN_BYTES } from "./transform_plan.ts";
import { type ByteSource, PeekedSource } from "../../io/byte_source.ts";
import {
  averageRecord,
  CARRIAGE_RETURN,
  countLines,
  type CsvOptions,
  LINE_FEED,
  MAX_CELLS,
  placeOf,
  QUOTE,
  type QuoteStyle,
  syntaxOf,
} from "./dialect.ts";
import { type FirstRecord, firstRecord } from "./first_record.ts";
import { beginsWithMark, cellText, isUtf8, join, MARK, skipLines } from "./header.ts";
import { formatProblem } from "./format_problem.ts";
import { MAX_RECORD_BYTES } from "./split_records.ts";
import { OpenedRecords, type OpenRecords } from "./opened_records.ts";
import { RecordChunks } from "./record_chunks.ts";
import { firstLineHint, readRowNames, ROW_NAMES_NOTE, withRowNames } from "./row_names.ts";

/**
 * The maximum length of a name in bytes. Longer ones are not names, and would be shown in messages.
 */
const MAX_NAME_BYTES = 2 ** 16;

/** How CSV is opened. */
export interface CsvInputOptions {
  readonly csv: CsvOptions;
  /** The byte between cells. */
  readonly delimiter: number;
  readonly chunkSize: number;
}

/** Opens CSV, and reads as far as is needed to know the columns. */
export async function openCsvInput(
  source: ByteSource,
  { csv, delimiter, chunkSize }: CsvInputOptions,
): Promise<OpenRecords> {
  const peeked = source instanceof PeekedSource ? source : new PeekedSource(source);
  const mark = await readMark(peeked);
  const skipped = await readLines(peeked, csv.skip);
  const comment = new TextEncoder().encode(csv.comment);
  const position = mark.length + skipped.length;
  const { quote } = csv;
  const cutting = { delimiter, comment, chunkSize, syntax: syntaxOf(csv) };
  const chunks = new RecordChunks(peeked, { ...cutting, position });
  const words = "blank lines and comments";
  const { bytes, from } = await readFirstChunk(chunks, {
    name: source.name,
    skip: (lines) => skipLines(lines, comment),
    words,
    format: "CSV",
  });
  if (from === bytes.length) {
    throw new SyntaxError(
      `Cannot read ${source.name}: it ${
        bytes.length === 0 ? "is empty" : `has only ${words}`
      }; expected ${csv.header ? "a header with column names" : "records"}`,
    );
  }
  const header = firstRecord(bytes, { from, delimiter, quote });
  checkRecord(header, { bytes, from, name: source.name, isCut: chunks.overlong !== undefined });
  if (csv.header) checkLengths(header, source.name);
  refuseBinary(isUtf8(header.bytes) ? header.bytes : bytes.subarray(0, LOOKED_BYTES), source.name);
  refuseMacintosh(header, { name: source.name, quote });
  const prelude = join([mark, skipped, bytes.subarray(0, from)]);
  const begin = csv.header ? header.next : from;
  const ahead = [bytes.slice(begin)];
  const rowNames = csv.header
    ? await readRowNames(header, { chunks, ahead, rules: { delimiter, comment, quote } })
    : "none";
  const first = rowNames === "none" ? header : withRowNames(header);
  return new OpenedRecords({
    columns: Array.from({ length: first.count }, (_, i) => ({
      name: csv.header ? cellText(first.cell(i), quote) : `column${i + 1}`,
      typeName: "text",
      type: "decimal",
    })),
    prelude,
    first,
    headerEnd: csv.header ? bytes.slice(from + first.bytes.length, first.next) : undefined,
    lines: csv.header ? countLines(skipped) + first.lines : countLines(prelude),
    note: rowNames === "likely" ? ROW_NAMES_NOTE : undefined,
    hint: csv.header
      ? firstLineHint(header, bytes.subarray(begin), { delimiter, comment, quote })
      : "--no-header names columns column1, column2, …: leave it out if the first line has names",
    recordSize: averageRecord(ahead[0]) ?? first.count,
  }, { chunks, ahead, begin: position + begin, cutting });
}

/** Reads the byte order mark, which belongs to no cell, if there is one. */
export async function readMark(source: PeekedSource): Promise<Uint8Array> {
  const mark = new Uint8Array(beginsWithMark(await source.peek(MARK.length)) ? MARK.length : 0);
  // The mark was looked at, so that one read brings all of it.
  if (mark.length > 0) await source.read(mark);
  return mark;
}

/** Reads some lines, whatever is in them: a quote in a title does not open a text. */
async function readLines(source: PeekedSource, count: number): Promise<Uint8Array> {
  let end = 0;
  for (let left = count; left > 0; left--) {
    let feed = -1;
    for (let head = await source.peek(end + 1), length = 0;;) {
      feed = head.indexOf(LINE_FEED, end);
      if (feed >= 0 || head.length === length) break;
      length = head.length;
      if (length - end > MAX_RECORD_BYTES) {
        throw new SyntaxError(
          `Cannot read ${source.name}: line ${
            count - left + 1
          } is longer than ${MAX_RECORD_BYTES} bytes; ` +
            `is this CSV?`,
        );
      }
      head = await source.peek(length + 1);
    }
    if (feed < 0) {
      const lines = count - left;
      throw new SyntaxError(
        `Cannot read ${source.name}: it has only ${lines} complete ` +
          `${lines === 1 ? "line" : "lines"}, and ${count} are to be skipped`,
      );
    }
    end = feed + 1;
  }
  const lines = new Uint8Array(end);
  // They were peeked at, so that they are here.
  if (end > 0) await source.read(lines);
  return lines;
}

/** What comes before the first record of an input, and what messages call that. */
export interface BeforeRecords {
  /** The name of the input. */
  readonly name: string;
  /** The length of what is in front of the first record in some lines: all of them if there is none. */
  readonly skip: (lines: Uint8Array) => number;
  readonly words: string;
  readonly format: string;
}

/** Reads chunks up to the first that has a record, as one, and returns where the record begins. */
export async function readFirstChunk(
  chunks: RecordChunks,
  { name, skip, words, format }: BeforeRecords,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly from: number }> {
  const read: Uint8Array[] = [];
  let from = 0;
  for (;;) {
    const chunk = await chunks.read();
    if (chunk === undefined) return { bytes: join(read), from };
    // A chunk ends where a line does: each can be looked at alone.
    const skipped = skip(chunk);
    const isBlank = skipped === chunk.length;
    read.push(chunk);
    from += skipped;
    if (from > MAX_RECORD_BYTES || isBlank && chunks.overlong !== undefined) {
      throw new SyntaxError(
        `Cannot read ${name}: it starts with more than ${MAX_RECORD_BYTES} bytes of ${words}; ` +
          `is this ${format}?`,
      );
    }
    if (!isBlank) return { bytes: join(read), from };
  }
}

/** Throws if the first record is incomplete, or has too many cells. */
function checkRecord(
  { count, isEnded, unclosed }: FirstRecord,
  { bytes, from, name, isCut }: {
    bytes: Uint8Array;
    /** Where the record begins. */
    from: number;
    name: string;
    /** Whether no more was read because the record is too long. */
    isCut: boolean;
  },
): void {
  if (count > MAX_CELLS) {
    throw new SyntaxError(
      `Cannot read ${name}: its first line has more than ${MAX_CELLS} cells; is this CSV?`,
    );
  }
  const kind = unclosed !== undefined
    ? isCut ? "longCell" : "unclosed"
    : isCut && !isEnded
    ? "overlong"
    : undefined;
  if (kind === undefined) return;
  const at = unclosed ?? from;
  const { line, characters } = placeOf(bytes, at);
  const text = new TextDecoder().decode(bytes.subarray(at, at + MAX_SHOWN_BYTES));
  throw new SyntaxError(formatProblem(
    { kind, lines: 0, characters, found: 0, which: 0, text },
    { name, line, column: "", columns: count, header: true, quote: "double" },
  ));
}

/** Throws if a name is too long. */
function checkLengths(first: FirstRecord, name: string): void {
  if (first.bytes.length <= MAX_NAME_BYTES) return;
  for (let i = 0; i < first.count; i++) {
    if (first.cell(i).length <= MAX_NAME_BYTES) continue;
    throw new SyntaxError(
      `Cannot read ${name}: the name of column ${i + 1} is longer than ${MAX_NAME_BYTES} bytes; ` +
        `is this CSV, and are its quotes closed?`,
    );
  }
}

/** Bytes that no text has: control characters other than white space, separators and the escape. */
function isBinary(byte: number): boolean {
  return byte < 0x20 && byte !== 1 && !(byte >= 0x09 && byte <= 0x0d) && byte < 0x1b ||
    byte === 0x7f;
}

/** Bytes that are looked at where the header is not UTF-8, which may be text all the same. */
const LOOKED_BYTES = 2 ** 12;

/** Throws if the beginning of an input is not text. */
function refuseBinary(bytes: Uint8Array, name: string): void {
  const at = bytes.findIndex(isBinary);
  if (at < 0) return;
  const hex = bytes[at].toString(16).padStart(2, "0");
  throw new SyntaxError(
    `Cannot read ${name}: it is not text, because it has the byte 0x${hex}; expected CSV`,
  );
}

function refuseMacintosh(
  { bytes, count, cell }: FirstRecord,
  { name, quote }: { name: string; quote: QuoteStyle },
): void {
  if (!bytes.includes(CARRIAGE_RETURN)) return;
  for (let i = 0; i < count; i++) {
    const isQuoted = cell(i)[0] === QUOTE && quote !== "none";
    if (isQuoted || !cell(i).includes(CARRIAGE_RETURN)) continue;
    throw new SyntaxError(
      `Cannot read ${name}: its lines end in carriage returns, not line feeds; convert them with ` +
        `tr '\\r' '\\n'`,
    );
  }
}
