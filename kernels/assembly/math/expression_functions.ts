// Functions of expressions, over blocks of pairs with bounds (expression_slot.ts).

import { SPACE } from "./block";
import {
  CODE,
  CONSTANT,
  CONSTANTS,
  COS,
  DIGAMMA,
  EXP,
  EXPM1,
  INSTRUCTION,
  LGAMMA,
  LOG,
  LOG1P,
  MADE_B,
  POLYGAMMA,
  SIN,
  SQRT,
} from "./expression_code";
import { errorBound, functionOf, slopeBound } from "./expression_function";
import { BOUNDS, put } from "./expression_slot";
import { pairs } from "./gamma_pairs";
import { FIRST_NEAR } from "./gamma_rows";
import { expm1Of, expOf, log1pOf, logOf, low, productError } from "./pair_functions";
import { pairSin, quickLow } from "./quick_functions";
import { TRIPLE } from "./triple";

const ROUNDING: f64 = 7.888609052210118e-31; // 2^-100
const ELEMENTARY: f64 = 2.168404344971009e-19; // 2^-62
/** Error of `pairs`: 4.25 roundings of what is 2^-11 of the value, and the last bits of rows. */
const GAMMA: f64 = 3.3e-19; // 2^-61.4
const ANGLE: f64 = 2.524354896707238e-29; // 2^-95
const SMALL: f64 = 1e-280;
const LOST: f64 = 1e-322;
const ARGUMENT: usize = memory.data(48, 16);
/** Arguments and values of the gamma family: high parts, and low ones behind them. */
const GAMMAS: usize = memory.data(8192 + 64, 16);

/** The order of a function of the gamma family that has tables: -1 to 2; else -2. */
export function orderOf(program: usize, at: usize, op: i32): i32 {
  if (op == LGAMMA) return -1;
  if (op == DIGAMMA) return 0;
  if (op != POLYGAMMA) return -2;
  const order = load<usize>(program, CODE) + <usize> load<i32>(at, MADE_B) * INSTRUCTION;
  if (load<i32>(order, CONSTANT) == 0) return -2;
  const n = load<f64>(load<usize>(program, CONSTANTS) + (<usize> load<i32>(at, MADE_B) << 5));
  return n == 1 ? 1 : n == 2 ? 2 : -2;
}

/** A function of a block; `b` and `c` are its integers. `order`: that of `orderOf`. */
export function functionBlock(
  op: i32,
  to: usize,
  a: usize,
  b: usize,
  c: usize,
  size: i32,
  order: i32,
  hasOrder: bool,
): void {
  if (order > -2) {
    // What has no row is computed at 1, and then on its own. `to` may be `a`: operands end with a pass.
    for (let i: usize = 0; i < <usize> size << 3; i += 8) {
      const x = load<f64>(a + i);
      const isThere = x > 0 && x < 1e300;
      store<f64>(GAMMAS + i, isThere ? x : 1);
      store<f64>(GAMMAS + i, isThere ? load<f64>(a + i, SPACE) : 0, SPACE);
    }
    pairs(order, GAMMAS, size);
  }
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(a + i);
    const xLow = load<f64>(a + i, SPACE);
    const xBound = load<f64>(a + i, BOUNDS);
    const isWild = xBound > 0 && !(xBound * 256 < abs(x));
    let f: f64 = 0;
    let rest: f64 = 0;
    let bound: f64 = 0;
    let isDone = x > 0 && x < Infinity;
    if (op == LOG && isDone) {
      f = logOf(x, xLow);
      rest = low;
      bound = ELEMENTARY * abs(f);
    } else if (op == EXP && abs(x) < 746) {
      f = expOf(x, xLow);
      rest = low;
      bound = ELEMENTARY * f + (f < SMALL ? LOST + 3e-16 * f : 0);
      isDone = true;
    } else if (op == LOG1P && x > -1 && x < Infinity) {
      f = log1pOf(x, xLow);
      rest = low;
      bound = ELEMENTARY * abs(f);
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
    } else if ((op == SIN || op == COS) && abs(x) < 1000000 && x != 0) {
      f = pairSin(x, xLow, op == COS ? 1 : 0);
      rest = quickLow;
      bound = ELEMENTARY * abs(f) + ANGLE;
      isDone = true;
    } else if (order > -2 && isDone && x < 1e300 && x != 1 && x != 2 && (x >= FIRST_NEAR || xLow == 0)) {
      // Below the rows, `pairs` does not look at the low part.
      f = load<f64>(GAMMAS + i);
      rest = load<f64>(GAMMAS + i, SPACE);
      bound = GAMMA * (order < 1 ? max(1, abs(f)) : abs(f));
    } else {
      isDone = false;
    }
    const n = hasOrder ? load<f64>(b + i) : 0;
    if (!isDone) {
      store<f64>(ARGUMENT, x);
      store<f64>(ARGUMENT, xLow, 8);
      store<f64>(ARGUMENT, 0, 16);
      const isExact = functionOf(ARGUMENT + TRIPLE, op, ARGUMENT, n, load<f64>(c + i));
      f = load<f64>(ARGUMENT, TRIPLE);
      rest = load<f64>(ARGUMENT, TRIPLE + 8);
      bound = abs(load<f64>(ARGUMENT, TRIPLE + 16));
      if (!isExact) bound += errorBound(op, x, f, n);
    }
    if (xBound > 0) bound = isWild ? Infinity : bound + slopeBound(op, x, f, n) * xBound;
    put(to + i, f, rest, bound, isWild);
  }
}
