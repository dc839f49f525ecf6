// The second way of the Bessel functions, for elements that bessel_rows.ts leaves undecided: one at a time, as pairs
// whose error is below 2^-73 of the value, about 100 ns each. a = |x|:
//
//   [0, 2^-6)     Taylor's series at 0
//   [2^-6, 2^10)  the rows of the first way, evaluated with pairs, and what the rows lack: twelve Chebyshev
//                 coefficients of 16 bits (bessel_fine_data.ts). There are such corrections for i0e, and for i1e
//                 below 1 and i0e' above; each is the sum or difference of the two others, and
//                 i1e' = -i0e' - i1e/x, exp(-x) i1' = i0e - i1e/x, of which nothing cancels but next to the zero of
//                 i1e': that octave has corrections of its own. Growing functions are multiplied by exp(a)
//   [2^10, inf)   Hankel's series (DLMF 10.40.1), and 1/sqrt(2 pi m), a = m 4^k
//
// Errors, relative to the result: rows' corrections 2^-75.5 or less (the generated file says it), and at most four
// of them in a difference; in rows five roundings of c5 d^5, 2^-78; exp 2^-78. One element in a million is not
// decided by this, and goes the third way. Around the zero of i1e',
// in [1/2, 4), where differences cancel more than elsewhere, the errors are below 2^-71.

import { I0E as ROWS_I0E, I0E_GRAD, I1E as ROWS_I1E, I1E_GRAD } from "./bessel_data";
import { expPair, expExponent } from "./bessel_exp_pair";
import {
  I0_HEAD,
  I0E_FINE,
  I0E_FINE_UNIT,
  I0E_GRAD_FINE,
  I0E_GRAD_FINE_UNIT,
  I0E_GRAD_HANKEL,
  I0E_GRAD_HEAD,
  I0E_HANKEL,
  I0E_HEAD,
  I1_GRAD_HEAD,
  I1_HEAD,
  I1E_FINE,
  I1E_FINE_UNIT,
  I1E_GRAD_FINE,
  I1E_GRAD_FINE_UNIT,
  I1E_GRAD_HANKEL,
  I1E_GRAD_HEAD,
  I1E_HANKEL,
  I1E_HEAD,
  INVERSE_ROOT_TAU,
  ZERO_ROW,
} from "./bessel_fine_data";
import { I0, I0E, I0E_SLOPE, I1, I1_SLOPE, I1E, I1E_SLOPE, isGrowing, isSteep } from "./bessel_kinds";
import { third } from "./bessel_third";
import { add, divide, low, multiply, normal, pair, productError, series, step } from "./bessel_arithmetic";
import { ROW, rowNumber } from "./table";
import { exponentOf, powerOfTwo } from "./triple";

const BOUND: f64 = 1.0587911840678754e-22; // 2^-73
const ZERO_BOUND: f64 = 4.235164736271502e-22; // 2^-71, around the zero of i1e'
const HEAD_END: f64 = 0.015625; // 2^-6
const FAR_BEGIN: f64 = 1024;
const GROWING_END: f64 = 714; // all results beyond are infinite
const FINE_TERMS: i32 = 12;
const FIRST_ROW_OF_1: i32 = 6 * 32 + 1;
const HEAD_TERMS: i32 = 13;
const HANKEL_TERMS: i32 = 10;

/** The value is what `valuePair` returns, and `low`, times 2^exponent. */
export let exponent: i32 = 0;

/** The correctly rounded value at a = |x|. */
export function second(kind: i32, a: f64): f64 {
  if (a != a) return NaN;
  if (isGrowing(kind) && a > GROWING_END) return Infinity;
  const high = valuePair(kind, a);
  const rest = low;
  if (exponent + exponentOf(high) < -1020) return third(kind, a, 0);
  const bound = secondBound(kind, a, high);
  const y = high + (rest - bound);
  if (y != high + (rest + bound)) return third(kind, a, 0);
  const half = exponent >> 1;
  return (y * powerOfTwo(half)) * powerOfTwo(exponent - half);
}

/** The bound of the pair's error. */
export function secondBound(kind: i32, a: f64, high: f64): f64 {
  return abs(high) * (kind == I1E_SLOPE && a >= 0.5 && a < 4 ? ZERO_BOUND : BOUND);
}

/** The pair; its second part is `low` of bessel_arithmetic.ts. */
export function valuePair(kind: i32, a: f64): f64 {
  exponent = 0;
  if (a < HEAD_END) return headPair(kind, a);
  return a < FAR_BEGIN ? nearPair(kind, a) : farPair(kind, a);
}

function headPair(kind: i32, a: f64): f64 {
  const at = kind == I0
    ? I0_HEAD
    : kind == I1
    ? I1_HEAD
    : kind == I1_SLOPE
    ? I1_GRAD_HEAD
    : kind == I0E
    ? I0E_HEAD
    : kind == I1E
    ? I1E_HEAD
    : kind == I0E_SLOPE
    ? I0E_GRAD_HEAD
    : I1E_GRAD_HEAD;
  const y = series(at, HEAD_TERMS, 6, a);
  return kind == I1 || kind == I1E ? multiply(y, low, a, 0) : y;
}

/** What a row lacks, in units of its c0 or slope; `u` from -1 to 1. */
// @ts-ignore: decorator
@inline
function lacking(fine: usize, u: f64): f64 {
  let b1: f64 = 0;
  let b2: f64 = 0;
  const twice = u + u;
  for (let k = FINE_TERMS - 1; k > 0; k--) {
    const b = (twice * b1 - b2) + <f64> load<i16>(fine + (<usize> k << 1));
    b2 = b1;
    b1 = b;
  }
  return (u * b1 - b2) + <f64> load<i16>(fine);
}

