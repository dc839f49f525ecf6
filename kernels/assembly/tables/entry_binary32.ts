// Entries for float32: one cache line of eight float64 for an interval of the argument,
//
//   breakpoint, c0, c1 .. c6     f = c0 + d (c1 + d (c2 + ... + d c6)),  d = x - breakpoint
//
// c1 to c6, or to c4 or c5 where that is enough, interpolate (f - c0)/d at Chebyshev nodes of the entry. So f(breakpoint) is
// exact, which may be a zero of f, and the relative error next to the zero is small too: below 2^-37, as the files that make
// entries derive. tests/kernels/whole_line_test.ts and `deno task accuracy --every` compare the results with the true
// values.

import { NODES_4, NODES_5, NODES_6 } from "../arithmetic/constants_data";
import { firsts, seconds } from "../arithmetic/lanes";

/** Bytes in a short entry, as a power of two. */
export const SHORT_SHIFT: i32 = 6;

/** f at `a`, whose short entries are at `entry0` and `entry1` and have so many terms after c0, 4 to 6: a constant. */
// @ts-ignore: decorator
@inline
export function evaluateEntries(a: v128, entry0: usize, entry1: usize, terms: i32): v128 {
  const head0 = v128.load(entry0);
  const head1 = v128.load(entry1);
  const d = f64x2.sub(a, firsts(head0, head1));
  const near0 = v128.load(entry0, 16);
  const near1 = v128.load(entry1, 16);
  const square = f64x2.mul(d, d);
  const first = f64x2.add(seconds(head0, head1), f64x2.mul(d, firsts(near0, near1)));
  const middle0 = v128.load(entry0, 32);
  const middle1 = v128.load(entry1, 32);
  const second = f64x2.add(seconds(near0, near1), f64x2.mul(d, firsts(middle0, middle1)));
  let upper = seconds(middle0, middle1);
  if (terms > 4) {
    const end0 = v128.load(entry0, 48);
    const end1 = v128.load(entry1, 48);
    upper = f64x2.add(upper, f64x2.mul(d, firsts(end0, end1)));
    if (terms == 6) upper = f64x2.add(upper, f64x2.mul(square, seconds(end0, end1)));
  }
  return f64x2.add(first, f64x2.mul(square, f64x2.add(second, f64x2.mul(square, upper))));
}

// @ts-ignore: decorator
@inline
function at(numbers: usize, k: i32): usize {
  return numbers + (<usize> k << 3);
}

/** float64: the nodes, and the divided differences there, from which `finishShort` makes coefficients. */
const PLACES: usize = memory.data(48, 16);
const DIFFERENCES: usize = memory.data(48, 16);

/** How many nodes the entry has that is being made. */
let nodeCount: i32 = 0;

/** Prepares an entry for [low, high) around `breakpoint`. */
export function startShort(low: f64, high: f64, breakpoint: f64, terms: i32): void {
  const middle = 0.5 * (low + high) - breakpoint;
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
export function endAtBreakpoint(c1: f64): void {
  store<f64>(at(PLACES, nodeCount - 1), 0);
  store<f64>(at(DIFFERENCES, nodeCount - 1), c1);
}

/** Takes (f - c0)/d of a node. */
// @ts-ignore: decorator
@inline
export function takeQuotient(i: i32, quotient: f64): void {
  store<f64>(at(DIFFERENCES, i), quotient);
}

/** Writes the entry, once there are all quotients. */
export function finishShort(short: usize, breakpoint: f64, c0: f64): void {
  finishPolynomial(short + 16);
  store<f64>(short, breakpoint);
  store<f64>(short, c0, 8);
}

/** Writes the coefficients of the polynomial in d whose values at the nodes were taken. */
export function finishPolynomial(to: usize): void {
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
  memory.copy(to, DIFFERENCES, <usize> nodeCount << 3);
}
