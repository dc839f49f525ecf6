// Double-double arithmetic: a number is the unevaluated sum of two float64. A function returns the first, and
// leaves the second in `low`.

const SPLITTER: f64 = 134217729; // 2^27 + 1

/** The second part of the last result. */
export let low: f64 = 0;

/** Puts a second part into its place; returns the first. */
// @ts-ignore: decorator
@inline
export function pair(high: f64, rest: f64): f64 {
  low = rest;
  return high;
}

/** a + b - sum, exactly. */
// @ts-ignore: decorator
@inline
export function sumError(a: f64, b: f64, sum: f64): f64 {
  const taken = sum - a;
  return (a - (sum - taken)) + (b - taken);
}

/** a b - product, exactly (Dekker 1971). */
// @ts-ignore: decorator
@inline
export function productError(a: f64, b: f64, product: f64): f64 {
  const ca = SPLITTER * a;
  const cb = SPLITTER * b;
  const a1 = ca - (ca - a);
  const b1 = cb - (cb - b);
  const a2 = a - a1;
  const b2 = b - b1;
  return a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2);
}

/** high + rest where rest is not larger, made a pair whose first part is its rounding. */
// @ts-ignore: decorator
@inline
export function normal(high: f64, rest: f64): f64 {
  const sum = high + rest;
  low = rest - (sum - high);
  return sum;
}

export function add(a: f64, aLow: f64, b: f64, bLow: f64): f64 {
  const sum = a + b;
  return normal(sum, sumError(a, b, sum) + (aLow + bLow));
}

export function multiply(a: f64, aLow: f64, b: f64, bLow: f64): f64 {
  const product = a * b;
  return normal(product, productError(a, b, product) + (a * bLow + aLow * b));
}

export function divide(a: f64, aLow: f64, b: f64, bLow: f64): f64 {
  const quotient = a / b;
  const product = quotient * b;
  const rest = ((a - product) - productError(quotient, b, product)) + (aLow - quotient * bLow);
  return normal(quotient, rest / b);
}

/** c + d (y + yLow), with d a float64 and c a pair: a step of Horner's rule. */
// @ts-ignore: decorator
@inline
export function step(c: f64, cLow: f64, d: f64, y: f64, yLow: f64): f64 {
  const product = d * y;
  const sum = c + product;
  low = sumError(c, product, sum) + (productError(d, y, product) + (d * yLow + cLow));
  return sum;
}

/** A series whose coefficients are pairs in memory, at d: the first `exact` of `count` terms as pairs. */
export function series(at: usize, count: i32, exact: i32, d: f64): f64 {
  let y: f64 = 0;
  for (let k = count - 1; k >= exact; k--) y = load<f64>(at + (<usize> k << 4)) + d * y;
  let rest: f64 = 0;
  for (let k = exact - 1; k >= 0; k--) {
    const c = at + (<usize> k << 4);
    y = step(load<f64>(c), load<f64>(c, 8), d, y, rest);
    rest = low;
  }
  return normal(y, rest);
}
