import type { GroupFunction, GroupsFile } from "./make_groups.ts";

/** How far the sums of peers may be from ours, which are added up in another order. */
const TOLERANCE = 1e-9;

/** Throws if a file of groups does not have the keys and sums that it should. */
export async function verifyGroups(
  path: string,
  { sums }: GroupsFile,
  computes: GroupFunction,
): Promise<void> {
  const [, ...lines] = (await Deno.readTextFile(path)).trimEnd().split("\n");
  if (lines.length !== sums.size) {
    throw new Error(`${path} has ${lines.length} groups, expected ${sums.size}`);
  }
  const seen = new Set<string>();
  for (const line of lines) {
    const [key, values, total] = line.split(",");
    const group = sums.get(key);
    const expected = group?.[computes] ?? NaN;
    const isRight = group !== undefined && !seen.has(key) && Number(total) === group.n &&
      Math.abs(Number(values) - expected) <= TOLERANCE * Math.abs(expected);
    if (!isRight) {
      throw new Error(`${path}: wrong group ${line}, expected ${expected},${group?.n}`);
    }
    seen.add(key);
  }
}
