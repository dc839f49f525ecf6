import type { Row } from "./row.ts";
import type { Startup } from "./startup.ts";
import {
  LOG_UNIFORM_FUNCTIONS,
  LOG_UNIFORM_TIMES,
  MODULE_BYTES,
  NEGATIVE_TIMES,
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

/** Holds a row against all its targets; without a peer there is nothing to hold against it. */
export function verdictsOf(row: Row): Verdict[] {
  const verdicts = speedTargets.filter((target) => concerns(target, row))
    .flatMap((target) => speedVerdict(target, row) ?? []);
  if (row.logUniform !== undefined && LOG_UNIFORM_FUNCTIONS.includes(row.functionName)) {
    verdicts.push(atMost(row.logUniform / row.ours, {
      limit: LOG_UNIFORM_TIMES,
      subject: "log-uniform",
    }));
  }
  if (row.negative !== undefined) {
    verdicts.push(atMost(row.negative / row.ours, { limit: NEGATIVE_TIMES, subject: "negative" }));
  }
  return verdicts;
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
    text: `${subject} ${show(value)}, not <= ${limit}: over by ${percent(value / limit - 1)}`,
  };
}

/** Holds a figure against the least that it must be. */
export function atLeast(
  value: number,
  { limit, subject }: { limit: number; subject: string },
): Verdict {
  return value >= limit ? { met: true, text: `${subject} >= ${limit}` } : {
    met: false,
    text: `${subject} ${show(value)}, not >= ${limit}: short by ${percent(1 - value / limit)}`,
  };
}

function concerns({ type, rows }: SpeedTarget, row: Row): boolean {
  return type === row.type && (rows === "all" || rows.includes(row.name));
}

function speedVerdict({ peer, times, strictly }: SpeedTarget, row: Row): Verdict | undefined {
  const theirs = row.peers[peer];
  if (theirs === undefined) return undefined;
  const target = `${strictly ? ">" : ">="} ${times} x ${peer}`;
  const ratio = theirs / row.ours;
  return (strictly ? ratio > times : ratio >= times)
    ? { met: true, text: target }
    : { met: false, text: `${show(ratio)}, not ${target}: short by ${percent(1 - ratio / times)}` };
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
