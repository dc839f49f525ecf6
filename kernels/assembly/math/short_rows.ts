// Rows for float32: a row of table.ts, shortened to one cache line of eight float64:
//
//   centre, c0, c1 .. c6     f = c0 + d (c1 + d (c2 + ... + d c6)),  d = x - centre
//
// c1 .. c6 interpolate (f - c0)/d at six Chebyshev nodes of the row. So f(centre) stays what it is, which may be
// a zero of f, and what is left out is below 2^-41 of f wherever the row lies, next to a zero too. The rounding
// test of whoever reads the row (rounding.ts) leaves room for 2^-36 or 2^-40 of the terms.

import { firsts, seconds } from "./lanes";

/** Bytes in a short row, as a power of two. */
export const SHORT_SHIFT: i32 = 6;
const NODE_COUNT: i32 = 6;
// cos((2k + 1) pi/12), the nodes in [-1, 1].
const NODES: usize = memory.data<f64>([
  0.9659258262890683,
  0.7071067811865476,
  0.25881904510252074,
  -0.25881904510252074,
  -0.7071067811865476,
  -0.9659258262890683,
], 16);

/** f at `a`, whose short rows are at `row0` and `row1`. */
// @ts-ignore: decorator
@inline
export function evaluateRows(a: v128, row0: usize, row1: usize): v128 {
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
  const upper = f64x2.add(third, f64x2.mul(square, seconds(end0, end1)));
  return f64x2.add(first, f64x2.mul(square, f64x2.add(second, f64x2.mul(square, upper))));
}

// @ts-ignore: decorator
@inline
function at(numbers: usize, k: i32): usize {
  return numbers + (<usize> k << 3);
}

/** float64: the nodes, and the divided differences there. */
const PLACES: usize = memory.data(48, 16);
const DIFFERENCES: usize = memory.data(48, 16);

/** Writes the short row of `row`, which has c9 (table.ts) and stands for [low, high). */
export function shorten(short: usize, row: usize, low: f64, high: f64): void {
  const centre = load<f64>(row);
  const middle = 0.5 * (low + high) - centre;
  const half = 0.5 * (high - low);
  for (let i = 0; i < NODE_COUNT; i++) {
    const d = middle + half * load<f64>(at(NODES, i));
    let rest = load<f64>(row, 24);
    for (let k = 8; k >= 2; k--) rest = rest * d + load<f64>(at(row, k + 2));
    store<f64>(at(PLACES, i), d);
    store<f64>(at(DIFFERENCES, i), rest * d + load<f64>(row, 88));
  }
  for (let level = 1; level < NODE_COUNT; level++) {
    for (let i = NODE_COUNT - 1; i >= level; i--) {
      const rise = load<f64>(at(DIFFERENCES, i)) - load<f64>(at(DIFFERENCES, i - 1));
      const run = load<f64>(at(PLACES, i)) - load<f64>(at(PLACES, i - level));
      store<f64>(at(DIFFERENCES, i), rise / run);
    }
  }
  // From Newton's form to powers of d, in place.
  for (let level = NODE_COUNT - 2; level >= 0; level--) {
    for (let i = level; i < NODE_COUNT - 1; i++) {
      const part = load<f64>(at(PLACES, level)) * load<f64>(at(DIFFERENCES, i + 1));
      store<f64>(at(DIFFERENCES, i), load<f64>(at(DIFFERENCES, i)) - part);
    }
  }
  memory.copy(short, row, 16);
  memory.copy(short + 16, DIFFERENCES, <usize> NODE_COUNT << 3);
  store<f64>(short, load<f64>(short, 16) + load<f64>(row, 16), 16);
}
