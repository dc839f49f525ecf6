import type { ArrowBatch } from "../../formats/arrow/decode/batch.ts";
import { ArrowReader } from "../../formats/arrow/decode/reader.ts";
import type { ArrowField } from "../../formats/arrow/field.ts";
import { memorySource } from "../../support/memory.ts";
import { ColumnCursor, compareColumn } from "./golden_column.ts";
import type { GoldenField, GoldenTable } from "./golden_values.ts";

/** Reads the JSON next to an Arrow file, if there is one. */
export async function readGolden(path: string): Promise<GoldenTable | undefined> {
  const stem = path.replace(/\.[^.]*$/, "");
  for (const name of [`${stem}.json`, `${stem}.json.gz`]) {
    try {
      const file = await Deno.open(name);
      const bytes = name.endsWith(".gz")
        ? file.readable.pipeThrough(new DecompressionStream("gzip"))
        : file.readable;
      return JSON.parse(await new Response(bytes).text(), keepDigits);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return undefined;
}

// Integers that a number cannot hold become text, with all their digits.
function keepDigits(_key: string, value: unknown, context?: { source: string }): unknown {
  const source = context?.source ?? "";
  const isLong = Number.isInteger(value) && !Number.isSafeInteger(value);
  return isLong && /^-?\d+$/.test(source) ? source : value;
}

/** Compares a table with the JSON of what it should be, and throws an error where it is another. */
export async function compareGolden(bytes: Uint8Array, golden: GoldenTable): Promise<void> {
  using reader = await ArrowReader.open(memorySource(bytes));
  const { fields } = golden.schema;
  const dictionaries = new Map<number, Dictionary>();
  pairDictionaries(fields, reader.schema.fields, { golden, into: dictionaries });
  for (const { count, columns } of golden.batches) {
    const batch = await reader.read() as ArrowBatch | undefined;
    if (batch?.rows !== count) throw new Error(`a batch of ${batch?.rows} rows, expected ${count}`);
    for (const { id, values } of batch.dictionaries) {
      const { field, golden } = dictionaries.get(id)!;
      const cursor = new ColumnCursor(values.column(0));
      compareColumn({ field, golden, cursor, inDictionary: true });
    }
    fields.forEach((field, i) => {
      const cursor = new ColumnCursor(batch.raw.column(i));
      compareColumn({ field, golden: columns[i], cursor });
    });
  }
  if (await reader.read() !== undefined) throw new Error("there are more batches than expected");
}

interface Dictionary {
  readonly field: GoldenField;
  readonly golden: GoldenTable["batches"][0]["columns"][0];
}

// The numbers of dictionaries may differ from the JSON's; the columns that have them do not.
function pairDictionaries(
  golden: readonly GoldenField[],
  fields: readonly ArrowField[],
  context: { golden: GoldenTable; into: Map<number, Dictionary>; inMap?: boolean },
): void {
  const [is, should] = [fields, golden].map((list) => list.map(({ name }) => name).join());
  if (is !== should && !context.inMap) throw new Error(`columns ${is}, expected ${should}`);
  fields.forEach(({ dictionary, children }, i) => {
    const field = golden[i];
    if (dictionary !== undefined) {
      const found = context.golden.dictionaries!.find(({ id }) => id === field.dictionary!.id)!;
      context.into.set(dictionary, { field, golden: found.data.columns[0] });
    }
    // The names in maps mean nothing, and the writers of the files changed some.
    const inMap = context.inMap || field.type.name === "map";
    pairDictionaries(field.children, children, { ...context, inMap });
  });
}
