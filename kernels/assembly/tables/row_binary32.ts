// Rows for float32: a row of tables/row.ts, shortened to one cache line of eight float64:
//
//   centre, c0, c1 .. c6     f = c0 + d (c1 + d (c2 + ... + d c6)),  d = x - centre
//
// c1 to c6, or to c5 where that is enough, interpolate (f - c0)/d at Chebyshev nodes of the row. So f(centre) stays
// what it is, which may be a zero of f, and what is left out stays a part of f next to the zero too: below 2^-40,
// as whoever reads the rows says at its head. tests/kernels/whole_line_test.ts and `deno task accuracy --every`
// hold the results against the true values.

import { firsts, seconds } from "../arithmetic/lanes";

/** Bytes in a short row, as a power of two. */
export const SHORT_SHIFT: i32 = 6;
// cos((2k + 1) pi/8), cos((2k + 1) pi/10) and cos((2k + 1) pi/12), the nodes in [-1, 1].
const NODES_4: usize = memory.data<f64>([
  0.9238795325112867,
  0.3826834323650898,
  -0.3826834323650898,
  -0.9238795325112867,
], 16);
const NODES_5: usize = memory.data<f64>([
  0.9510565162951535,
  0.5877852522924731,
  0,
  -0.5877852522924731,
  -0.9510565162951535,
], 16);
const NODES_6: usize = memory.data<f64>([
  0.9659258262890683,
  0.7071067811865476,
  0.25881904510252074,
  -0.25881904510252074,
  -0.7071067811865476,
  -0.9659258262890683,
], 16);

/** f at `a`, whose short rows are at `row0` and `row1` and have so many terms behind c0, 5 or 6: a constant. */
// @ts-ignore: decorator
@inline
export function evaluateRows(a: v128, row0: usize, row1: usize, terms: i32): v128 {
  const head0 = v128.load(row0);
  const head1 = v128.load(row1);
  const d = f64x2.sub(a, firsts(head0, head1));
  const near0 = v128.load(row0, 16);
  const near1 = v128.load(row1, 16);
  const square = f64x2.mul(d, d);
  const first = f64x2.add(seconds(head0, head1), f64x2.mul(d, firsts(near0, near1)));
  const middle0 = v128.load(row0, 32);
  const middle1 = v128.load(row1, 32);
  const second = f64x2.add(seconds(near0, near1), f64x2.mul(d, firsts(middle0, middle1)));
  const end0 = v128.load(row0, 48);
  const end1 = v128.load(row1, 48);
  const third = f64x2.add(seconds(middle0, middle1), f64x2.mul(d, firsts(end0, end1)));
  const upper = terms == 6 ? f64x2.add(third, f64x2.mul(square, seconds(end0, end1))) : third;
  return f64x2.add(first, f64x2.mul(square, f64x2.add(second, f64x2.mul(square, upper))));
}

// @ts-ignore: decorator
@inline
function at(numbers: usize, k: i32): usize {
  return numbers + (<usize> k << 3);
}

/** float64: the nodes, and the divided differences there, of which `finishPowers` makes coefficients. */
const PLACES: usize = memory.data(48, 16);
const DIFFERENCES: usize = memory.data(48, 16);
export const POWERS: usize = DIFFERENCES;

/** How many nodes the row has that is being made. */
let nodeCount: i32 = 0;

/** Prepares a row that stands for [low, high) around `centre`. */
export function startShort(low: f64, high: f64, centre: f64, terms: i32): void {
  const middle = 0.5 * (low + high) - centre;
  const half = 0.5 * (high - low);
  const nodes = terms == 6 ? NODES_6 : terms == 5 ? NODES_5 : NODES_4;
  nodeCount = terms;
  for (let i = 0; i < terms; i++) {
    store<f64>(at(PLACES, i), middle + half * load<f64>(at(nodes, i)));
  }
}

/** d of a node. */
// @ts-ignore: decorator
@inline
export function placeOf(i: i32): f64 {
  return load<f64>(at(PLACES, i));
}

/** Moves the last node to d = 0, where the quotient is c1. */
export function endAtCentre(c1: f64): void {
  store<f64>(at(PLACES, nodeCount - 1), 0);
  store<f64>(at(DIFFERENCES, nodeCount - 1), c1);
}

/** Takes (f - c0)/d of a node. */
// @ts-ignore: decorator
@inline
export function takeQuotient(i: i32, quotient: f64): void {
  store<f64>(at(DIFFERENCES, i), quotient);
}

/** Makes what was taken at the nodes the polynomial in d that goes through it, in POWERS. */
export function finishPowers(): void {
  for (let level = 1; level < nodeCount; level++) {
    for (let i = nodeCount - 1; i >= level; i--) {
      const rise = load<f64>(at(DIFFERENCES, i)) - load<f64>(at(DIFFERENCES, i - 1));
      store<f64>(at(DIFFERENCES, i), rise / (placeOf(i) - placeOf(i - level)));
    }
  }
  // From Newton's form to powers of d, in place.
  for (let level = nodeCount - 2; level >= 0; level--) {
    for (let i = level; i < nodeCount - 1; i++) {
      const part = placeOf(level) * load<f64>(at(DIFFERENCES, i + 1));
      store<f64>(at(DIFFERENCES, i), load<f64>(at(DIFFERENCES, i)) - part);
    }
  }
}

/** Writes the row, once there are all quotients. */
export function finishShort(short: usize, centre: f64, c0: f64): void {
  finishPowers();
  store<f64>(short, centre);
  store<f64>(short, c0, 8);
  store<f64>(short, 0, 56);
  memory.copy(short + 16, DIFFERENCES, <usize> nodeCount << 3);
}

/** Writes the short row of `row` (tables/row.ts), which stands for [low, high) and may have c9. */
export function shorten(
  short: usize,
  row: usize,
  low: f64,
  high: f64,
  c9: f64,
  terms: i32,
): void {
  startShort(low, high, load<f64>(row), terms);
  for (let i = 0; i < terms; i++) {
    const d = placeOf(i);
    let rest = c9;
    for (let k = 8; k >= 2; k--) rest = rest * d + load<f64>(at(row, k + 2));
    takeQuotient(i, rest * d + load<f64>(row, 88) + load<f64>(row, 16));
  }
  finishShort(short, load<f64>(row), load<f64>(row, 8));
}
