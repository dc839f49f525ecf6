import { assertEquals } from "@std/assert";
import { readCsv } from "../../tests/formats/csv/table_values.ts";
import { transform } from "../../tests/formats/csv/transform.ts";

/** Most bytes at a time: small enough that records are cut, whatever the file. */
const SIZES = [1, 7, 2 ** 20];

/**
 * Passes a CSV file on, which must give the same bytes, and reads it as text, which must be what the JSON
 * beside it says: as in csv-spectrum, where `csvs/x.csv` has `json/x.json`.
 */
export async function checkCsv(path: string): Promise<string> {
  const bytes = await Deno.readFile(path);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const records = await readJson(path);
  for (const size of SIZES) {
    const options = { chunkSize: size, atATime: size };
    const passed = await transform(bytes, { ...options, work: { kind: "convert" } });
    assertEquals([passed.text, passed.error], [text, undefined]);
    if (records === undefined) continue;
    const { types, columns } = await readCsv(bytes, {
      ...options,
      csv: { types: [["*", "utf8"]] },
    });
    const names = Object.keys(types);
    assertEquals(
      // It knows no null: a cell without a byte is the empty text.
      columns[0].map((_, row) =>
        Object.fromEntries(names.map((name, i) => [name, columns[i][row] ?? ""]))
      ),
      records,
    );
  }
  return records === undefined ? "the same bytes" : "the same bytes; compared with its JSON";
}

async function readJson(path: string): Promise<unknown> {
  const json = path.replace(/\/csvs\/([^/]*)\.csv$/, "/json/$1.json");
  if (json === path) return undefined;
  return JSON.parse(await Deno.readTextFile(json));
}
