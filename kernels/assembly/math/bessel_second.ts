// The second way of the Bessel functions, for elements that the closer look of bessel_settle.ts leaves undecided: two
// at a time, in lanes, as pairs whose error is below 2^-73 of the value, some 40 ns each. a = |x|:
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
// decided by this, and goes the third way. Around the zero of i1e', in [1/2, 4), where differences cancel more than
// elsewhere, the errors are below 2^-71. tests/kernels/bessel_bounds_test.ts searches for the largest error: 0.80 of
// the bound, in i1e'.

import { I0E as ROWS_I0E, I0E_GRAD, I1E as ROWS_I1E, I1E_GRAD } from "./bessel_data";
import { expExponent0, expExponent1, expPair } from "./bessel_exp_pair";
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
import { add, divide, low, multiply, normal, pair, series, step, subtract } from "./bessel_arithmetic";
import { EVEN_EXPONENT, HALF, ONE } from "./constants";
import { firsts, seconds } from "./lanes";
import { productError } from "./pair";
import { ROW, rowNumber } from "./table";

const BOUND: f64 = 1.0587911840678754e-22; // 2^-73
const ZERO_BOUND: f64 = 4.235164736271502e-22; // 2^-71, around the zero of i1e'
const HEAD_END: f64 = 0.015625; // 2^-6
const FAR_BEGIN: f64 = 1024;
/** From here on 1/a is felt nowhere. */
const PLAIN_BEGIN: f64 = 1.6069380442589903e60; // 2^200
const FINE_TERMS: i32 = 12;
const FIRST_ROW_OF_1: i32 = 6 * 32 + 1;
const HEAD_TERMS: i32 = 13;
const HANKEL_TERMS: i32 = 10;

/** The values are what `secondPair` returns, and `low`, times 2 to these. */
export let exponent0: i32 = 0;
export let exponent1: i32 = 0;

/** The bound of the pair's error at a, relative to it. */
export function secondBound(kind: i32, a: f64): f64 {
  return kind == I1E_SLOPE && a >= 0.5 && a < 4 ? ZERO_BOUND : BOUND;
}

/** A number for each part of the line that has formulas of its own. */
export function secondRegion(kind: i32, a: f64): i32 {
  if (a < HEAD_END) return 0;
  if (a < FAR_BEGIN) return a < 1 ? 1 : kind == I1E_SLOPE && a < 2 ? 2 : 3;
  return a < PLAIN_BEGIN ? 4 : 5;
}

/** The pairs at two finite numbers of one region; their second parts are `low` of bessel_arithmetic.ts. */
export function secondPair(kind: i32, region: i32, a: v128): v128 {
  exponent0 = 0;
  exponent1 = 0;
  if (region == 0) return headPair(kind, a);
  return region <= 3 ? nearPair(kind, region, a) : farPair(kind, region, a);
}

function headPair(kind: i32, a: v128): v128 {
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
  return kind == I1 || kind == I1E ? multiply(y, low, a, i64x2.splat(0)) : y;
}

/** Neighbouring coefficients k and k + 1 of two rows, k even, as numbers of each row. */
// @ts-ignore: decorator
@inline
function fineTerms(fine: usize, k: usize): v128 {
  return f64x2.convert_low_i32x4_s(v128.load_ext<i16>(fine + (k << 1)));
}

/** What rows lack, in units of their c0 or slope; `u` from -1 to 1. By Clenshaw's recurrence. */
// @ts-ignore: decorator
@inline
function lacking(fine0: usize, fine1: usize, u: v128): v128 {
  let b1 = i64x2.splat(0);
  let b2 = i64x2.splat(0);
  const twice = f64x2.add(u, u);
  for (let k = FINE_TERMS - 2; k > 0; k -= 2) {
    const terms0 = fineTerms(fine0, k);
    const terms1 = fineTerms(fine1, k);
    b2 = f64x2.add(f64x2.sub(f64x2.mul(twice, b1), b2), seconds(terms0, terms1));
    b1 = f64x2.add(f64x2.sub(f64x2.mul(twice, b2), b1), firsts(terms0, terms1));
  }
  const terms0 = fineTerms(fine0, 0);
  const terms1 = fineTerms(fine1, 0);
  b2 = f64x2.add(f64x2.sub(f64x2.mul(twice, b1), b2), seconds(terms0, terms1));
  return f64x2.add(f64x2.sub(f64x2.mul(u, b2), b1), firsts(terms0, terms1));
}

