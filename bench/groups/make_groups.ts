import { lgamma } from "../../functions/lgamma.ts";
import { Random } from "../../support/random.ts";
import { PYTHON } from "../program.ts";
import type { GroupShape } from "./shapes.ts";

/** A table of rows, and what its groups should be. */
export interface GroupsFile {
  readonly path: string;
  readonly bytes: number;
  /** The sums of each key. */
  readonly sums: ReadonlyMap<string, Readonly<GroupSums>>;
}

/** The functions of n + 1 that are added up. */
export type GroupFunction = "lgamma" | "log";

/** The sums of a group: those of each function, and that of n. */
export type GroupSums = Record<GroupFunction | "n", number>;

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Counts are below this number. */
const MOST = 1000;

const CONVERT_SCRIPT = new URL("./convert_groups.py", import.meta.url).pathname;

/** Makes a file with a key, a count and a number in each row. */
export async function makeGroups(
  shape: GroupShape,
  { path, rows }: { path: string; rows: number },
): Promise<GroupsFile> {
  if (shape.format === "csv") return await makeCsv(shape, { path, rows });
  const { path: csv, sums } = await makeCsv(shape, { path: `${path}.csv`, rows });
  const convert = new Deno.Command(PYTHON, { args: ["-B", CONVERT_SCRIPT, csv, path] });
  const { success, stderr } = await convert.output();
  if (!success) throw new Error(`Cannot make ${path}: ${new TextDecoder().decode(stderr)}`);
  await Deno.remove(csv);
  return { path, bytes: (await Deno.stat(path)).size, sums };
}

async function makeCsv(
  { keys: count, length, isSorted }: GroupShape,
  { path, rows }: { path: string; rows: number },
): Promise<GroupsFile> {
  const random = new Random(2026);
  const keys = new Set<string>();
  while (keys.size < count) {
    keys.add(Array.from({ length }, () => LETTERS[random.bits() % LETTERS.length]).join(""));
  }
  const names = [...keys];
  const counts = Float64Array.from({ length: MOST }, (_, n) => n + 1);
  const lgammas = lgamma(counts);
  const logs = counts.map(Math.log);
  const sums = new Map<string, GroupSums>();
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  let text = "key,n,x\n";
  let bytes = 0;
  async function flush(): Promise<void> {
    const encoded = new TextEncoder().encode(text);
    for (let at = 0; at < encoded.length;) at += await file.write(encoded.subarray(at));
    bytes += encoded.length;
    text = "";
  }
  for (let i = 0; i < rows; i++) {
    const key = names[isSorted ? Math.floor(i / rows * count) : random.bits() % count];
    const n = random.bits() % MOST;
    const sum = sums.get(key) ?? { lgamma: 0, log: 0, n: 0 };
    sum.lgamma += lgammas[n];
    sum.log += logs[n];
    sum.n += n;
    sums.set(key, sum);
    text += `${key},${n},${random.between(0, 1).toFixed(6)}\n`;
    if (text.length > 2 ** 20) await flush();
  }
  await flush();
  return { path, bytes, sums };
}
