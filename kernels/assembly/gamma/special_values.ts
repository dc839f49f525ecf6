// Where a definition or a limit stands for a computation: order -1 is lgamma, 0 digamma, n
// polygamma.

export const LGAMMA: i32 = -1;
export const DIGAMMA: i32 = 0;

/** f(x) where x is NaN, infinite, 0 or a negative integer. */
export function specialValue(order: i64, x: f64): f64 {
  if (isNaN(x)) return NaN;
  if (order == LGAMMA) return Infinity;
  if (x == Infinity) return order == DIGAMMA ? x : order & 1 ? 0 : -0.0;
  if (x == -Infinity) return NaN;
  if (order & 1) return Infinity;
  return x == 0 ? -1 / x : NaN; // the limit from the side that the sign of 0 tells
}
