import type { GroupsFile } from "./make_groups.ts";

/** How far the sums of peers may be from ours, which are added up in another order. */
const TOLERANCE = 1e-9;

/** Throws if a file of groups does not have the keys and sums that it should. */
export async function verifyGroups(path: string, { sums }: GroupsFile): Promise<void> {
  const [, ...lines] = (await Deno.readTextFile(path)).trimEnd().split("\n");
  if (lines.length !== sums.size) {
    throw new Error(`${path} has ${lines.length} groups, expected ${sums.size}`);
  }
  const seen = new Set<string>();
  for (const line of lines) {
    const [key, lgammas, total] = line.split(",");
    const expected = sums.get(key);
    const isRight = expected !== undefined && !seen.has(key) && Number(total) === expected[1] &&
      Math.abs(Number(lgammas) - expected[0]) <= TOLERANCE * Math.abs(expected[0]);
    if (!isRight) throw new Error(`${path}: wrong group ${line}, expected ${expected}`);
    seen.add(key);
  }
}
