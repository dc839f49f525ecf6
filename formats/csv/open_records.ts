import type { ByteSource } from "../../pipeline/byte_source.ts";
import { PeekedSource } from "../../pipeline/peeked_source.ts";
import type { ColumnSpec } from "../table.ts";
import { CARRIAGE_RETURN, type CsvOptions, MOST_CELLS, QUOTE } from "./dialect.ts";
import { join } from "./format_header.ts";
import { cellText, firstRecord, skipBlankLines } from "./header.ts";
import { LONGEST_RECORD, RecordChunks } from "./record_chunks.ts";

/** Bytes of a name; what is longer is none, and would be shown in messages. */
const LONGEST_NAME = 2 ** 16;

/**
 * Bytes of the first chunk, unless others are smaller: the columns are known from it, and of a pipe that
 * brings so many at once more is to come.
 */
export const FIRST_CHUNK: number = 2 ** 18;

/** How CSV is opened. */
export interface OpenRecordsOptions {
  readonly csv: CsvOptions;
  /** The byte between cells. */
  readonly delimiter: number;
  readonly chunkSize: number;
}

/** What was read of records, for others to go on behind it. */
export interface RecordsAhead {
  /** A record begins with them. */
  readonly bytes: Uint8Array;
  /** Bytes that were read of the source. */
  readonly position: number;
}

/** CSV whose columns are known, and whose records can be read. */
export interface OpenRecords {
  readonly columns: readonly ColumnSpec[];
  /** What is in front of the header or the first record, and is passed on. */
  readonly prelude: Uint8Array;
  /** The cells of the header as they stand, and its line end; missing where there is no header. */
  readonly header?: { readonly cells: readonly Uint8Array[]; readonly lineEnd: Uint8Array };
  /** Lines before the first record. */
  readonly lines: number;
  /** The chunks that follow the first one. */
  readonly chunks: RecordChunks;
  /** The next chunk of whole records, or nothing at the end. */
  read(): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /**
   * Gives up reading, before the first chunk was read. Nothing, and reading goes on, where there is no more
   * than that or more is on its way: see `RecordChunks`.
   */
  handOver(): Promise<RecordsAhead | undefined>;
}

/** Opens CSV: reads as far as is needed to know the columns. */
export async function openRecords(
  source: ByteSource,
  { csv, delimiter, chunkSize }: OpenRecordsOptions,
): Promise<OpenRecords> {
  const peeked = source instanceof PeekedSource ? source : new PeekedSource(source);
  const mark = await readMark(peeked);
  const chunks = new RecordChunks(peeked, { delimiter, chunkSize });
  const first = await firstChunk(chunks, {
    size: Math.min(chunkSize, FIRST_CHUNK),
    name: source.name,
  });
  const from = skipBlankLines(first);
  if (from === first.length) {
    throw new SyntaxError(
      `Cannot read ${source.name}: ${first.length === 0 ? "it is empty" : "it has no record"}; ` +
        `expected ${csv.header ? "a header with the names of the columns" : "records"}`,
    );
  }
  const { cells, end, next, lines } = firstRecord(first, { from, delimiter });
  if (cells.length > MOST_CELLS) {
    throw new SyntaxError(
      `Cannot read ${source.name}: its first line has more than ${MOST_CELLS} cells; is this CSV?`,
    );
  }
  const long = cells.findIndex(([start, end]) => end - start > LONGEST_NAME);
  if (csv.header && long >= 0) {
    throw new SyntaxError(
      `Cannot read ${source.name}: the name of column ${long + 1} is longer than ${LONGEST_NAME} ` +
        `bytes; is this CSV, and are its quotes closed?`,
    );
  }
  const texts = cells.map(([start, end]) => first.subarray(start, end));
  const prelude = join([mark, first.subarray(0, from)]);
  refuseMacintosh(texts, source.name);
  const begin = csv.header ? next : from;
  let rest: Uint8Array<ArrayBuffer> | undefined = first.slice(begin);
  return {
    columns: texts.map((cell, i) => ({
      name: csv.header ? cellText(cell) : `column${i + 1}`,
      typeName: "text",
      type: "decimal",
    })),
    prelude,
    header: csv.header ? { cells: texts, lineEnd: first.subarray(end, next) } : undefined,
    lines: csv.header ? lines : countLines(prelude),
    chunks,
    async read(): Promise<Uint8Array<ArrayBuffer> | undefined> {
      const chunk = rest;
      rest = undefined;
      return chunk !== undefined && chunk.length > 0 ? chunk : await chunks.read();
    },
    async handOver(): Promise<RecordsAhead | undefined> {
      // What was looked at and not read yet: only of a file can others read it again.
      if (source.live && (await peeked.peek(0)).length > 0) return undefined;
      const left = chunks.handOver();
      return left && {
        bytes: join([rest!, left.bytes]),
        position: mark.length + left.read,
      };
    },
  };
}

/** Reads the byte order mark, which belongs to no cell, if there is one. */
async function readMark(source: PeekedSource): Promise<Uint8Array> {
  const [a, b, c] = await source.peek(3);
  const mark = new Uint8Array(a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0);
  // It was peeked at, so that it is here.
  if (mark.length > 0) await source.read(mark);
  return mark;
}

/** Chunks up to the first that has more than blank lines in it, as one. */
async function firstChunk(
  chunks: RecordChunks,
  { size, name }: { size: number; name: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const blank: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const chunk = await chunks.read(size);
    if (chunk === undefined) return join(blank);
    // A chunk ends where a line does: each can be looked at alone.
    if (skipBlankLines(chunk) < chunk.length) return join([...blank, chunk]);
    blank.push(chunk);
    length += chunk.length;
    if (length > LONGEST_RECORD) {
      throw new SyntaxError(
        `Cannot read ${name}: it begins with more than ${LONGEST_RECORD} bytes of blank lines; ` +
          `is this CSV?`,
      );
    }
  }
}

function countLines(bytes: Uint8Array): number {
  return bytes.filter((byte) => byte === 0x0a).length;
}

function refuseMacintosh(cells: readonly Uint8Array[], name: string): void {
  if (!cells.some((cell) => cell[0] !== QUOTE && cell.includes(CARRIAGE_RETURN))) return;
  throw new SyntaxError(
    `Cannot read ${name}: its lines end in carriage returns alone, expected line feeds; ` +
      `tr '\\r' '\\n' turns them into these`,
  );
}
