// Fast and accurate phase of the functions of expressions, over blocks of double-doubles with bounds (expression/slot.ts).
// Two lanes at a time where a function has that; the elements that it leaves, and other functions, are computed one by
// one. What has neither falls back to the last phase. `to` is not the operand.

import { ZERO } from "../arithmetic/constants";
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
  MULTIGAMMALN,
  MULTIGAMMALN_GRAD,
  POLYGAMMA,
  SIN,
  SQRT,
} from "./instructions";
import { besselBlock, besselKind, secondBlock } from "./bessel";
import {
  EXP_ERROR,
  expLanes,
  expm1Lanes,
  log1pLanes,
  LOG_ERROR,
  logLanes,
  sqrtLanes,
} from "../elementary/fast_double_double";
import { accurateBessel, accurateBlock, isAccurateInLanes } from "./accurate_functions";
import { gammaBlock } from "./gamma";
import { gammaElement } from "./gamma_element";
import { multigammalnBlock } from "./multigammaln";
import { polygammaBlock } from "./polygamma";
import { twoSumError } from "../arithmetic/error_free";
import { addSlopes } from "./slope_bound";
import {
  boundsOf,
  highsOf,
  lowsOf,
  put,
  putLanes,
  putUnknown,
  setFilled,
  slotOf,
  ZEROS,
} from "./slot";
import { hasSpecialValue, specialValue } from "./special_value";
import { sineLanes } from "../elementary/sin_cos";
import { LOW } from "../memory_map";

const ROUNDING: f64 = 7.888609052210118e-31; // 2^-100
const ELEMENTARY: f64 = 2.168404344971009e-19; // 2^-62
// Relative errors, in lanes; that of an angle is added.
const ROUNDINGS: usize = memory.data<f64>([ROUNDING, ROUNDING], 16);
const PARTS: usize = memory.data<f64>([ELEMENTARY, ELEMENTARY], 16);
const EXP_PARTS: usize = memory.data<f64>([EXP_ERROR, EXP_ERROR], 16);
const LOG_PARTS: usize = memory.data<f64>([LOG_ERROR, LOG_ERROR], 16);
const ANGLES: usize = memory.data<f64>([2.524354896707238e-29, 2.524354896707238e-29], 16); // 2^-95
// Where lanes end.
const EXP_LEAST: usize = memory.data<f64>([-640, -640], 16);
const EXP_MOST: usize = memory.data<f64>([709, 709], 16);
const EXP_END: usize = memory.data<f64>([640, 640], 16);
const EXPM1_LEAST: usize = memory.data<f64>([1e-100, 1e-100], 16);
const ANGLE_END: usize = memory.data<f64>([1000000, 1000000], 16);
const LESS_ONE: usize = memory.data<f64>([-1, -1], 16);
const LEAST: usize = memory.data<f64>([1e-280, 1e-280], 16);
const MOST: usize = memory.data<f64>([1e300, 1e300], 16);

/** The order of a function of the gamma family that has tables: -1 to 2; else -2. */
function orderOf(program: usize, at: usize, op: i32): i32 {
  if (op == LGAMMA) return -1;
  if (op == DIGAMMA) return 0;
  if (op != POLYGAMMA) return -2;
  const n = constantOf(program, at);
  return n == 1 ? 1 : n == 2 ? 2 : -2;
}

/** The kernel of a Bessel function that has tables (bessel/kinds.ts); else -1. */
function kindOf(program: usize, at: usize, op: i32): i32 {
  if (op < I0) return -1;
  const m = op == I0 || op == I0E ? 0 : 1;
  return besselKind(m, op == I0E || op == I1E, constantOf(program, at));
}

/** Whether a function is the second derivative of a Bessel function. */
function isSecondDerivative(program: usize, at: usize, op: i32): bool {
  return op >= I0 && constantOf(program, at) == 2;
}

/** The first integer of a function where it is the same for all elements; else NaN. */
function constantOf(program: usize, at: usize): f64 {
  const made = <usize> load<i32>(at, MADE_B);
  const isConstant = load<i32>(load<usize>(program, CODE) + made * INSTRUCTION, CONSTANT) != 0;
  return isConstant ? load<f64>(load<usize>(program, CONSTANTS) + (made << 5)) : NaN;
}

/**
 * The function of an instruction, of a block; `n` and `k`, or 0, are the entries of its integers. `isAccurate`: with 95
 * bits, element by element.
 */
