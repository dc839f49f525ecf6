import { type ColumnValues, type CsvOptions, readTable } from "../mod.ts";

/** A table as plain values: what each column is, and its rows, none as null. */
export interface PlainTable {
  readonly types: Readonly<Record<string, string>>;
  readonly columns: readonly (readonly unknown[])[];
  readonly batches: number;
}

/** How CSV is read in a test. */
export interface ReadOptions {
  readonly csv?: Partial<CsvOptions>;
  readonly format?: "csv" | "tsv";
  readonly chunkSize?: number;
  /** Bytes that the stream gives at a time. */
  readonly atATime?: number;
}

/** The values of a column, one by one. */
export function plainValues(column: ColumnValues): unknown[] {
  const { valid } = column;
  const isThere = (i: number): boolean => !valid || (valid[i >> 3] >> (i & 7) & 1) === 1;
  if (column.kind !== "texts") {
    return Array.from(column.values as Iterable<unknown>, (value, i) => isThere(i) ? value : null);
  }
  const { offsets, bytes } = column;
  return Array.from({ length: offsets.length - 1 }, (_, i) => {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(bytes.subarray(offsets[i], offsets[i + 1]));
    return isThere(i) ? text : null;
  });
}

/** A stream of bytes, so many at a time. */
export function streamOf(bytes: Uint8Array, atATime: number): ReadableStream<Uint8Array> {
  const parts = Array.from(
    { length: Math.ceil(bytes.length / atATime) },
    (_, i) => bytes.slice(i * atATime, (i + 1) * atATime),
  );
  return ReadableStream.from(parts);
}

/** Reads CSV, all that it holds. */
export async function readCsv(
  text: string | Uint8Array,
  { csv, format = "csv", chunkSize, atATime = 2 ** 20 }: ReadOptions = {},
): Promise<PlainTable> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const stream = streamOf(bytes, atATime);
  const { columns, batches } = await readTable(stream, { format, name: "in.csv", chunkSize, csv });
  const values: unknown[][] = columns.map(() => []);
  let count = 0;
  for await (const batch of batches) {
    values.forEach((column, i) => column.push(...plainValues(batch.values!(i))));
    count++;
  }
  return {
    types: Object.fromEntries(columns.map(({ name, typeName }) => [name, typeName])),
    columns: values,
    batches: count,
  };
}
