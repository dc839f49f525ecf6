import type { AggregateName } from "../../../plan/expression/parse_aggregate.ts";

// What groups should be, in the plainest way: a map of texts, and integers of any length.

/** A row: its keys, null where there is none, and its number, null where there is none. */
export interface Row {
  readonly keys: readonly (string | null)[];
  readonly value: number | null;
}

/** A group, and what its aggregates give; null if no row has a value. */
export interface Group {
  readonly keys: readonly (string | null)[];
  readonly values: readonly (number | null)[];
}

/** Groups rows by their keys, in the order in which they appear. */
export function groupRows(rows: readonly Row[], aggregates: readonly AggregateName[]): Group[] {
  const found = new Map<string, { keys: Row["keys"]; values: number[] }>();
  for (const { keys, value } of rows) {
    const id = JSON.stringify(keys);
    if (!found.has(id)) found.set(id, { keys, values: [] });
    if (value !== null) found.get(id)!.values.push(value);
  }
  return Array.from(found.values(), ({ keys, values }) => ({
    keys,
    values: aggregates.map((aggregate) => reduceValues(aggregate, values)),
  }));
}

/** What an aggregate makes of numbers; null if there are none. */
export function reduceValues(aggregate: AggregateName, values: readonly number[]): number | null {
  if (aggregate === "count") return values.length;
  if (aggregate === "sum") return divideSum(values, 1);
  if (values.length === 0) return null;
  if (aggregate === "mean") return divideSum(values, values.length);
  return aggregate === "min" ? Math.min(...values) : Math.max(...values);
}

function divideSum(values: readonly number[], count: number): number {
  const special = values.filter((value) => !Number.isFinite(value)).reduce((a, b) => a + b, 0);
  if (special !== 0) return special; // NaN, too
  const total = values.reduce((sum, value) => sum + integerOf(value), 0n);
  if (total !== 0n) return roundQuotient(total, BigInt(count));
  return values.length > 0 && values.every((value) => Object.is(value, -0)) ? -0 : 0;
}

/** A finite float64 as a multiple of 2^-1074. */
export function integerOf(value: number): bigint {
  const bits = new BigUint64Array(Float64Array.of(value).buffer)[0];
  const exponent = Number(bits >> 52n & 0x7ffn);
  const fraction = bits & (1n << 52n) - 1n;
  const size = exponent === 0 ? fraction : (fraction | 1n << 52n) << BigInt(exponent - 1);
  return value < 0 ? -size : size;
}

/** The float64 nearest to a 2^-1074 / b, ties to even. */
function roundQuotient(a: bigint, b: bigint): number {
  const size = a < 0n ? -a : a;
  // Twice the quotient, and whether something is left, decide ties.
  let [low, high] = [0n, 0x7ff0000000000000n];
  // The bits of float64 that are not negative grow with their values. So the nearest is found by halving.
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (exactOf(middle) * b <= size) low = middle;
    else high = middle;
  }
  const twice = exactOf(low) + exactOf(high);
  const isUp = 2n * size > twice * b || 2n * size === twice * b && (low & 1n) === 1n;
  const nearest = new Float64Array(BigUint64Array.of(isUp ? high : low).buffer)[0];
  return a < 0n ? -nearest : nearest;
}

/** The float64 of some bits as a multiple of 2^-1074; infinity is what would follow the largest. */
function exactOf(bits: bigint): bigint {
  const exponent = bits >> 52n;
  const fraction = bits & (1n << 52n) - 1n;
  return exponent === 0n ? fraction : (fraction | 1n << 52n) << (exponent - 1n);
}
