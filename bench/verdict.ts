import type { Call } from "./measure_calls.ts";
import type { FirstCall } from "./measure_first_calls.ts";
import { UNIFORM } from "./ranges.ts";
import { geometricMean, ratioOf, type Row } from "./row.ts";
import type { Startup } from "./startup.ts";
import {
  CALL_NS,
  FIRST_CALL_MS,
  MEAN_TIMES,
  MODULE_BYTES,
  rangeTargets,
  type SpeedTarget,
  speedTargets,
  STARTUP_TIMES,
} from "./targets.ts";

/** A figure held against its target. */
export interface Verdict {
  readonly met: boolean;
  /** The target if it is met, else by how much the figure falls short. */
  readonly text: string;
}

/**
 * Holds a row against its targets compared with peers; without a peer there is nothing to hold against it.
 */
export function verdictsOf(row: Row): Verdict[] {
  if (row.range !== UNIFORM) return [];
  return speedTargets.filter((target) => concerns(target, row))
    .flatMap((target) => speedVerdict(target, row) ?? []);
}

/**
 * Holds the matrix against the targets for all of it: the mean, and ranges next to the uniform one.
 */
export function matrixVerdicts(rows: readonly Row[]): Verdict[] {
  const find = (name: string, range: string): Row | undefined =>
    rows.find((row) => row.type === "float64" && row.name === name && row.range === range);
  const ranges = rangeTargets.flatMap(({ range, functions, times }) =>
    functions.flatMap((name) => {
      const [row, base] = [find(name, range), find(name, UNIFORM)];
      if (row === undefined || base === undefined) return [];
      const subject = `${name}, cost on ${range} relative to ${UNIFORM}`;
      return [atMost(row.ours / base.ours, { limit: times, subject })];
    })
  );
  const ratios = rows.map(ratioOf);
  if (ratios.every((ratio) => ratio === undefined)) return ranges;
  const subject = "geometric mean of the fastest peer's time over ours";
  return [atLeast(geometricMean(ratios), { limit: MEAN_TIMES, subject }), ...ranges];
}

/** Holds calls of a few numbers against their targets, and single numbers against the peer. */
export function callVerdicts(calls: readonly Call[]): Verdict[] {
  return calls.flatMap(({ name, what, ours, stdlib }) => [
    ...(what in CALL_NS
      ? [atMost(ours, { limit: CALL_NS[what], subject: `${name} of ${what}, ns` })]
      : []),
    ...(stdlib === undefined
      ? []
      : [atLeast(stdlib / ours, { limit: 1, subject: `${name} of ${what}, x stdlib` })]),
  ]);
}

/** Holds the first call of a function against the second. */
export function firstCallVerdict({ name, warm, second }: FirstCall): Verdict {
  return atMost(warm - second, {
    limit: FIRST_CALL_MS,
    subject: `${name}, extra ms of the first call`,
  });
}

/** Holds the size of the module against its target. */
export function moduleVerdict(bytes: number): Verdict {
  return atMost(bytes, { limit: MODULE_BYTES, subject: "bytes" });
}

/** Holds the time of a small file against its target. */
export function startupVerdict({ empty, cli }: Startup): Verdict {
  return atMost(cli / empty, { limit: STARTUP_TIMES, subject: "startup" });
}

/** Holds a figure against the most that it may be. */
export function atMost(
  value: number,
  { limit, subject }: { limit: number; subject: string },
): Verdict {
  return value <= limit ? { met: true, text: `${subject} <= ${limit}` } : {
    met: false,
    text: `${subject}: ${show(value)}, target at most ${limit} (${
      percent(value / limit - 1)
    } over)`,
  };
}

/** Holds a figure against the least that it must be. */
export function atLeast(
  value: number,
  { limit, subject }: { limit: number; subject: string },
): Verdict {
  return value >= limit ? { met: true, text: `${subject} >= ${limit}` } : {
    met: false,
    text: `${subject}: ${show(value)}, target at least ${limit} (${
      percent(1 - value / limit)
    } short)`,
  };
}

function concerns({ type, rows }: SpeedTarget, row: Row): boolean {
  return type === row.type && (rows === "all" || rows.includes(row.name));
}

function speedVerdict({ peer, times, strictly }: SpeedTarget, row: Row): Verdict | undefined {
  const theirs = row.peers[peer];
  if (theirs === undefined) return undefined;
  const target = `${strictly ? "more than" : "at least"} ${times}`;
  const ratio = theirs / row.ours;
  const text = `${peer} x ${show(ratio)}, target ${target} (${percent(1 - ratio / times)} short)`;
  return (strictly ? ratio > times : ratio >= times)
    ? { met: true, text: `${peer} x ${target}` }
    : { met: false, text };
}

/** What the targets say: all of them if they are met, else those that are not. */
export function verdictText(verdicts: readonly Verdict[]): string {
  if (verdicts.length === 0) return "";
  const missed = verdicts.filter(({ met }) => !met);
  const shown = missed.length === 0 ? verdicts : missed;
  return `${missed.length === 0 ? "ok" : "MISSED"}: ${shown.map(({ text }) => text).join("; ")}`;
}

function percent(share: number): string {
  return `${Math.ceil(100 * share)} %`;
}

function show(value: number): string {
  return value < 1000 ? value.toFixed(2) : String(value);
}
