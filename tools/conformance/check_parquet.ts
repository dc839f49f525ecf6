import { concat } from "@std/bytes/concat";
import { assertEquals } from "@std/assert";
import { CSV_DEFAULTS } from "../../formats/csv/dialect.ts";
import { openTableWriter } from "../../formats/open_table.ts";
import { readFooter } from "../../formats/parquet/footer.ts";
import { ParquetReader } from "../../formats/parquet/decode/reader.ts";
import type { OutputColumn } from "../../formats/table.ts";
import { memorySource } from "../../support/memory.ts";
import { MemorySink } from "../../streams/stream_bytes.ts";

/** The column that is appended, and its value in all rows. */
const ADDED = { name: "specol was here", value: 0.25 };

/** Reads a file and writes it in a format: all columns and a new one, or what can be converted. */
async function write(
  bytes: Uint8Array,
  { path, to }: { path: string; to: "parquet" | "arrow" },
): Promise<Uint8Array<ArrayBuffer>> {
  using reader = await ParquetReader.open({ ...memorySource(bytes), name: path });
  const isAppended = to === "parquet";
  const columns = reader.columns.flatMap(({ name }, input): OutputColumn[] =>
    isAppended || reader.stored[input].leaf !== undefined ? [{ name, input }] : []
  );
  const added: OutputColumn = { name: ADDED.name, result: 0, type: "float64" };
  const sink = new MemorySink();
  const writer = await openTableWriter(to, sink, {
    reader,
    csv: CSV_DEFAULTS,
    outputs: isAppended ? [...columns, added] : columns,
  });
  reader.want(isAppended ? [] : columns.map((column) => "input" in column ? column.input : 0));
  for (let batch; (batch = await reader.read(1000)) !== undefined;) {
    await writer.write(batch, [{ values: new Float64Array(batch.rows).fill(ADDED.value) }]);
  }
  await writer.close();
  return concat(sink.take());
}

/**
 * Appends a column to a Parquet file, and converts what can be converted to Arrow. pyarrow and DuckDB
 * must read the same from the file before and after, and pyarrow the same from Arrow; the bytes
 * before the footer must be the same.
 */
export async function checkParquet(path: string): Promise<string> {
  const bytes = await Deno.readFile(path);
  const appended = await write(bytes, { path, to: "parquet" });
  const { start } = await readFooter({
    name: path,
    size: bytes.length,
    read: (into, at) => Promise.resolve(into.set(bytes.subarray(at, at + into.length))),
  });
  assertEquals(appended.subarray(0, start).toHex(), bytes.subarray(0, start).toHex());
  const arrow = await write(bytes, { path, to: "arrow" });
  const folder = await Deno.makeTempDir({ prefix: "specol-conformance-" });
  try {
    await Deno.writeFile(`${folder}/appended.parquet`, appended);
    await Deno.writeFile(`${folder}/converted.arrow`, arrow);
    const { success, stdout, stderr } = await new Deno.Command(
      Deno.env.get("SPECOL_PYTHON") ?? "python3",
      { args: [new URL("witness_parquet.py", import.meta.url).pathname, path, folder] },
    ).output();
    const text = new TextDecoder().decode(success ? stdout : stderr).trim();
    if (!success) throw new Error(text.split("\n").at(-1));
    return text;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
