import type { ByteSource } from "../../pipeline/byte_source.ts";
import { PeekedSource } from "../../pipeline/peeked_source.ts";
import type { ColumnSpec } from "../table.ts";
import { CARRIAGE_RETURN, type CsvOptions, MOST_CELLS, QUOTE } from "./dialect.ts";
import { join } from "./format_header.ts";
import { cellText, firstRecord, skipBlankLines } from "./header.ts";
import { RecordChunks } from "./record_chunks.ts";

/** Bytes of a name; what is longer is none, and would be shown in messages. */
const LONGEST_NAME = 2 ** 16;

/**
 * Bytes of the first chunk, unless others are smaller: the columns are known from it, and of a pipe that
 * brings so many at once more is to come.
 */
export const FIRST_CHUNK: number = 2 ** 18;

/** Bytes by which the length of records is estimated. */
const RECORDS_SAMPLE = 2 ** 14;

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
  /** Bytes of a record, about: the average of the first ones, or the fewest where there are none yet. */
  readonly recordSize: number;
  /** The next chunk of whole records, of so many bytes where not otherwise told, or nothing at the end. */
  read(size?: number): Promise<Uint8Array<ArrayBuffer> | undefined>;
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
  const first = await firstChunk(chunks, Math.min(chunkSize, FIRST_CHUNK));
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
    recordSize: averageRecord(rest) ?? cells.length,
    async read(size?: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
      const chunk = rest;
      rest = undefined;
      return chunk !== undefined && chunk.length > 0 ? chunk : await chunks.read(size);
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

/** Chunks up to the first that has more than blank lines in it. */
async function firstChunk(
  chunks: RecordChunks,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  let all = new Uint8Array(0);
  while (skipBlankLines(all) === all.length) {
    const chunk = await chunks.read(size);
    if (chunk === undefined) break;
    all = join([all, chunk]);
  }
  return all;
}

function countLines(bytes: Uint8Array): number {
  return bytes.filter((byte) => byte === 0x0a).length;
}

/** The average of the first records, if there are some. Line ends in quotes count, which does no harm. */
function averageRecord(bytes: Uint8Array): number | undefined {
  const sample = bytes.subarray(0, RECORDS_SAMPLE);
  const lines = countLines(sample);
  if (lines > 0) return sample.length / lines;
  return sample.length === 0 ? undefined : sample.length;
}

function refuseMacintosh(cells: readonly Uint8Array[], name: string): void {
  if (!cells.some((cell) => cell[0] !== QUOTE && cell.includes(CARRIAGE_RETURN))) return;
  throw new SyntaxError(
    `Cannot read ${name}: its lines end in carriage returns alone, expected line feeds; ` +
      `tr '\\r' '\\n' turns them into these`,
  );
}