export function functionBlock(
  program: usize,
  instruction: usize,
  to: usize,
  a: usize,
  n: usize,
  k: usize,
  size: i32,
  isAccurate: bool,
): void {
  const op = load<i32>(instruction);
  const order = orderOf(program, instruction, op);
  const kind = kindOf(program, instruction, op);
  const isSecond = isSecondDerivative(program, instruction, op);
  let isInLanes = true;
  let isAnyLeft = true;
  if (isAccurate && isAccurateInLanes(op)) isAnyLeft = accurateBlock(op, to, a, size);
  else if (isAccurate && op != SQRT) isInLanes = false;
  else if (order > -2) isAnyLeft = gammaBlock(order, to, a, size);
  else if (kind >= 0) isAnyLeft = besselBlock(kind, to, a, size);
  else if (isSecond) isAnyLeft = secondBlock(op, to, a, size);
  else if (op == POLYGAMMA) isAnyLeft = polygammaBlock(to, a, n, size);
  else if (op == MULTIGAMMALN) isAnyLeft = multigammalnBlock(to, a, n, size, false);
  else if (op == MULTIGAMMALN_GRAD && load<f64>(highsOf(k)) == 1) {
    isAnyLeft = multigammalnBlock(to, a, n, size, true);
  } else if (op == LOG) isAnyLeft = elementary(LOG, to, a, size);
  else if (op == LOG1P) isAnyLeft = elementary(LOG1P, to, a, size);
  else if (op == EXP) isAnyLeft = elementary(EXP, to, a, size);
  else if (op == EXPM1) isAnyLeft = elementary(EXPM1, to, a, size);
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
    // A parameter that is not exactly known may be an integer or not.
    if (n != 0 && (load<f64>(lowsOf(n) + i) != 0 || load<f64>(boundsOf(n) + i) != 0)) {
      putUnknown(at + i);
      continue;
    }
    if (isAccurate && accurateBessel(kind, at + i, x, xLow)) continue;
    if (op >= LGAMMA && op < I0 && gammaElement(op, at + i, x, xLow, integer, second)) continue;
    if (xLow == 0 && hasSpecialValue(op, x, integer, second)) {
      put(at + i, specialValue, 0, 0, false);
    } else putUnknown(at + i);
  }
  setFilled(to, true, true);
  if (boundsOf(a) != ZEROS) addSlopes(op, at, a, n, size);
}

/** A block in lanes; whether elements are left, which have NaN. */
// @ts-ignore: decorator
@inline
function elementary(op: i32, to: usize, a: usize, size: i32): bool {
  const at = slotOf(to);
  const x = highsOf(a);
  const xLow = lowsOf(a);
  let isAnyLeft = false;
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const xs = v128.load(x + i);
    const lows = v128.load(xLow + i);
    let isIn: v128;
    let high: v128;
    if (op == EXP) {
      // The power of two is a number, and low parts are normal ones.
      isIn = v128.and(f64x2.gt(xs, v128.load(EXP_LEAST)), f64x2.lt(xs, v128.load(EXP_MOST)));
      high = expLanes(xs, lows);
    } else if (op == EXPM1) {
      const sizes = f64x2.abs(xs);
      isIn = v128.and(f64x2.gt(sizes, v128.load(EXPM1_LEAST)), f64x2.lt(sizes, v128.load(EXP_END)));
      high = expm1Lanes(xs, lows);
    } else if (op == SIN || op == COS) {
      isIn = v128.and(f64x2.lt(f64x2.abs(xs), v128.load(ANGLE_END)), f64x2.ne(xs, v128.load(ZERO)));
      high = sineLanes(xs, lows, op == COS ? 1 : 0, false);
    } else {
      const least = op == LOG1P ? LESS_ONE : LEAST;
      isIn = v128.and(f64x2.gt(xs, v128.load(least)), f64x2.lt(xs, v128.load(MOST)));
      // What is left out of a smaller one is below all float64, and its bound would be 0.
      if (op == LOG1P) isIn = v128.and(isIn, f64x2.gt(f64x2.abs(xs), v128.load(EXPM1_LEAST)));
      high = op == LOG
        ? logLanes(xs, lows)
        : op == LOG1P
        ? log1pLanes(xs, lows)
        : sqrtLanes(xs, lows);
    }
    const rest = v128.load(LOW);
    if (i64x2.bitmask(isIn) != 3) {
      isAnyLeft = true;
      high = v128.or(high, v128.not(isIn));
    }
    const relative = op == SQRT
      ? ROUNDINGS
      : op == EXP
      ? EXP_PARTS
      : op == LOG || op == LOG1P
      ? LOG_PARTS
      : PARTS;
    const part = f64x2.mul(f64x2.abs(high), v128.load(relative));
    if (op == SQRT) {
      const sum = f64x2.add(high, rest);
      const bound = v128.and(part, f64x2.ne(rest, v128.load(ZERO)));
      putLanes(at + i, sum, twoSumError(high, rest, sum), bound);
    } else {
      putLanes(
        at + i,
        high,
        rest,
        op == SIN || op == COS ? f64x2.add(part, v128.load(ANGLES)) : part,
      );
    }
  }
  return isAnyLeft;
}
