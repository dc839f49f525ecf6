const FOLDER = new URL("../tests/data/keys/", import.meta.url);

/** A row of the samples: a text of few, a text of many, a small integer, and a number. */
export type KeyRow = readonly [
  k: string | null,
  w: string | null,
  n: number | null,
  x: number | null,
];

/** Reads a file that tools/key_samples.py wrote. */
export function keySample(name: string): Uint8Array<ArrayBuffer> {
  return Deno.readFileSync(new URL(name, FOLDER));
}

/** The rows of all samples. */
export function keyRows(): readonly KeyRow[] {
  return JSON.parse(new TextDecoder().decode(keySample("rows.json")));
}

/** Returns the names of the samples. */
export function keySampleNames(): string[] {
  const names = Array.from(Deno.readDirSync(FOLDER), ({ name }) => name)
    .filter((name) => !name.endsWith(".json")).sort();
  if (names.length === 0) throw new Error(`There are no samples in ${FOLDER}`);
  return names;
}
