import { redirect, specol } from "../program.ts";
import { race, type Runner, type Timing } from "../race.ts";
import type { Section } from "../section.ts";
import { atLeast, atMost, type Verdict } from "../verdict.ts";
import { type GroupsFile, makeGroups } from "./make_groups.ts";
import type { GroupsPeer } from "./peers.ts";
import { type GroupFormat, type GroupShape, ROWS } from "./shapes.ts";
import { verifyGroups } from "./verify_groups.ts";

/** What is measured, and how often. */
export interface GroupsOptions {
  readonly folder: string;
  readonly peers: readonly GroupsPeer[];
  readonly rounds: number;
  /** The share of the rows and keys of each shape. */
  readonly share: number;
  /** The start of each program, for a file of the same format. */
  readonly starts: ReadonlyMap<GroupFormat, readonly Timing[]>;
}

/** Measures the start of each program: its time for a file of one row. */
export async function measureStarts(
  format: GroupFormat,
  { folder, peers, rounds }: Omit<GroupsOptions, "starts" | "share">,
): Promise<readonly Timing[]> {
  const path = `${folder}/one.${format}`;
  const shape = { name: "start", id: "start", keys: 1, length: 12, isSorted: false, format };
  const small = await makeGroups(shape, { path, rows: 1 });
  const timings = await time(small, { folder, peers, rounds, format });
  await Deno.remove(path);
  return timings;
}

/** The best time of a program over a file, and over a file of one row, which is its start. */
interface GroupsTiming extends Timing {
  readonly start: number;
}

/** Measures sums by key of a file, compared with peers. Each program writes the groups to a file. */
export async function measureGroups(
  shape: GroupShape,
  { folder, peers, rounds, share, starts }: GroupsOptions,
): Promise<Section> {
  const sized = { ...shape, keys: shape.keys * share };
  const { format } = shape;
  const file = await makeGroups(sized, { path: `${folder}/in.${format}`, rows: ROWS * share });
  const measured = await time(file, { folder, peers, rounds, format });
  const timings = measured.map((timing, i): GroupsTiming => ({
    ...timing,
    start: starts.get(format)![i].seconds,
  }));
  await Deno.remove(file.path);
  const [first] = timings;
  const theirs = timings.filter(({ name }) => peers.some((peer) => peer.name === name));
  return {
    name: shape.name,
    title: `${shape.name}, ${(file.bytes / 1e6).toFixed(0)} MB`,
    columns: [
      { title: "s", digits: 3 },
      { title: "no start", digits: 3 },
      { title: "times", digits: 2 },
      { title: "MB memory", digits: 0 },
    ],
    rows: timings.map((timing) => ({
      name: timing.name,
      figures: [
        timing.seconds,
        withoutStart(timing),
        timing.seconds / first.seconds,
        timing.peak === undefined ? undefined : timing.peak / 1e6,
      ],
      verdicts: timing.name.startsWith("specol -j 2") ? judge(timing, theirs, shape) : [],
    })),
  };
}

/** Times all programs over a file, and verifies what they write. */
async function time(
  file: GroupsFile,
  { folder, peers, rounds, format }: Pick<GroupsOptions, "folder" | "peers" | "rounds"> & {
    readonly format: GroupFormat;
  },
): Promise<Timing[]> {
  const output = `${folder}/out.csv`;
  const readers = peers.filter(({ reads }) => reads.includes(format));
  const runners = makeRunners(readers, { from: file.path, to: output });
  const computes = new Map(peers.map((peer) => [peer.name, peer.computes]));
  return await race(
    runners.map((runner) => ({
      ...runner,
      verify: () => verifyGroups(output, file, computes.get(runner.name) ?? "lgamma"),
    })),
    { output, rounds },
  );
}

/** Our program with and without a file that is on the disk in the end, on one thread, and peers. */
function makeRunners(
  peers: readonly GroupsPeer[],
  { from, to }: { from: string; to: string },
): Runner[] {
  const sums = ["s = sum(lgamma(n + 1))", "t = sum(n)"];
  const reduce = (...more: string[]) =>
    specol("reduce", "--by", "key", ...sums, from, "--to", "csv", ...more);
  return [
    { name: "specol -j 2 >", program: redirect(reduce("-j2"), to) },
    { name: "specol -j 2 -o", program: reduce("-j2", "-o", to) },
    { name: "specol -j 1 >", program: redirect(reduce("-j1"), to) },
    ...peers.map(({ name, program }) => ({ name, program: program(from, to) })),
  ];
}

function withoutStart({ seconds, start }: GroupsTiming): number {
  return Math.max(0, seconds - start);
}

function judge(
  timing: GroupsTiming,
  peers: readonly GroupsTiming[],
  { mostBytes }: GroupShape,
): Verdict[] {
  const verdicts: Verdict[] = [];
  if (peers.length > 0) {
    const best = Math.min(...peers.map(({ seconds }) => seconds)) / timing.seconds;
    const bare = Math.min(...peers.map(withoutStart)) / withoutStart(timing);
    verdicts.push(
      atLeast(best, { limit: 1, subject: "speed relative to the best peer" }),
      atLeast(bare, { limit: 1, subject: "speed relative to the best peer, without start" }),
    );
  }
  if (mostBytes !== undefined) {
    verdicts.push(atMost((timing.peak ?? NaN) / 1e6, { limit: mostBytes / 1e6, subject: "MB" }));
  }
  return verdicts;
}
