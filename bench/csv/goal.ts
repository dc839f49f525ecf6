import { atLeast, atMost, type Verdict } from "../verdict.ts";
import type { Section } from "../section.ts";
import { PEAK_BYTES } from "../targets.ts";

/** A figure that has a target. */
export interface Goal {
  /** The line of the table of targets to which it belongs. */
  readonly what: string;
  /** The place in that line, if it has several. */
  readonly where?: string;
  /** What the figure is. */
  readonly subject: string;
  readonly value: number;
  /** The minimum; a goal has either this or `most`. */
  readonly least?: number;
  readonly most?: number;
}

/** A table, and its figures that have targets. */
export interface Measured {
  readonly section: Section;
  readonly goals: readonly Goal[];
}

/** Makes the goal of a memory peak. */
export function memoryGoal(bytes: number, where: string): Goal {
  return { what: "memory", where, subject: "MB", value: bytes / 1e6, most: PEAK_BYTES / 1e6 };
}

/** Compares a figure with its target. */
export function verdictOf({ subject, value, least, most }: Goal): Verdict {
  return least !== undefined
    ? atLeast(value, { limit: least, subject })
    : atMost(value, { limit: most!, subject });
}

/** Makes the table of targets, with the worst figure of each line. */
export function goalsSection(goals: readonly Goal[]): Section {
  const lines = Map.groupBy(goals, ({ what }) => what);
  const worst = Array.from(
    lines.values(),
    (list) => list.toSorted((a, b) => margin(a) - margin(b))[0],
  );
  return {
    name: "targets",
    title: "targets, the worst figure of each",
    columns: [{ title: "figure", digits: 2 }, { title: "target", digits: 1 }],
    rows: worst.map((goal) => ({
      name: goal.what,
      figures: [goal.value, goal.least ?? goal.most],
      verdicts: [verdictOf({ ...goal, subject: subjectIn(goal) })],
    })),
  };
}

function subjectIn({ where, subject }: Goal): string {
  return where === undefined ? subject : `${where}: ${subject}`;
}

/** Returns how many times as good as required a figure is. An unknown figure is the worst. */
function margin({ value, least, most }: Goal): number {
  const ratio = least !== undefined ? value / least : most! / value;
  return Number.isNaN(ratio) ? 0 : ratio;
}
