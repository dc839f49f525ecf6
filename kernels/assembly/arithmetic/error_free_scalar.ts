// Error-free transformations of single float64 numbers: what rounding takes from a sum or a product.

const SPLITTER: f64 = 134217729; // 2^27 + 1 (Veltkamp 1968)

/**
 * a b - product, exactly, unless it underflows (Dekker 1971): WebAssembly has no fused
 * multiply-add.
 * @error 0
 */
// @ts-ignore: decorator
@inline
export function twoProdError(a: f64, b: f64, product: f64): f64 {
  const ca = SPLITTER * a;
  const cb = SPLITTER * b;
  const a1 = ca - (ca - a);
  const b1 = cb - (cb - b);
  const a2 = a - a1;
  const b2 = b - b1;
  return a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2);
}

/** a + b - sum, exactly. */
// @ts-ignore: decorator
@inline
export function twoSumError(a: f64, b: f64, sum: f64): f64 {
  const taken = sum - a;
  return (a - (sum - taken)) + (b - taken);
}

/** The same where |a| >= |b| (FastTwoSum). */
// @ts-ignore: decorator
@inline
export function fastTwoSumError(a: f64, b: f64, sum: f64): f64 {
  return b - (sum - a);
}
