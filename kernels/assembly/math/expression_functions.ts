// Functions of expressions, over blocks of pairs with bounds (expression_slot.ts). What has a way in lanes goes it; the
// elements that it leaves, and all of other functions, go one by one. `to` is not the operand.

import { SPACE } from "./block";
import {
  CODE,
  CONSTANT,
  CONSTANTS,
  COS,
  DIGAMMA,
  EXP,
  EXPM1,
  I0,
  I0E,
  I1E,
  INSTRUCTION,
  LGAMMA,
  LOG,
  LOG1P,
  MADE_B,
  POLYGAMMA,
  SIN,
  SQRT,
} from "./expression_code";
import { besselBlock, besselKind } from "./expression_bessel";
import { expLanes, log1pLanes, logLanes, sqrtLanes } from "./expression_elementary";
import { fineBessel, fineBlock, isQuick, tripleElement } from "./expression_fine";
import { slopeBound } from "./expression_function";
import { gammaBlock } from "./expression_gamma";
import { exactSumError, putLanes } from "./expression_lanes";
import { BOUNDS, boundsOf, highsOf, lowsOf, put, setFilled, slotOf, ZEROS } from "./expression_slot";
import { EXP_ERROR, expm1Of, expOf, log1pOf, LOG_ERROR, logOf, low, productError } from "./pair_functions";
import { sineLanes } from "./sine";
import { LOW } from "./table";

const ROUNDING: f64 = 7.888609052210118e-31; // 2^-100
const ELEMENTARY: f64 = 2.168404344971009e-19; // 2^-62
const ANGLE: f64 = 2.524354896707238e-29; // 2^-95
const SMALL: f64 = 1e-280;
const LOST: f64 = 1e-322;

/** The order of a function of the gamma family that has tables: -1 to 2; else -2. */
export function orderOf(program: usize, at: usize, op: i32): i32 {
  if (op == LGAMMA) return -1;
  if (op == DIGAMMA) return 0;
  if (op != POLYGAMMA) return -2;
  const n = constantOf(program, at);
  return n == 1 ? 1 : n == 2 ? 2 : -2;
}

/** The kernel of a Bessel function that has tables (bessel_kinds.ts); else -1. */
export function kindOf(program: usize, at: usize, op: i32): i32 {
  if (op < I0) return -1;
  const m = op == I0 || op == I0E ? 0 : 1;
  return besselKind(m, op == I0E || op == I1E, constantOf(program, at));
}

/** The first integer of a function where it is the same for all elements; else NaN. */
function constantOf(program: usize, at: usize): f64 {
  const made = <usize> load<i32>(at, MADE_B);
  const isConstant = load<i32>(load<usize>(program, CODE) + made * INSTRUCTION, CONSTANT) != 0;
  return isConstant ? load<f64>(load<usize>(program, CONSTANTS) + (made << 5)) : NaN;
}

/**
 * A function of a block; `n` and `k`, or 0, are the entries of its integers. `order`: that of `orderOf`; `kind`: that
 * of `kindOf`. `isFine`: with 95 bits, element by element.
 */
export function functionBlock(
  op: i32,
  to: usize,
  a: usize,
  n: usize,
  k: usize,
  size: i32,
  order: i32,
  kind: i32,
  isFine: bool,
): void {
  let isInLanes = true;
  let isAnyLeft = true;
  if (isFine && isQuick(op)) isAnyLeft = fineBlock(op, to, a, size);
  else if (isFine) isInLanes = false;
  else if (order > -2) isAnyLeft = gammaBlock(order, to, a, size);
  else if (kind >= 0) isAnyLeft = besselBlock(kind, to, a, size);
  else if (op == LOG) isAnyLeft = elementary(LOG, to, a, size);
  else if (op == LOG1P) isAnyLeft = elementary(LOG1P, to, a, size);
  else if (op == EXP) isAnyLeft = elementary(EXP, to, a, size);
  else if (op == SQRT) isAnyLeft = elementary(SQRT, to, a, size);
  else if (op == SIN) isAnyLeft = elementary(SIN, to, a, size);
  else if (op == COS) isAnyLeft = elementary(COS, to, a, size);
  else isInLanes = false;
  const at = slotOf(to);
  for (let i: usize = 0; isAnyLeft && i < <usize> size << 3; i += 8) {
    if (isInLanes && abs(load<f64>(at + i)) < Infinity) continue;
    const x = load<f64>(highsOf(a) + i);
    const xLow = load<f64>(lowsOf(a) + i);
    const integer = n == 0 ? 0 : load<f64>(highsOf(n) + i);
    const second = k == 0 ? 0 : load<f64>(highsOf(k) + i);
    if (isFine && fineBessel(kind, at + i, x, xLow)) continue;
    if (isFine && op != SQRT) tripleElement(op, at + i, x, xLow, integer, second);
    else element(op, at + i, x, xLow, integer, second);
  }
  setFilled(to, true, true);
  if (boundsOf(a) != ZEROS) addSlopes(op, at, a, n, size);
}

