// multigammaln of balls and its derivatives: last phase, at a cost that does not grow with p. With t = x - (p - 1)/2 > 0
//
//   multigammaln(x, p) = p (p - 1)/4 ln pi + sum of lgamma(t + i/2), 0 <= i < p
//
// and the arguments are two chains with steps of 1: m = ceil(p/2) from b = t on and floor(p/2) from b = t + 1/2 on.
//
// Value. lgamma(b + j) = lgamma(b + N) - ln((b + j) ... (b + N - 1)), so that the sum of the first N is
//
//   N lgamma(b + N) - ln Q,   Q = product of (b + j)^(j + 1)
//
// and the others are ln G(b + m) - ln G(b + N), G that of Barnes (DLMF 5.17.1, 5.17.5; elementary/euler_maclaurin.ts has
// the remainder):
//
//   ln G(w + 1) = w^2/2 (ln w - 3/2) + w/2 ln(2 pi) - ln(w)/12 + S(w) + a constant
//
// Derivatives. From G'(z)/G(z) = (z - 1) digamma(z) - z + a constant, for q = k - 1
//
//   sum of polygamma(q, b + j), 0 <= j < m = [(z - 1) polygamma(q, z) + q polygamma(q - 1, z)] from b to b + m, - m if q = 0
//
// Both differences cancel where x is much larger than p: as many bits are added as log2(x/p) has. From 2^(bits/4) on the
// terms around the middle c = x - (p - 1)/4 are few (Taylor, odd orders vanish, f^(4) is of one sign and monotone):
//
//   p f(c) + p (p^2 - 1)/96 f''(c) + R,   |R| <= p (p/4)^4/24 |f^(4)| at c - p/4

import {
  add,
  copy,
  divide,
  divideInteger,
  isKnown,
  mark,
  multiply,
  multiplyInteger,
  newBall,
  precision,
  release,
  round,
  scale,
  setInteger,
  setPrecision,
  setUnknown,
  signOf,
  square,
  subtract,
  upperExponent,
  widen,
} from "../arithmetic/ball";
import { addSeries, farEnough } from "../elementary/euler_maclaurin";
import { pi } from "../elementary/ball_constants";
import { log } from "../elementary/ball_log";
import { digammaBall, lgammaBall, stepsFrom } from "../gamma/last";
import { polygammaBall } from "../polygamma/last";

/** Bits beyond those asked for: N^2 ln N where the result may be of size 1. */
const GUARD_BITS: i32 = 32;

/** The k-th derivative of multigammaln of dimension p >= 1; unknown if x may be (p - 1)/2 or less. */
export function multigammalnBall(to: usize, x: usize, p: i64, k: i32): void {
  const bits = precision();
  const begin = mark();
  setPrecision(bits + GUARD_BITS);
  const result = newBall();
  const part = newBall();
  const smallest = newBall();
  const half = newBall();
  setInteger(part, p - 1);
  scale(part, part, -1);
  subtract(smallest, x, part);
  if (signOf(smallest) != 1) {
    setUnknown(result);
  } else if (!isKnown(smallest)) {
    // Of numbers beyond all exponents the smallest gives the bound of all.
    derivative(result, smallest, k);
    multiplyInteger(result, result, p);
  } else {
    // How often p fits into x, as bits.
    const excess = max<i64>(0, upperExponent(smallest) - <i64> (63 - clz(p)));
    if (p > 1 && excess > <i64> (bits >> 2)) {
      addMiddle(result, x, p, k);
    } else {
      setPrecision(bits + GUARD_BITS + (p > 1 ? <i32> excess : 0));
      const odd = p >> 1;
      addChain(result, smallest, p - odd, k);
      if (odd > 0) {
        setInteger(half, 1);
        scale(half, half, -1);
        add(smallest, smallest, half);
        addChain(part, smallest, odd, k);
        add(result, result, part);
      }
    }
    if (k == 0) {
      pi(part);
      log(part, part);
      multiplyInteger(part, part, p);
      multiplyInteger(part, part, p - 1);
      scale(part, part, -2);
      add(result, result, part);
    }
  }
  setPrecision(bits);
  round(to, result);
  release(begin);
}

/** The k-th derivative of lgamma. */
function derivative(to: usize, x: usize, k: i32): void {
  if (k == 0) lgammaBall(to, x);
  else if (k == 1) digammaBall(to, x);
  else polygammaBall(to, k - 1, x);
}

