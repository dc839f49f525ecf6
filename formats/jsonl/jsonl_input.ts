import { type ByteSource, PeekedSource } from "../../io/byte_source.ts";
import type { ColumnSpec } from "../table.ts";
import { SAMPLE_SIZE } from "../csv/column_types.ts";
import { readMark } from "../csv/csv_input.ts";
import { averageRecord, LINE_FEED, placeOf, type Syntax, syntaxOf } from "../csv/dialect.ts";
import { join } from "../csv/header.ts";
import { OpenedRecords, type OpenRecords } from "../csv/opened_records.ts";
import { RecordChunks } from "../csv/record_chunks.ts";
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
  const ahead = columns === undefined ? await readFirst(chunks, { isSampled }) : [];
  return new OpenedRecords({
    columns: columns ?? findColumns(join(ahead), {
      name: source.name,
      isSampled,
      isOverlong: chunks.overlong !== undefined,
    }),
    prelude: mark,
    lines: 0,
    recordSize: (ahead[0] && averageRecord(ahead[0])) ?? USUAL_RECORD,
  }, { source, peeked, chunks, ahead, begin: mark.length, cutting });
}

/** Reads chunks up to the first object, or the first MiB. */
async function readFirst(
  chunks: RecordChunks,
  { isSampled }: { readonly isSampled: boolean },
): Promise<Uint8Array<ArrayBuffer>[]> {
  const read: Uint8Array<ArrayBuffer>[] = [];
  for (let length = 0, isBlank = true; isBlank || isSampled && length < SAMPLE_SIZE;) {
    const chunk = await chunks.read();
    if (chunk === undefined) break;
    read.push(chunk);
    length += chunk.length;
    isBlank &&= chunk.every((byte) => byte === 0x20 || byte >= 0x09 && byte <= 0x0d);
  }
  return read;
}

function findColumns(
  bytes: Uint8Array,
  { name, isSampled, isOverlong }: {
    readonly name: string;
    readonly isSampled: boolean;
    /** Whether the bytes end with a line that is too long. */
    readonly isOverlong: boolean;
  },
): ColumnSpec[] {
  const first = bytes.findIndex((byte) => byte !== 0x20 && !(byte >= 0x09 && byte <= 0x0d));
  if (first < 0) {
    throw new SyntaxError(
      `Cannot read ${name}: ${bytes.length === 0 ? "it is empty" : "it has no object"}; ` +
        `expected one JSON object per line`,
    );
  }
  const place = { name, column: "", columns: 0, header: false, quote: "none" } as const;
  if (isOverlong && !bytes.includes(LINE_FEED, first)) {
    const { line } = placeOf(bytes, first);
    const problem = { kind: "overlong", lines: 0, characters: 0, found: 0, which: 0 } as const;
    throw new SyntaxError(formatProblem({ ...problem, text: "" }, { ...place, line }));
  }
  const { names, problem } = findNames(bytes, isSampled ? SAMPLE_SIZE : undefined);
  if (problem !== undefined && names.length === 0) {
    throw new SyntaxError(formatProblem(problem, { ...place, line: problem.line }));
  }
  return names.map((name) => ({ name, typeName: "JSON", type: "decimal" }));
}
