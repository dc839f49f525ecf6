/** Hard points of one kernel with one parameter, and the correctly rounded results. */
export interface HardPoints {
  readonly parameter?: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

const FOLDER = new URL("../tests/data/hard_points/", import.meta.url);

/** All files of the folder, by the name of their kernel. */
export async function readHardPoints(): Promise<{ name: string; points: HardPoints[] }[]> {
  const files: string[] = [];
  for await (const { name } of Deno.readDir(FOLDER)) if (name.endsWith(".tsv")) files.push(name);
  return await Promise.all(
    files.sort().map(async (file) => ({
      name: file.slice(0, -".tsv".length),
      points: parsePoints(await Deno.readTextFile(new URL(file, FOLDER))),
    })),
  );
}

/** Reads what tools/hard_points.c prints of one kernel. */
export function parsePoints(text: string): HardPoints[] {
  const groups = new Map<string, { x: bigint[]; y: bigint[] }>();
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [, parameter, x, y] = line.split("\t");
    const group = groups.get(parameter) ?? { x: [], y: [] };
    groups.set(parameter, group);
    group.x.push(BigInt(`0x${x}`));
    group.y.push(BigInt(`0x${y}`));
  }
  return Array.from(groups, ([parameter, { x, y }]) => ({
    ...(parameter === "0" ? {} : { parameter: Number(parameter) }),
    x: new Float64Array(BigUint64Array.from(x).buffer),
    y: new Float64Array(BigUint64Array.from(y).buffer),
  }));
}