/** A row with its correction. `steep`: it has a c9. */
function rowPair(row: usize, fine: usize, unit: f64, steep: bool, a: f64): f64 {
  const d = a - load<f64>(row);
  // A row is 2^47 numbers wide.
  const u = <f64> (reinterpret<u64>(a) & 0x7fffffffffff) * 1.4210854715202004e-14 - 1; // 2^-46
  const more = lacking(fine, u) * unit;
  const c0 = load<f64>(row, 8);
  const c1h = load<f64>(row, 16);
  const isZeroRow = abs(c0) < 1e-10;
  let y = load<f64>(row, 80);
  if (steep) y += d * <f64> load<f32>(row, 80);
  y = load<f64>(row, 72) + d * y;
  y = load<f64>(row, 64) + d * y;
  y = load<f64>(row, 56) + d * y;
  y = step(load<f64>(row, 48), 0, d, y, 0);
  y = step(load<f64>(row, 40), 0, d, y, low);
  y = step(load<f64>(row, 32), 0, d, y, low);
  const rest = low;
  const c1 = normal(c1h, load<f64>(row, 88));
  y = step(c1, low + (isZeroRow ? c1h * more : 0), d, y, rest);
  y = step(c0, isZeroRow ? load<f64>(ZERO_ROW, 8) : c0 * more, d, y, low);
  return normal(y, low);
}

function nearPair(kind: i32, a: f64): f64 {
  const number = rowNumber(a);
  const offset = <usize> number * ROW;
  const place = <usize> (number - 1) * (FINE_TERMS << 1);
  if (kind == I1E_SLOPE && a >= 1 && a < 2) {
    const fine = I1E_GRAD_FINE + place - (FIRST_ROW_OF_1 - 1) * (FINE_TERMS << 1);
    return rowPair(I1E_GRAD + offset, fine, I1E_GRAD_FINE_UNIT, true, a);
  }
  let y0: f64 = 0;
  let y0Low: f64 = 0;
  const isSmall = a < 1;
  if (kind != (isSmall ? I1E : I0E_SLOPE) && !(kind == I1 && isSmall)) {
    y0 = rowPair(ROWS_I0E + ROW + offset, I0E_FINE + place, I0E_FINE_UNIT, false, a);
    y0Low = low;
  }
  let y: f64 = y0;
  let rest: f64 = y0Low;
  if (kind != I0 && kind != I0E) {
    // i1e and i0e' from one of them.
    const other = isSmall
      ? rowPair(ROWS_I1E + ROW + offset, I1E_FINE + place, I1E_FINE_UNIT, false, a)
      : rowPair(
        I0E_GRAD + offset,
        I0E_GRAD_FINE + place - (FIRST_ROW_OF_1 - 1) * (FINE_TERMS << 1),
        I0E_GRAD_FINE_UNIT,
        true,
        a,
      );
    const otherLow = low;
    if (kind == I0E_SLOPE) {
      y = isSmall ? add(other, otherLow, -y0, -y0Low) : pair(other, otherLow);
    } else {
      y = isSmall ? pair(other, otherLow) : add(other, otherLow, y0, y0Low); // i1e
      if (kind == I1_SLOPE) {
        y = divide(y, low, a, 0);
        y = add(y0, y0Low, -y, -low);
      } else if (kind == I1E_SLOPE) {
        const order1 = y;
        const order1Low = low;
        y = divide(order1, order1Low, a, 0);
        // -i0e'
        let slope = -other;
        let slopeLow = -otherLow;
        if (isSmall) {
          const quotient = y;
          const quotientLow = low;
          slope = add(y0, y0Low, -order1, -order1Low);
          slopeLow = low;
          y = add(slope, slopeLow, -quotient, -quotientLow);
        } else y = add(slope, slopeLow, -y, -low);
      }
    }
    rest = low;
  }
  if (!isGrowing(kind)) return pair(y, rest);
  const e = expPair(a);
  exponent = expExponent;
  return multiply(y, rest, e, low);
}

function farPair(kind: i32, a: f64): f64 {
  if (a == Infinity) {
    exponent = -4096;
    return pair(isSteep(kind) ? -1 : 1, 0);
  }
  const k = exponentOf(a) >> 1;
  exponent = isSteep(kind) ? -3 * k : -k;
  const m = a * powerOfTwo(-k) * powerOfTwo(-k);
  // 1/sqrt(m): the root, what it leaves, and the quotient.
  const root = sqrt(m);
  const square = root * root;
  const rest = (m - square) - productError(root, root, square);
  let y = divide(1, 0, root, rest / (root + root));
  y = multiply(y, low, load<f64>(INVERSE_ROOT_TAU), load<f64>(INVERSE_ROOT_TAU, 8));
  if (isSteep(kind)) {
    y = divide(y, low, m, 0);
    y = pair(-0.5 * y, -0.5 * low);
  }
  if (k > 100) return y; // 1/a is felt nowhere
  const yLow = low;
  const at = kind == I0E ? I0E_HANKEL : kind == I1E ? I1E_HANKEL : kind == I0E_SLOPE ? I0E_GRAD_HANKEL : I1E_GRAD_HANKEL;
  // The series in 1/a = t + tLow, and its slope for tLow.
  const t = divide(1, 0, a, 0);
  const tLow = low;
  const sum = series(at, HANKEL_TERMS, 5, t);
  const slope = load<f64>(at, 16) + 2 * t * load<f64>(at, 32);
  return multiply(y, yLow, sum, low + tLow * slope);
}
