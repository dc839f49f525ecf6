import { CSV_DEFAULTS } from "../formats/csv/dialect.ts";
import { detectFormat } from "../formats/detect.ts";
import { isText } from "../formats/format.ts";
import { openTableReader } from "../formats/open_table.ts";
import { openInput } from "../io/open_source.ts";

/** Bytes that are read at a time: the names come first. */
const CHUNK_SIZE = 2 ** 16;

/** Lists the names of a file's columns, as `--columns` takes them, for the completions of a shell. */
export async function listColumnNames(path: string): Promise<string[]> {
  using input = await openInput(path);
  const { source, directInput } = input;
  const { format } = await detectFormat(source, { path });
  const options = { chunkSize: CHUNK_SIZE, csv: CSV_DEFAULTS, selectColumns: () => [] };
  if (isText(format)) {
    // Only the header is read: to find out what columns hold would take longer.
    const { openRecords } = await import("../formats/csv/open_records.ts");
    const delimiter = format === "tsv" ? 0x09 : 0x2c;
    const { columns } = await openRecords(source, { ...options, delimiter });
    return columns.map(({ name }) => quoteName(name));
  }
  using reader = await openTableReader(format, source, { ...options, path: directInput?.path });
  return reader.columns.map(({ name }) => quoteName(name));
}

/** Writes a name as a selection takes it: in quotes if it would mean something else without. */
function quoteName(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_. -]*$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
