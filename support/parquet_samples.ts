const FOLDER = new URL("../tests/data/parquet/", import.meta.url);

/** Reads a file that tools/parquet_samples.py wrote. */
export function parquetSample(name: string): Uint8Array<ArrayBuffer> {
  return Deno.readFileSync(new URL(name, FOLDER));
}

/** Returns the names of all Parquet samples. */
export function parquetSampleNames(): string[] {
  const names = Array.from(Deno.readDirSync(FOLDER), ({ name }) => name)
    .filter((name) => name.endsWith(".parquet")).sort();
  if (names.length === 0) throw new Error(`There are no samples in ${FOLDER}`);
  return names;
}
