import { lgamma } from "../../functions/lgamma.ts";
import type { Alone } from "../alone.ts";
import { assertSame } from "../assert_same.ts";
import { copy } from "../program.ts";
import { race, type Runner, type Timing } from "../race.ts";
import type { Section } from "../section.ts";
import { type Goal, type Measured, memoryGoal, verdictOf } from "./goal.ts";
import { type CsvFile, resultName } from "./make_csv.ts";
import type { CsvPeer } from "./peers.ts";
import { CSV_PIPES_TIMES } from "../targets.ts";
import { verifyCells } from "./verify_cells.ts";
import { between, type Way, wayName, wayProgram } from "./ways.ts";

/** What peers compute. */
const FUNCTIONS: Readonly<Record<CsvPeer["computes"], (x: Float64Array) => Float64Array>> = {
  lgamma: (x) => lgamma(x),
  exp: (x) => x.map(Math.exp),
  log: (x) => x.map(Math.log),
};

/** What is measured. */
export interface ShapeOptions {
  readonly folder: string;
  readonly ways: readonly Way[];
  /** The peers that are installed. */
  readonly peers: readonly CsvPeer[];
  readonly rounds: number;
  /** The number of rounds of the slow peers, after the others. */
  readonly slowRounds: number;
  readonly alone: Alone;
}

/** The table of a file, and the timings that it was made from. */
export interface ShapeResult extends Measured {
  /** Our timings, in the order of the ways. */
  readonly ours: readonly Timing[];
  readonly peers: readonly Timing[];
}

/** Measures lgamma of a column, from CSV file to CSV file, compared with `cp` and peers. */
export async function measureShape(input: CsvFile, options: ShapeOptions): Promise<ShapeResult> {
  const { shape, path: from, bytes, x } = input;
  const { folder, ways, rounds, slowRounds, alone } = options;
  const output = `${folder}/out.csv`;
  const peers = options.peers.filter(({ readsQuotes }) => readsQuotes || !shape.quoted);
  const column = shape.columns[shape.of].name;
  const expected = await Deno.readFile(input.expected);
  const runners: Runner[] = ways.map((way) => ({
    name: wayName(way),
    program: wayProgram(way, { column, from, to: output }),
    verify: async () => assertSame(await Deno.readFile(output), expected, output),
  }));
  // This is the time of the pipes alone: nothing is computed, and a third less is written.
  const pipes: Runner[] = ways.some(({ to }) => to === "pipes")
    ? [{ name: "cp, pipes", program: between({ command: "cat", args: [] }, from, output) }]
    : [];
  const runnersOf = (isSlow: boolean): Runner[] =>
    peers.filter((peer) => peer.isSlow === isSlow).map((peer) => peerRunner(peer, input, output));
  const copies = [{ name: "cp", program: copy(from, output) }, ...pipes];
  const all = await race([...copies, ...runners, ...runnersOf(false)], { output, rounds, alone });
  all.push(...await race(runnersOf(true), { output, rounds: slowRounds, alone }));
  const [copied] = all;
  const ours = all.slice(copies.length, copies.length + ways.length);
  const theirs = all.slice(copies.length + ways.length);

  const [first] = ours;
  const goals = ways.map((way, i) =>
    goalsOf(way, { shape: shape.name, ours: ours[i], first, theirs })
  );
  const section: Section = {
    name: shape.name,
    title: `${shape.name}: ${(bytes / 1e6).toFixed(0)} MB, ${x.length} rows, ` +
      `${shape.columns.length} columns, lgamma(${column}), ${rounds} rounds, slow peers ${slowRounds}`,
    columns: [
      { title: "s", digits: 3 },
      { title: "MB/s", digits: 0 },
      { title: "x cp", digits: 1 },
      { title: "x first", digits: 2 },
      { title: "MB memory", digits: 0 },
    ],
    rows: all.map(({ name, seconds, peak }) => {
      const i = ours.findIndex((timing) => timing.name === name);
      return {
        name,
        figures: [
          seconds,
          bytes / 1e6 / seconds,
          seconds / copied.seconds,
          seconds / first.seconds,
          peak && peak / 1e6,
        ],
        verdicts: i < 0 ? [] : goals[i].map(verdictOf),
      };
    }),
  };
  return { section, goals: goals.flat(), ours, peers: theirs };
}

function peerRunner(peer: CsvPeer, { shape, path, x }: CsvFile, output: string): Runner {
  const { name, computes, printsSeconds } = peer;
  const result = resultName(shape, computes);
  return {
    name,
    program: peer.program({ from: path, to: output, shape, result }),
    printsSeconds,
    verify: () =>
      verifyCells(output, { input: path, name: result, results: FUNCTIONS[computes](x) }),
  };
}

function goalsOf(
  way: Way,
  { shape, ours, first, theirs }: {
    shape: string;
    ours: Timing;
    first: Timing;
    theirs: readonly Timing[];
  },
): Goal[] {
  const { to, times } = way;
  const goals: Goal[] = theirs.flatMap(({ name, seconds }) => {
    const value = seconds / ours.seconds;
    const subject = `${name} x`;
    if (typeof times === "number") {
      return [{ what: "other files, every peer", where: shape, subject, value, least: times }];
    }
    const what = `${shape}, ${wayName(way)}, ${name}`;
    return name in times ? [{ what, subject, value, least: times[name] }] : [];
  });
  if (to === "pipes") {
    const value = ours.seconds / first.seconds;
    goals.push({ what: "pipes : file", subject: "x file", value, most: CSV_PIPES_TIMES });
  }
  if (ours.peak) goals.push(memoryGoal(ours.peak, `${shape}, ${wayName(way)}`));
  return goals;
}
