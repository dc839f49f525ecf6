import type { Kernel } from "../../kernels/engine.ts";
import { SOURCE_HASH } from "../../kernels/module.js";
import type { FloatType } from "../../testing/mod.ts";
import { hexFloat } from "./hex_float.ts";
import { type Sample, type Tally, worstSamples } from "./tally.ts";

/** The survey of one function or gradient in one type. */
export interface Row {
  readonly name: string;
  readonly kernel: Kernel;
  readonly type: FloatType;
  readonly tally: Tally;
  /** Largest distance from the correctly rounded value that the registry allows, in ulp. */
  readonly budget: number;
  readonly seconds: number;
}

const COLUMNS: readonly { title: string; width: number }[] = [
  { title: "function", width: -22 },
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

/** A line of the table, errors in ulp of the type; a second one where subnormals are worse. */
export function rowText(row: Row): string {
  const { name, type, tally } = row;
  const { error, subnormal, distance } = tally;
  // The x that is shown explains the largest number in its line.
  const { x } = distance.distance > error.distance ? distance : error;
  const text = line([
    name,
    type,
    tally.points.toLocaleString("en-US"),
    share(tally),
    errorText(error),
    `${distance.distance}${isOver(row) ? ` > ${row.budget}!` : ""}`,
    ...argumentTexts(x),
  ]);
  if (subnormal.distance === 0 || subnormal.error <= error.error) return text;
  const note = ["", "", "subnormal", "", errorText(subnormal), `${subnormal.distance}`];
  return `${text}\n${line([...note, ...argumentTexts(subnormal.x)])}`;
}

/**
 * Whether the survey found a result farther from the correctly rounded one than the registry
 * allows.
 */
export function isOver({ tally, budget }: Row): boolean {
  return tally.distance.distance > budget;
}

/** A row as a file keeps it. */
interface StoredRow {
  readonly name: string;
  readonly type: FloatType;
}

/**
 * The table as JSON, each row with the worst inputs, the day, and the build of the kernels that it
 * holds for. Rows of `earlier`, a text of the same kind, stay unless they have been measured again.
 */
export function toJson(rows: readonly Row[], { earlier }: { earlier?: string } = {}): string {
  const date = new Date().toISOString().slice(0, 10);
  const measured = rows.map(({ name, kernel, type, tally, budget, seconds }) => ({
    name,
    kernel: kernel.name,
    parameter: kernel.parameter,
    type,
    budget,
    points: tally.points,
    right: tally.right,
    error: tally.error.error,
    subnormalError: tally.subnormal.error,
    distance: tally.distance.distance,
    worst: worstSamples(tally, BAD_INPUTS).map(({ x, error, distance }) => ({
      x: hexFloat(x),
      error,
      distance,
    })),
    seconds: Math.round(seconds * 10) / 10,
    date,
    build: SOURCE_HASH,
  }));
  const stored: readonly StoredRow[] = earlier === undefined ? [] : JSON.parse(earlier).rows;
  const keyOf = ({ name, type }: StoredRow): string => `${name} ${type}`;
  const merged = new Map<string, StoredRow>(
    [...stored, ...measured].map((row) => [keyOf(row), row]),
  );
  return `${JSON.stringify({ rows: [...merged.values()] }, null, 2)}\n`;
}

/** Never rounded up to 100 %, which is said only of all. */
function share({ points, right }: Tally): string {
  if (right === points) return "100 %";
  const percent = Math.floor(1e6 * right / points) / 1e4;
  return `${percent.toFixed(4)} %`;
}

function argumentTexts(x: number): [string, string] {
  return Number.isNaN(x) ? ["", ""] : [String(x), hexFloat(x)];
}

function errorText({ x, error }: Sample): string {
  // No result was near enough to a boundary to be measured: all are nearer than half.
  if (Number.isNaN(x)) return "< 0.5";
  // Cut, not rounded: what is below 0.5 should look so.
  return error < 1e6 ? (Math.floor(error * 1e5) / 1e5).toFixed(5) : error.toExponential(1);
}

function line(cells: readonly string[]): string {
  const padded = cells.map((cell, i) => {
    const { width } = COLUMNS[i];
    return width < 0 ? cell.padEnd(-width) : cell.padStart(width);
  });
  return padded.join("  ").trimEnd();
}