/** Rows with their corrections. `steep`: they have a c9. */
function rowPair(row0: usize, row1: usize, fine0: usize, fine1: usize, unit: f64, steep: bool, a: v128): v128 {
  const none = i64x2.splat(0);
  const head0 = v128.load(row0);
  const head1 = v128.load(row1);
  const d = f64x2.sub(a, firsts(head0, head1));
  // A row is 2^47 numbers wide: their count, as the last bits of 2^52 and more.
  const count = v128.or(v128.and(a, i64x2.splat(0x7fffffffffff)), i64x2.splat(0x4330000000000000));
  const u = f64x2.sub(
    f64x2.mul(f64x2.sub(count, f64x2.splat(4503599627370496)), f64x2.splat(1.4210854715202004e-14)), // 2^52, 2^-46
    v128.load(ONE),
  );
  const more = f64x2.mul(lacking(fine0, fine1, u), f64x2.splat(unit));
  const c0 = seconds(head0, head1);
  const c1h = firsts(v128.load(row0, 16), v128.load(row1, 16));
  const isZeroRow = f64x2.lt(f64x2.abs(c0), f64x2.splat(1e-10));
  const end0 = v128.load(row0, 80);
  const end1 = v128.load(row1, 80);
  let y = firsts(end0, end1);
  if (steep) y = f64x2.add(y, f64x2.mul(d, f64x2.promote_low_f32x4(v128.shuffle<i32>(y, y, 0, 2, 0, 2))));
  const c6 = v128.load(row0, 64);
  const c6Next = v128.load(row1, 64);
  y = f64x2.add(seconds(c6, c6Next), f64x2.mul(d, y));
  y = f64x2.add(firsts(c6, c6Next), f64x2.mul(d, y));
  const c4 = v128.load(row0, 48);
  const c4Next = v128.load(row1, 48);
  y = f64x2.add(seconds(c4, c4Next), f64x2.mul(d, y));
  y = step(firsts(c4, c4Next), none, d, y, none);
  const c2 = v128.load(row0, 32);
  const c2Next = v128.load(row1, 32);
  y = step(seconds(c2, c2Next), none, d, y, low);
  y = step(firsts(c2, c2Next), none, d, y, low);
  const rest = low;
  const c1 = normal(c1h, seconds(end0, end1));
  y = step(c1, f64x2.add(low, v128.and(f64x2.mul(c1h, more), isZeroRow)), d, y, rest);
  y = step(c0, v128.bitselect(v128.load64_splat(ZERO_ROW, 8), f64x2.mul(c0, more), isZeroRow), d, y, low);
  return normal(y, low);
}

/** Rows of a table and its corrections, which begin with row `first`. */
// @ts-ignore: decorator
@inline
function fromRows(table: usize, fine: usize, first: i32, unit: f64, steep: bool, a: v128): v128 {
  const number0 = rowNumber(f64x2.extract_lane(a, 0));
  const number1 = rowNumber(f64x2.extract_lane(a, 1));
  return rowPair(
    table + <usize> number0 * ROW,
    table + <usize> number1 * ROW,
    fine + <usize> (number0 - first) * (FINE_TERMS << 1),
    fine + <usize> (number1 - first) * (FINE_TERMS << 1),
    unit,
    steep,
    a,
  );
}

