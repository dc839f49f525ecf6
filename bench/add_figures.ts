import type { Results } from "./losses.ts";
import type { Machine } from "./machine.ts";
import { RANGES } from "./ranges.ts";
import type { Row } from "./row.ts";
import { subjects } from "./subjects.ts";

/** What `deno task bench` writes to a file. */
export interface BenchFigures extends Results {
  readonly machine: Machine;
  readonly versions: Readonly<Record<string, string>>;
  readonly effort: unknown;
}

/** Reads the figures of an earlier run, or none if there is no such file. */
export async function readFigures(path: string): Promise<BenchFigures | undefined> {
  try {
    return JSON.parse(await Deno.readTextFile(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Under what a run is made. */
export type Conditions = Pick<BenchFigures, "machine" | "versions" | "effort">;

/** Throws if a run is not of the same commit, machine, peers and effort as an earlier one. */
export function assertSameConditions(old: Conditions, now: Conditions): void {
  for (const [what, of] of Object.entries(CONDITIONS)) {
    const [before, after] = [old, now].map((run) => JSON.stringify(of(run)));
    if (before === after) continue;
    throw new Error(
      `Cannot add figures to those of ${old.machine.date}: ${what} was ${before}, is ${after}`,
    );
  }
}

/**
 * Adds figures to those of an earlier run of other cells. Of cells that both have, the new ones are
 * kept. The date is that of the earlier run.
 */
export function addFigures(old: BenchFigures, added: BenchFigures): BenchFigures {
  const rows = new Map([...old.rows, ...added.rows].map((row) => [placeOf(row).join(), row]));
  return {
    ...old,
    ...added,
    machine: old.machine,
    rows: [...rows.values()].sort((a, b) => comparePlaces(placeOf(a), placeOf(b))),
  };
}

const CONDITIONS: Readonly<Record<string, (run: Conditions) => unknown>> = {
  commit: ({ machine }) => machine.commit,
  machine: ({ machine: { cpu, cores, system, deno } }) => [cpu, cores, system, deno],
  peers: ({ versions }) => versions,
  effort: ({ effort }) => effort,
};

const TYPES = ["float64", "float32", "float16"];

/** The place of a row in the tables. */
function placeOf({ type, name, range }: Row): number[] {
  return [
    TYPES.indexOf(type),
    subjects.findIndex((subject) => subject.name === name),
    RANGES.findIndex((known) => known.name === range),
  ];
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((place, i) => place !== b[i]);
  return i < 0 ? 0 : a[i] - b[i];
}
