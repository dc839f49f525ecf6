// Powers a^b of expressions in triple-double, as exp(b ln |a|), and those that need no computation.

import { copy, multiply, negate, set, TRIPLE } from "./triple";
import { tripleExp, tripleLog } from "./triple_functions";

/** Relative error of exp and log here. */
const POWER_ERROR: f64 = 2.2958874039497803e-41; // 2^-135

const WORK: usize = memory.data(48, 16);

/** a^b, and its bound. */
export function setPower(at: usize, a: usize, b: usize, aBound: f64, bBound: f64): f64 {
  const x = load<f64>(a);
  const y = load<f64>(b);
  const isPlain = load<f64>(b, 8) == 0 && bBound == 0;
  const isWhole = isPlain && y == nearest(y);
  const isOdd = isWhole && abs(y) < 9007199254740992 && (<i64> y & 1) != 0;
  const isSpecial = !isFinite(x) || !isFinite(y) || x == 0 || y == 0 || x < 0 && !isWhole ||
    x == 1 && load<f64>(a, 8) == 0 && aBound == 0;
  if (isSpecial) {
    set(at, specialPower(x, y, isWhole, isOdd));
    return 0;
  }
  if (!(aBound * 256 < abs(x)) && aBound > 0) {
    set(at, x);
    return Infinity;
  }
  copy(WORK, a);
  if (x < 0) negate(WORK, WORK);
  tripleLog(at, WORK);
  multiply(WORK + TRIPLE, at, b);
  const exponent = load<f64>(WORK + TRIPLE);
  const log = abs(load<f64>(at));
  if (exponent > 710 || exponent < -746) {
    set(at, exponent > 0 ? Infinity : 0);
    if (isOdd && x < 0) negate(at, at);
    return 0;
  }
  tripleExp(at, WORK + TRIPLE);
  if (isOdd && x < 0) negate(at, at);
  const moved = abs(y) * aBound / abs(x) * 1.01 + log * bBound;
  return abs(load<f64>(at)) * (1.01 * moved + POWER_ERROR * (1 + abs(exponent)));
}

/** a^b where one of them is 0, 1 or infinite, or where there is no power. */
export function specialPower(x: f64, y: f64, isWhole: bool, isOdd: bool): f64 {
  if (y == 0) return 1;
  if (isNaN(x) || isNaN(y)) return NaN;
  if (abs(y) == Infinity) {
    if (abs(x) == 1) return 1;
    return (abs(x) > 1) == (y > 0) ? Infinity : 0;
  }
  if (x == 1) return 1;
  if (x == 0 || abs(x) == Infinity) {
    const size: f64 = (x == 0) == (y > 0) ? 0 : Infinity;
    return isOdd && reinterpret<i64>(x) < 0 ? -size : size;
  }
  return isWhole ? 1 : NaN;
}
