// Powers a^b of expressions, as exp(b ln |a|), in blocks of double-doubles, and those that need no computation.

import { SIGN_64, ZERO } from "../arithmetic/constants";
import { EXP_ERROR, expLanes, LOG_ERROR, logLanes } from "../elementary/fast_double_double";
import { exactTwoProdError } from "../arithmetic/error_free";
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
import { expDoubleDouble } from "../elementary/exp_double_double";
import { DOUBLE_DOUBLE_ERROR, logDoubleDouble } from "../elementary/log_double_double";
import { LOW } from "../memory_map";

/** Below this products lose their low parts. */
const SMALL: f64 = 1e-280;
/** Integers below it may be odd. */
const MAX_INTEGER: f64 = 9007199254740992; // 2^53
/** A relative bound that is larger is not one: its square is left out. */
const MAX_BOUND: f64 = 0.0009765625; // 2^-10

/** a^b where one of them is 0, 1 or infinite, or where there is no power. */
export function specialPower(x: f64, y: f64, isWhole: bool, isOdd: bool): f64 {
  if (y == 0 || x == 1) return 1;
  if (isNaN(x) || isNaN(y)) return NaN;
  if (abs(y) == Infinity) {
    if (abs(x) == 1) return 1;
    return (abs(x) > 1) == (y > 0) ? Infinity : 0;
  }
  if (x == 0 || abs(x) == Infinity) {
    const size: f64 = (x == 0) == (y > 0) ? 0 : Infinity;
    return isOdd && reinterpret<i64>(x) < 0 ? -size : size;
  }
  return isWhole ? 1 : NaN;
}

/** Operands of two elements: x, y, and all bits of their low parts and bounds. */
const OPERANDS: usize = memory.data(48, 16);

/** a^b of a block of double-doubles with bounds, two lanes at a time; `to` may be an operand. `isAccurate`: to 2^-86. */
export function powerBlock(to: usize, a: usize, b: usize, size: i32, isAccurate: bool): void {
  const at = slotOf(to);
  const isMoved = boundsOf(a) != ZEROS || boundsOf(b) != ZEROS;
  const zero = v128.load(ZERO);
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const given = v128.load(highsOf(a) + i);
    const givenLow = v128.load(lowsOf(a) + i);
    const y = v128.load(highsOf(b) + i);
    const yLow = v128.load(lowsOf(b) + i);
    const xBound = v128.load(boundsOf(a) + i);
    const yBound = v128.load(boundsOf(b) + i);
    // Negative numbers have powers of integers.
    let isWhole = v128.and(
      f64x2.eq(y, f64x2.nearest(y)),
      f64x2.lt(f64x2.abs(y), f64x2.splat(MAX_INTEGER)),
    );
    isWhole = v128.and(isWhole, f64x2.eq(v128.or(yLow, yBound), zero));
    const half = f64x2.mul(y, f64x2.splat(0.5));
    const isOdd = v128.and(isWhole, f64x2.ne(half, f64x2.nearest(half)));
    const turned = v128.and(v128.and(given, v128.load(SIGN_64)), isWhole);
    const x = v128.xor(given, turned);
    const xLow = v128.xor(givenLow, turned);
    const log = isAccurate ? logDoubleDouble(x, xLow) : logLanes(x, xLow);
    const logLow = v128.load(LOW);
    const exponent = f64x2.mul(log, y);
    const crossed = f64x2.add(f64x2.mul(log, yLow), f64x2.mul(logLow, y));
    const exponentLow = f64x2.add(exactTwoProdError(log, y, exponent), crossed);
    const power = isAccurate
      ? expDoubleDouble(exponent, exponentLow, false)
      : expLanes(exponent, exponentLow);
    const powerLow = v128.load(LOW);
    const exponentSize = f64x2.abs(exponent);
    const logError = isAccurate ? 2 * DOUBLE_DOUBLE_ERROR : LOG_ERROR;
    const expError = isAccurate ? DOUBLE_DOUBLE_ERROR : EXP_ERROR;
    let bound = f64x2.add(
      f64x2.mul(f64x2.splat(logError), exponentSize),
      f64x2.splat(2 * expError),
    );
    if (isMoved) {
      const ySize = f64x2.add(f64x2.abs(y), yBound);
      const moved = f64x2.div(f64x2.mul(f64x2.mul(f64x2.splat(1.01), ySize), xBound), x);
      bound = f64x2.add(
        bound,
        f64x2.add(moved, f64x2.mul(f64x2.mul(f64x2.splat(1.01), f64x2.abs(log)), yBound)),
      );
    }
    // Others have a special value, or the last phase computes them.
    let isIn = v128.and(f64x2.gt(x, f64x2.splat(SMALL)), f64x2.lt(x, f64x2.splat(1e300)));
    isIn = v128.and(isIn, f64x2.lt(f64x2.mul(xBound, f64x2.splat(256)), x));
    isIn = v128.and(isIn, f64x2.lt(bound, f64x2.splat(MAX_BOUND)));
    const isMiddle = v128.and(
      f64x2.gt(exponentSize, f64x2.splat(1e-100)),
      f64x2.lt(exponentSize, f64x2.splat(640)),
    );
    isIn = v128.and(isIn, v128.and(isMiddle, f64x2.lt(f64x2.abs(y), f64x2.splat(1e150))));
    const sign = v128.and(turned, isOdd);
    if (!i64x2.all_true(isIn)) {
      v128.store(OPERANDS, given);
      v128.store(OPERANDS, y, 16);
      v128.store(OPERANDS, v128.or(v128.or(givenLow, yLow), v128.or(xBound, yBound)), 32);
    }
    bound = f64x2.mul(f64x2.mul(power, f64x2.splat(1.01)), bound);
    putLanes(at + i, v128.xor(power, sign), v128.xor(powerLow, sign), bound);
    if (i64x2.all_true(isIn)) continue;
    if (!i64x2.extract_lane(isIn, 0)) powerElement(at + i, OPERANDS);
    if (!i64x2.extract_lane(isIn, 1)) powerElement(at + i + 8, OPERANDS + 8);
  }
  setFilled(to, true, true);
}

function powerElement(at: usize, from: usize): void {
  const x = load<f64>(from);
  const y = load<f64>(from, 16);
  const areExact = load<u64>(from, 32) << 1 == 0;
  const isWhole = y == nearest(y);
  const isOdd = isWhole && abs(y) < MAX_INTEGER && (<i64> y & 1) != 0;
  const isSpecial = !(abs(x) < Infinity) || !(abs(y) < Infinity) || x == 0 || y == 0 || x == 1 ||
    x < 0 && !isWhole;
  if (areExact && isSpecial) put(at, specialPower(x, y, isWhole, isOdd), 0, 0, false);
  else putUnknown(at);
}
