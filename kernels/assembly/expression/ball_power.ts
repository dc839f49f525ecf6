// a^b of balls.
//
//   b an exact integer below 2^63   products, by squaring: exact as long as the midpoint has room
//   b an exact multiple of 2^-6     the root of the root ..., and then products
//   else                            exp(b ln a), a > 0
//
// So powers that are float64 numbers, or halfway between two, are exact.

import {
  copy,
  divide,
  isExact,
  isInteger,
  isUnknown,
  mark,
  multiply,
  newBall,
  precision,
  release,
  round,
  scale,
  setInteger,
  setPrecision,
  setUnknown,
  square,
  squareRoot,
  toInteger,
  upperExponent,
} from "../arithmetic/ball";
import { exp } from "../elementary/ball_exp";
import { log } from "../elementary/ball_log";

/** Square roots that are taken, at most. */
const ROOTS: i64 = 6;
/** exp(b ln a) of a larger exponent would be beyond all exponents. */
const MAX_BITS: i64 = 64;

/** a^b; a is positive, or b is exactly an integer and a is not 0. `to` is neither. */
export function power(to: usize, a: usize, b: usize): void {
  if (isUnknown(a) || isUnknown(b)) return setUnknown(to);
  const before = mark();
  const kept = precision();
  const y = newBall();
  const x = newBall();
  let roots: i64 = 0;
  copy(y, b);
  if (isExact(b)) {
    while (roots < ROOTS && !isInteger(y)) {
      scale(y, y, 1);
      roots++;
    }
  }
  const n = toInteger(y);
  if (n != i64.MIN_VALUE) {
    // A factor for each bit, and for each an error that the next squaring doubles.
    setPrecision(kept + 32 + 2 * (64 - <i32> clz(<u64> abs(n))));
    copy(x, a);
    for (let i: i64 = 0; i < roots; i++) squareRoot(x, x);
    wholePower(y, x, <u64> abs(n));
    if (n < 0) {
      setInteger(x, 1);
      divide(y, x, y);
    }
  } else {
    // The error of the logarithm is multiplied by b.
    const e = upperExponent(b);
    setPrecision(kept + 32 + <i32> min(MAX_BITS, max(<i64> 0, e + 12)));
    log(x, a);
    multiply(x, x, b);
    exp(y, x);
  }
  setPrecision(kept);
  round(to, y);
  release(before);
}

/** x^n, n >= 0. `to` is not x, which is changed. */
function wholePower(to: usize, x: usize, n: u64): void {
  setInteger(to, 1);
  for (; n != 0; n >>= 1) {
    if ((n & 1) != 0) multiply(to, to, x);
    if (n > 1) square(x, x);
  }
}
