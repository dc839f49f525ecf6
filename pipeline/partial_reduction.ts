import type { CsvOptions } from "../formats/csv/dialect.ts";
import type { Format } from "../formats/format.ts";
import type { ColumnSpec } from "../formats/table.ts";
import type { ByteSink } from "../io/byte_sink.ts";
import type { FloatType } from "../kernels/float_types.ts";
import type { Reduction } from "../plan/plan_reduce.ts";
import { ExactSum } from "./exact_sum.ts";
import type { Groups, GroupState, Key } from "./groups.ts";
import type { PieceIdentity } from "./manifest.ts";
import { ownHeader, ownLine } from "./own_files.ts";
import type { TallyState } from "./tally.ts";

// The sums of a piece, as lines of JSON with checksums: a header, a line for each group and a last
// one, without which the file is not whole. docs/scale.md tells what is in them.

/** The version of the format of reductions. Other versions are refused. */
export const REDUCTION_VERSION = 2;

/** The first line: what is added up, and how the whole is written. */
export interface ReductionHeader extends PieceIdentity {
  /** The columns of keys. */
  readonly by: readonly ColumnSpec[];
  readonly reductions: readonly Reduction[];
  readonly to: Format;
  readonly dtype?: FloatType;
  readonly csv: CsvOptions;
}

/** The last line: how much comes before it. */
export interface ReductionEnd {
  readonly groups: number;
  readonly rows: number;
}

/** Characters of text that are gathered before they are written. */
const GATHERED_CHARACTERS = 2 ** 16;

/** Writes what is known of the groups of a piece. */
export async function writeReduction(
  sink: ByteSink,
  header: ReductionHeader,
  { groups, rows }: { groups: Groups; rows: number },
): Promise<void> {
  const { types: _, ...csv } = header.csv;
  const first = { version: REDUCTION_VERSION, ...header, csv };
  let text = ownHeader("reduction", first);
  const flush = async (): Promise<void> => {
    await sink.write(new TextEncoder().encode(text));
    text = "";
  };
  let count = 0;
  for (const { keys, values } of groups.states()) {
    count++;
    text += `\n${ownLine({ keys: keys.map(writeKey), values: values.map(writeTally) })}`;
    if (text.length > GATHERED_CHARACTERS) await flush();
  }
  const end: ReductionEnd = { groups: count, rows };
  text += `\n${ownLine(end)}\n`;
  await flush();
}

/** Reads the line of a group. Throws if the line is something else. */
export function readGroup(
  line: unknown,
  { by, reductions }: Pick<ReductionHeader, "by" | "reductions">,
): GroupState {
  const { keys, values } = (line ?? {}) as { keys?: unknown; values?: unknown };
  if (
    !Array.isArray(keys) || keys.length !== by.length ||
    !Array.isArray(values) || values.length !== reductions.length
  ) throw new SyntaxError("this group has other keys or values than the first line says");
  return { keys: keys.map(readKey), values: values.map(readTally) };
}

// JSON has neither integers of 64 bits nor NaN, infinities and -0. So numbers are written as texts.

function writeKey(key: Key): unknown {
  if (key === null || typeof key === "string") return key;
  return typeof key === "bigint" ? { integer: String(key) } : { float: writeFloat(key) };
}

function readKey(key: unknown): Key {
  if (key === null || typeof key === "string") return key;
  const { integer, float } = Object(key) as { integer?: string; float?: string };
  return integer === undefined ? readFloat(float) : BigInt(integer);
}

function writeTally({ count, nulls, sum, extreme }: TallyState): unknown {
  return {
    ...{ count, nulls },
    sum: sum === undefined ? undefined : sumOf(sum).text,
    extreme: extreme === undefined ? undefined : writeFloat(extreme),
  };
}

function readTally(value: unknown): TallyState {
  const { count, nulls, sum, extreme } = Object(value) as Record<string, unknown>;
  const isSum = sum === undefined || typeof sum === "string";
  if (!Number.isSafeInteger(count) || !Number.isSafeInteger(nulls) || !isSum) {
    throw new SyntaxError("a value of this group is not one");
  }
  return {
    ...{ count: count as number, nulls: nulls as number },
    sum: sum === undefined ? undefined : sumOf(sum).state,
    extreme: extreme === undefined ? undefined : readFloat(extreme),
  };
}

function sumOf(known: Float64Array | string): ExactSum {
  const sum = new ExactSum();
  if (typeof known === "string") sum.addText(known);
  else sum.merge(known);
  return sum;
}

/** The shortest text that reads back as the same float64. */
function writeFloat(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

function readFloat(text: unknown): number {
  const value = Number(text);
  if (typeof text !== "string" || text === "" || Number.isNaN(value) && text !== "NaN") {
    throw new SyntaxError(`${JSON.stringify(text)} is not a number`);
  }
  return value;
}
