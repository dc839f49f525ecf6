// Where a definition or a limit stands for a computation: order -1 is lgamma, 0 digamma, n
// polygamma.

export const LGAMMA: i32 = -1;
export const DIGAMMA: i32 = 0;

/** The values of NaN, infinity, negative integers, and of x >= 0 so small that they are infinite. */
export function specialValues(order: i64, from: usize, to: usize, count: i32): void {
  for (const end = from + (<usize> count << 3); from < end; from += 8, to += 8) {
    store<f64>(to, specialValue(order, load<f64>(from)));
  }
}

function specialValue(order: i64, x: f64): f64 {
  if (isNaN(x)) return NaN;
  if (order == LGAMMA) return Infinity;
  if (x == Infinity) return order == DIGAMMA ? x : order & 1 ? 0 : -0.0;
  if (x == -Infinity) return NaN;
  if (order & 1) return Infinity;
  return x >= 0 ? -copysign(Infinity, x) : NaN; // at 0 the limit from the side of its sign
}