/** What bounds of operands add to those of values. */
function addSlopes(op: i32, at: usize, a: usize, n: usize, size: i32): void {
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const xBound = load<f64>(boundsOf(a) + i);
    if (xBound == 0) continue;
    const x = load<f64>(highsOf(a) + i);
    const f = load<f64>(at + i);
    const isWild = !(xBound * 256 < abs(x));
    const slope = isWild || !(abs(f) < Infinity) ? 0 : slopeBound(op, x, f, n == 0 ? 0 : load<f64>(highsOf(n) + i));
    store<f64>(at + i, isWild ? Infinity : load<f64>(at + i, BOUNDS) + slope * xBound, BOUNDS);
  }
}

/** A block in lanes; whether elements are left, which have NaN. */
// @ts-ignore: decorator
@inline
function elementary(op: i32, to: usize, a: usize, size: i32): bool {
  const at = slotOf(to);
  const x = highsOf(a);
  const xLow = lowsOf(a);
  let left = i64x2.splat(0);
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const xs = v128.load(x + i);
    const lows = v128.load(xLow + i);
    let isLeft: v128;
    let high: v128;
    if (op == EXP) {
      isLeft = f64x2.lt(f64x2.abs(xs), f64x2.splat(640)); // its low parts are normal numbers
      high = expLanes(xs, lows);
    } else if (op == SIN || op == COS) {
      isLeft = v128.and(f64x2.lt(f64x2.abs(xs), f64x2.splat(1000000)), f64x2.ne(xs, f64x2.splat(0)));
      high = sineLanes(xs, lows, op == COS ? 1 : 0);
    } else {
      const least = op == LOG1P ? -1 : SMALL;
      isLeft = v128.and(f64x2.gt(xs, f64x2.splat(least)), f64x2.lt(xs, f64x2.splat(1e300)));
      high = op == LOG ? logLanes(xs, lows) : op == LOG1P ? log1pLanes(xs, lows) : sqrtLanes(xs, lows);
    }
    isLeft = v128.not(isLeft);
    const rest = v128.load(LOW);
    left = v128.or(left, isLeft);
    high = v128.or(high, isLeft);
    const relative = op == SQRT ? ROUNDING : op == EXP ? EXP_ERROR : op == LOG || op == LOG1P ? LOG_ERROR : ELEMENTARY;
    const part = f64x2.mul(f64x2.abs(high), f64x2.splat(relative));
    if (op == SQRT) {
      const sum = f64x2.add(high, rest);
      const bound = v128.and(part, f64x2.ne(rest, f64x2.splat(0)));
      putLanes(at + i, sum, exactSumError(high, rest, sum), bound);
    } else {
      putLanes(at + i, high, rest, op == SIN || op == COS ? f64x2.add(part, f64x2.splat(ANGLE)) : part);
    }
  }
  return v128.any_true(left);
}

function element(op: i32, at: usize, x: f64, xLow: f64, n: f64, k: f64): void {
  let f: f64 = 0;
  let rest: f64 = 0;
  let bound: f64 = 0;
  let isDone = x > 0 && x < Infinity;
  if (op == LOG && isDone) {
    f = logOf(x, xLow);
    rest = low;
    bound = LOG_ERROR * abs(f);
  } else if (op == EXP && abs(x) < 746) {
    f = expOf(x, xLow);
    rest = low;
    bound = EXP_ERROR * f + (f < SMALL ? LOST + 3e-16 * f : 0);
    isDone = true;
  } else if (op == LOG1P && x > -1 && x < Infinity) {
    f = log1pOf(x, xLow);
    rest = low;
    bound = LOG_ERROR * abs(f);
    isDone = true;
  } else if (op == EXPM1 && abs(x) < 709) {
    f = expm1Of(x, xLow);
    rest = low;
    bound = ELEMENTARY * abs(f);
    isDone = true;
  } else if (op == SQRT && isDone) {
    f = sqrt(x);
    const square = f * f;
    rest = (((x - square) - productError(f, f, square)) + xLow) / (f + f);
    bound = rest == 0 ? 0 : ROUNDING * f + (x < SMALL ? 3e-16 * f : 0);
  } else {
    isDone = false;
  }
  if (isDone) put(at, f, rest, bound, false);
  else tripleElement(op, at, x, xLow, n, k);
}
