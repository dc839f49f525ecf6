const FOLDER = new URL("../tests/data/arrow/", import.meta.url);

/** A file that pyarrow wrote: see tools/arrow_samples.py. */
export function sample(name: string): Uint8Array<ArrayBuffer> {
  return Deno.readFileSync(new URL(name, FOLDER));
}

/** The names of all of them. */
export function sampleNames(): string[] {
  const names = Array.from(Deno.readDirSync(FOLDER), ({ name }) => name).sort();
  if (names.length === 0) throw new Error(`There are no samples in ${FOLDER}`);
  return names;
}
