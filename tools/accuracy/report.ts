import type { FloatType } from "../../testing/mod.ts";
import { hexFloat } from "./hex_float.ts";
import { type Sample, type Tally, worstSamples } from "./tally.ts";

/** The survey of one function or gradient in one type. */
export interface Row {
  readonly name: string;
  readonly kernel: string;
  readonly type: FloatType;
  readonly tally: Tally;
  /** Largest distance from the correctly rounded value that the registry allows, in ulp. */
  readonly budget: number;
  readonly seconds: number;
}

const COLUMNS: readonly { title: string; width: number }[] = [
  { title: "function", width: -9 },
  { title: "type", width: -8 },
  { title: "points", width: 13 },
  { title: "exactly right", width: 14 },
  { title: "worst error", width: 12 },
  { title: "from rounded", width: 13 },
  { title: "at x", width: -25 },
  { title: "", width: -24 },
];

const BAD_INPUTS = 8;

/** Titles of the table. */
export function heading(): string {
  return line(COLUMNS.map(({ title }) => title));
}

/** One line of the table: errors in ulp of the type. */
export function rowText(row: Row): string {
  const { name, type, tally } = row;
  const { x } = tally.distance.distance > 0 ? tally.distance : tally.error;
  return line([
    name,
    type,
    tally.points.toLocaleString("en-US"),
    share(tally),
    errorText(tally.error),
    `${tally.distance.distance}${isOver(row) ? ` > ${row.budget}!` : ""}`,
    Number.isNaN(x) ? "" : String(x),
    Number.isNaN(x) ? "" : hexFloat(x),
  ]);
}

/**
 * Whether the survey found a result farther from the correctly rounded one than the registry
 * allows.
 */
export function isOver({ tally, budget }: Row): boolean {
  return tally.distance.distance > budget;
}

/** The table as JSON, with the worst inputs of each row. */
export function toJson(rows: readonly Row[]): string {
  const plain = rows.map(({ name, kernel, type, tally, budget, seconds }) => ({
    ...{ name, kernel, type, budget },
    ...{ points: tally.points, right: tally.right },
    ...{ error: tally.error.error, distance: tally.distance.distance },
    worst: worstSamples(tally, BAD_INPUTS).map(({ x, error, distance }) => ({
      ...{ x: hexFloat(x), error, distance },
    })),
    seconds: Math.round(seconds * 10) / 10,
  }));
  return `${JSON.stringify(plain, null, 2)}\n`;
}

/** Never rounded up to 100 %, which is said only of all. */
function share({ points, right }: Tally): string {
  if (right === points) return "100 %";
  const percent = Math.floor(1e6 * right / points) / 1e4;
  return `${percent.toFixed(4)} %`;
}

function errorText({ x, error }: Sample): string {
  // No result was near enough to a boundary to be measured: all are nearer than half.
  if (Number.isNaN(x)) return "< 0.5";
  return error < 1e6 ? error.toFixed(5) : error.toExponential(1);
}

function line(cells: readonly string[]): string {
  const padded = cells.map((cell, i) => {
    const { width } = COLUMNS[i];
    return width < 0 ? cell.padEnd(-width) : cell.padStart(width);
  });
  return padded.join("  ").trimEnd();
}
