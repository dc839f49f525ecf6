import { type ByteSource, PeekedSource } from "../../io/byte_source.ts";
import type { ColumnSpec } from "../table.ts";
import { SAMPLE_SIZE } from "../csv/column_types.ts";
import { readFirstChunk, readMark } from "../csv/csv_input.ts";
import { averageRecord, countLines, LINE_FEED, type Syntax, syntaxOf } from "../csv/dialect.ts";
import { join } from "../csv/header.ts";
import { OpenedRecords, type OpenRecords } from "../csv/opened_records.ts";
import { RecordChunks } from "../csv/record_chunks.ts";
import type { Problem } from "../csv/transform_plan.ts";
import { findNames } from "./find_names.ts";
import { formatProblem } from "./format_problem.ts";

/** Lines end where line feeds are: no string has one in it. */
export const JSON_SYNTAX: Syntax = syntaxOf({ quote: "none", thousands: "" });

/** Bytes of an object, where none was looked at. */
const USUAL_RECORD = 128;

/** How JSON lines are opened. */
export interface JsonlInputOptions {
  readonly chunkSize: number;
  /**
   * Whether the columns are all members of the objects in the first MiB, and not those of the first
   * object.
   */
  readonly isSampled: boolean;
  /** The columns of an input before this one, if there is one. */
  readonly columns?: readonly ColumnSpec[];
}

/** Opens JSON lines, and reads as far as is needed to know the columns. */
export async function openJsonlInput(
  source: ByteSource,
  { chunkSize, isSampled, columns }: JsonlInputOptions,
): Promise<OpenRecords> {
  const peeked = source instanceof PeekedSource ? source : new PeekedSource(source);
  const mark = await readMark(peeked);
  const cutting = { delimiter: 0, comment: new Uint8Array(), syntax: JSON_SYNTAX, chunkSize };
  const chunks = new RecordChunks(peeked, { ...cutting, position: mark.length });
  const origin = { chunks, cutting };
  if (columns !== undefined) {
    return new OpenedRecords(
      { columns, prelude: mark, lines: 0, recordSize: USUAL_RECORD },
      { ...origin, ahead: [], begin: mark.length },
    );
  }
  const { name } = source;
  const { bytes, from } = await readFirstChunk(chunks, {
    name,
    skip: skipBlankLines,
    words: "blank lines",
    format: "JSON lines",
  });
  if (from === bytes.length) {
    throw new SyntaxError(
      `Cannot read ${name}: it ${bytes.length === 0 ? "is empty" : "has no object"}; ` +
        `expected one JSON object per line`,
    );
  }
  const prelude = join([mark, bytes.subarray(0, from)]);
  const ahead = [bytes.slice(from)];
  const lines = countLines(prelude);
  if (chunks.overlong !== undefined) {
    const problem = { kind: "overlong", lines: 0, characters: 0, found: 0, which: 0 } as const;
    throw syntaxError({ ...problem, text: "" }, { name, line: lines + 1 });
  }
  if (isSampled) await readSample(chunks, ahead);
  return new OpenedRecords({
    columns: findColumns(join(ahead), { name, isSampled, lines }),
    prelude,
    lines,
    recordSize: averageRecord(ahead[0]) ?? USUAL_RECORD,
  }, { ...origin, ahead, begin: prelude.length });
}

/** The length of the blank lines at the beginning of some lines. */
function skipBlankLines(lines: Uint8Array): number {
  const at = lines.findIndex((byte) => !WHITE_SPACE.includes(byte));
  return at < 0 ? lines.length : lines.lastIndexOf(LINE_FEED, at) + 1;
}

/** The white space of JSON. */
const WHITE_SPACE = [0x20, 0x09, 0x0a, 0x0d];

/** Reads chunks until there is a MiB. */
async function readSample(
  chunks: RecordChunks,
  ahead: Uint8Array<ArrayBuffer>[],
): Promise<void> {
  for (let length = ahead[0].length; length < SAMPLE_SIZE;) {
    const chunk = await chunks.read();
    if (chunk === undefined) break;
    ahead.push(chunk);
    length += chunk.length;
  }
}

function findColumns(
  bytes: Uint8Array,
  { name, isSampled, lines }: {
    readonly name: string;
    readonly isSampled: boolean;
    /** Lines before the first object. */
    readonly lines: number;
  },
): ColumnSpec[] {
  const { names, problem } = findNames(bytes, isSampled ? SAMPLE_SIZE : undefined);
  if (problem !== undefined && names.length === 0) {
    throw syntaxError(problem, { name, line: lines + problem.line });
  }
  return names.map((name) => ({ name, typeName: "JSON", type: "decimal" }));
}

function syntaxError(problem: Problem, place: { name: string; line: number }): SyntaxError {
  const other = { column: "", columns: 0, header: false, quote: "none" } as const;
  return new SyntaxError(formatProblem(problem, { ...other, ...place }));
}