/** The sum of the k-th derivative of lgamma over x - i/2, i < p, where x is much larger than p. */
function addMiddle(to: usize, x: usize, p: i64, k: i32): void {
  const begin = mark();
  const c = newBall();
  const part = newBall();
  const count = newBall();
  setInteger(part, p - 1);
  scale(part, part, -2);
  subtract(c, x, part);
  derivative(to, c, k);
  multiplyInteger(to, to, p);
  derivative(part, c, k + 2);
  multiplyInteger(part, part, p - 1);
  multiplyInteger(part, part, p);
  multiplyInteger(part, part, p + 1);
  divideInteger(part, part, 96);
  add(to, to, part);
  setInteger(count, p);
  scale(count, count, -2);
  subtract(c, c, count);
  derivative(part, c, k + 4);
  square(count, count);
  square(count, count);
  multiply(part, part, count);
  multiplyInteger(part, part, p);
  divideInteger(part, part, 24);
  widen(to, part);
  release(begin);
}

/** The sum of the k-th derivative of lgamma over b, b + 1, ..., b + m - 1. */
function addChain(to: usize, b: usize, m: i64, k: i32): void {
  const begin = mark();
  const end = newBall();
  const part = newBall();
  if (k == 0) {
    addLgammas(to, b, m);
  } else if (m == 1) {
    derivative(to, b, k);
  } else {
    setInteger(part, m);
    add(end, b, part);
    primitive(to, end, k - 1);
    primitive(end, b, k - 1);
    subtract(to, to, end);
    if (k == 1) subtract(to, to, part);
  }
  release(begin);
}

/** (z - 1) polygamma(q, z) + q polygamma(q - 1, z) */
function primitive(to: usize, z: usize, q: i32): void {
  const begin = mark();
  const value = newBall();
  const factor = newBall();
  setInteger(factor, 1);
  subtract(factor, z, factor);
  derivative(value, z, q + 1);
  multiply(factor, factor, value);
  if (q > 0) {
    derivative(value, z, q);
    multiplyInteger(value, value, q);
    add(factor, factor, value);
  }
  copy(to, factor);
  release(begin);
}

function addLgammas(to: usize, b: usize, m: i64): void {
  const begin = mark();
  const one = newBall();
  const y = newBall();
  const suffix = newBall();
  const product = newBall();
  const part = newBall();
  setInteger(one, 1);
  // The series of G is at w = b + N - 1.
  const steps = min<i64>(m, <i64> stepsFrom(b, farEnough(precision())) + 1);
  setInteger(part, steps);
  add(y, b, part);
  lgammaBall(to, y);
  multiplyInteger(to, to, steps);
  // Q as the product of (b + N - 1), (b + N - 1) (b + N - 2), and so on.
  copy(suffix, one);
  copy(product, one);
  for (let i: i64 = 0; i < steps; i++) {
    subtract(y, y, one);
    multiply(suffix, suffix, y);
    multiply(product, product, suffix);
  }
  log(product, product);
  subtract(to, to, product);
  if (steps < m) {
    setInteger(part, m - 1);
    add(y, b, part);
    barnes(part, y);
    add(to, to, part);
    setInteger(part, steps - 1);
    add(y, b, part);
    barnes(part, y);
    subtract(to, to, part);
  }
  release(begin);
}

/** ln G(w + 1) without its constant. */
function barnes(to: usize, w: usize): void {
  const begin = mark();
  const logarithm = newBall();
  const part = newBall();
  const over = newBall();
  const result = newBall();
  log(logarithm, w);
  // w (w (ln w - 3/2) + ln(2 pi))/2
  setInteger(part, 3);
  scale(part, part, -1);
  subtract(part, logarithm, part);
  multiply(result, part, w);
  pi(part);
  scale(part, part, 1);
  log(part, part);
  add(result, result, part);
  multiply(result, result, w);
  scale(result, result, -1);
  divideInteger(part, logarithm, 12);
  subtract(result, result, part);
  // c(2) t(2) = B(4)/8 w^-2, and c(2) = B(4)/24
  setInteger(part, 1);
  divide(over, part, w);
  square(over, over);
  multiplyInteger(part, over, 3);
  addSeries(result, part, over, 2, -2, 1);
  copy(to, result);
  release(begin);
}
