import type { Format } from "../registry.ts";
import type { ByteSource } from "../../io/byte_source.ts";
import { CellReader } from "./cell_reader.ts";
import { type CsvType, inferType, SAMPLE_SIZE } from "./column_types.ts";
import { type CsvOptions, delimiterOf, syntaxOf } from "./dialect.ts";
import { unquote } from "./header.ts";
import { openCsvInput } from "./csv_input.ts";
import type { OpenRecords } from "./opened_records.ts";
import { encodeTexts } from "./text_list.ts";

// What the columns of CSV hold is inferred from its first records (column_types.ts).

/** A column, and what its first cells hold. */
export interface SampledColumn {
  readonly name: string;
  readonly type: CsvType;
  /** Texts that usually mean null, if the column would hold numbers without them. */
  readonly nulls?: readonly string[];
}

/** Texts that other programs write for null. */
const USUAL_NULLS = [
  "NA",
  "N/A",
  "n/a",
  "na",
  "#N/A",
  "NULL",
  "null",
  "None",
  "nil",
  "-",
  "--",
  ".",
];

/** Infers what the columns of CSV hold. */
export async function sampleColumns(
  source: ByteSource,
  { format, csv }: { format: Format; csv: CsvOptions },
): Promise<SampledColumn[]> {
  const delimiter = delimiterOf(format, csv);
  const records = await openCsvInput(source, { csv, delimiter, chunkSize: SAMPLE_SIZE });
  const { columns } = records;
  const chunks = await readSample(records);
  const types = findKinds(chunks, openCells(columns.length, { delimiter, csv })).map(inferType);
  if (!types.includes("utf8")) return columns.map(({ name }, i) => ({ name, type: types[i] }));
  // With more texts that mean null, columns may hold numbers.
  const nullValues = [...csv.nullValues, ...USUAL_NULLS];
  const cells = openCells(columns.length, { delimiter, csv: { ...csv, nullValues } });
  const found = columns.map(() => new Set<string>());
  const again = findKinds(chunks, cells, (column, text) => {
    if (types[column] === "utf8" && USUAL_NULLS.includes(text)) found[column].add(text);
  }).map(inferType);
  return columns.map(({ name }, i) => ({
    name,
    type: types[i],
    nulls: again[i] !== "utf8" && found[i].size > 0 ? [...found[i]] : undefined,
  }));
}

/** Makes what finds the cells of records. */
export function openCells(
  columns: number,
  { delimiter, csv }: { delimiter: number; csv: CsvOptions },
): CellReader {
  return new CellReader({
    columns,
    delimiter,
    decimal: csv.decimal.charCodeAt(0),
    nulls: encodeTexts(csv.nullValues),
    comment: new TextEncoder().encode(csv.comment),
    syntax: syntaxOf(csv),
  });
}

/** Reads the first records, in chunks. */
export async function readSample(records: OpenRecords): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for (let left = SAMPLE_SIZE; left > 0;) {
    const chunk = await records.read();
    if (chunk === undefined) break;
    chunks.push(chunk);
    left -= chunk.length;
  }
  return chunks;
}

/** Letters of the longest text that `visit` is called with. */
const MAX_VISITED = 16;

/**
 * Finds out what the cells of each column hold, in the records that begin in the sample: sums of
 * `KINDS`. `visit` is called with the short texts of cells, without quotes and blanks around them.
 */
export function findKinds(
  chunks: readonly Uint8Array[],
  cells: CellReader,
  visit?: (column: number, text: string) => void,
): number[] {
  const kinds = new Array<number>(cells.columns).fill(0);
  let left = SAMPLE_SIZE;
  for (const chunk of chunks) {
    let at = 0;
    while (at < Math.min(left, chunk.length)) {
      const text = chunk.subarray(at);
      const scanned = cells.scan(text, { window: left - at });
      const { rows, length, problem } = scanned;
      let counted = 0;
      while (counted < rows && cells.startOf(scanned.cells, counted) + at < left) counted++;
      const used = text.subarray(0, length);
      for (let i = 0; i < kinds.length; i++) {
        const places = scanned.cells.subarray(2 * rows * i, 2 * (rows * i + counted));
        kinds[i] |= cells.kinds(used, places);
        for (let row = 0; visit !== undefined && row < counted; row++) {
          const [start, end] = [cells.startOf(places, row), cells.endOf(places, row)];
          if (end - start > MAX_VISITED) continue;
          visit(i, unquote(new TextDecoder().decode(used.subarray(start, end))).trim());
        }
      }
      // The error is reported when these records are read again.
      if (problem !== undefined) return kinds;
      at += length;
    }
    left -= chunk.length;
  }
  return kinds;
}
