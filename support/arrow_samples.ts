const FOLDER = new URL("../tests/data/arrow/", import.meta.url);

/** Reads a file that tools/arrow_samples.py wrote with pyarrow. */
export function sample(name: string): Uint8Array<ArrayBuffer> {
  return Deno.readFileSync(new URL(name, FOLDER));
}

/** Returns the names of all samples. */
export function sampleNames(): string[] {
  const names = Array.from(Deno.readDirSync(FOLDER), ({ name }) => name).sort();
  if (names.length === 0) throw new Error(`There are no samples in ${FOLDER}`);
  return names;
}