function nearPair(kind: i32, region: i32, a: v128): v128 {
  if (region == 2) return fromRows(I1E_GRAD, I1E_GRAD_FINE, FIRST_ROW_OF_1, I1E_GRAD_FINE_UNIT, true, a);
  let y0 = i64x2.splat(0);
  let y0Low = i64x2.splat(0);
  const isSmall = region == 1;
  if (kind != (isSmall ? I1E : I0E_SLOPE) && !(kind == I1 && isSmall)) {
    y0 = fromRows(ROWS_I0E + ROW, I0E_FINE, 1, I0E_FINE_UNIT, false, a);
    y0Low = low;
  }
  let y = y0;
  let rest = y0Low;
  if (kind != I0 && kind != I0E) {
    // i1e and i0e' from one of them.
    let other: v128;
    if (isSmall) other = fromRows(ROWS_I1E + ROW, I1E_FINE, 1, I1E_FINE_UNIT, false, a);
    else other = fromRows(I0E_GRAD, I0E_GRAD_FINE, FIRST_ROW_OF_1, I0E_GRAD_FINE_UNIT, true, a);
    const otherLow = low;
    if (kind == I0E_SLOPE) {
      y = isSmall ? subtract(other, otherLow, y0, y0Low) : pair(other, otherLow);
    } else {
      y = isSmall ? pair(other, otherLow) : add(other, otherLow, y0, y0Low); // i1e
      if (kind == I1_SLOPE) {
        y = divide(y, low, a);
        y = subtract(y0, y0Low, y, low);
      } else if (kind == I1E_SLOPE) {
        const order1 = y;
        const order1Low = low;
        const quotient = divide(order1, order1Low, a);
        const quotientLow = low;
        const slope = isSmall ? subtract(y0, y0Low, order1, order1Low) : pair(f64x2.neg(other), f64x2.neg(otherLow)); // -i0e'
        y = subtract(slope, low, quotient, quotientLow);
      }
    }
    rest = low;
  }
  if (!isGrowing(kind)) return pair(y, rest);
  const e = expPair(a);
  exponent0 = expExponent0;
  exponent1 = expExponent1;
  return multiply(y, rest, e, low);
}

function farPair(kind: i32, region: i32, a: v128): v128 {
  const one = v128.load(ONE);
  const none = i64x2.splat(0);
  const power = v128.and(i64x2.sub(a, one), v128.load(EVEN_EXPONENT)); // 2k
  const m = i64x2.sub(a, power);
  const factor = isSteep(kind) ? -3 : -1;
  exponent0 = factor * <i32> (i64x2.extract_lane(power, 0) >> 53);
  exponent1 = factor * <i32> (i64x2.extract_lane(power, 1) >> 53);
  // 1/sqrt(m): the root, what it leaves, and the quotient.
  const root = f64x2.sqrt(m);
  const square = f64x2.mul(root, root);
  const rest = f64x2.sub(f64x2.sub(m, square), productError(root, root, square));
  const inverse = f64x2.div(one, root);
  const product = f64x2.mul(inverse, root);
  let left = f64x2.sub(f64x2.sub(one, product), productError(inverse, root, product));
  left = f64x2.sub(left, f64x2.mul(inverse, f64x2.div(rest, f64x2.add(root, root))));
  let y = normal(inverse, f64x2.div(left, root));
  y = multiply(y, low, v128.load64_splat(INVERSE_ROOT_TAU), v128.load64_splat(INVERSE_ROOT_TAU, 8));
  if (isSteep(kind)) {
    y = divide(y, low, m);
    const half = f64x2.neg(v128.load(HALF));
    y = pair(f64x2.mul(half, y), f64x2.mul(half, low));
  }
  if (region == 5) return y;
  const yLow = low;
  const at = kind == I0E ? I0E_HANKEL : kind == I1E ? I1E_HANKEL : kind == I0E_SLOPE ? I0E_GRAD_HANKEL : I1E_GRAD_HANKEL;
  // The series in 1/a = t + tLow, and its slope for tLow.
  const t = divide(one, none, a);
  const tLow = low;
  const sum = series(at, HANKEL_TERMS, 5, t);
  const slope = f64x2.add(v128.load64_splat(at, 16), f64x2.mul(f64x2.add(t, t), v128.load64_splat(at, 32)));
  return multiply(y, yLow, sum, f64x2.add(low, f64x2.mul(tLow, slope)));
}
