import { specol } from "../program.ts";
import { race, type Runner } from "../race.ts";
import type { Section } from "../section.ts";
import { atLeast, atMost, type Verdict } from "../verdict.ts";
import { makeGroups } from "./make_groups.ts";
import type { GroupsPeer } from "./peers.ts";
import { type GroupShape, ROWS } from "./shapes.ts";
import { verifyGroups } from "./verify_groups.ts";

/** What is measured, and how often. */
export interface GroupsOptions {
  readonly folder: string;
  readonly peers: readonly GroupsPeer[];
  readonly rounds: number;
  /** The share of the rows and keys of each shape. */
  readonly share: number;
}

/** Measures sums by key of a file, beside peers. Each program writes the groups to a file. */
export async function measureGroups(
  shape: GroupShape,
  { folder, peers, rounds, share }: GroupsOptions,
): Promise<Section> {
  const path = `${folder}/in.csv`;
  const output = `${folder}/out.csv`;
  const sized = { ...shape, keys: shape.keys * share };
  const file = await makeGroups(sized, { path, rows: ROWS * share });
  const verify = (): Promise<void> => verifyGroups(output, file);
  const sums = ["s = sum(lgamma(n + 1))", "t = sum(n)"];
  const ours = [2, 1].map((jobs): Runner => ({
    name: `specol -j ${jobs}`,
    program: specol("reduce", "--by", "key", ...sums, path, `-j${jobs}`, "-o", output),
    verify,
  }));
  const others = peers.map(({ name, program }): Runner => ({
    name,
    program: program(path, output),
    verify,
    printsSeconds: true,
  }));
  const timings = await race([...ours, ...others], { output, rounds });
  await Deno.remove(path);
  const [first] = timings;
  const best = Math.min(...timings.slice(ours.length).map(({ seconds }) => seconds));
  return {
    name: shape.name,
    title: `${shape.name}, ${(file.bytes / 1e6).toFixed(0)} MB`,
    columns: [
      { title: "seconds", digits: 2 },
      { title: "times", digits: 2 },
      { title: "MB memory", digits: 0 },
    ],
    rows: timings.map(({ name, seconds, peak }) => {
      const verdicts: Verdict[] = [];
      if (name === first.name && peers.length > 0) {
        verdicts.push(atLeast(best / seconds, { limit: 1, subject: "times the best peer" }));
      }
      if (name === first.name && shape.mostBytes !== undefined) {
        verdicts.push(atMost((peak ?? NaN) / 1e6, { limit: shape.mostBytes / 1e6, subject: "MB" }));
      }
      const memory = peak === undefined ? undefined : peak / 1e6;
      return { name, figures: [seconds, seconds / first.seconds, memory], verdicts };
    }),
  };
}
