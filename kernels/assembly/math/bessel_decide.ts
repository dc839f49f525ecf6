// The elements that the first way leaves undecided (bessel_rows.ts): about one in 350.

import { second } from "./bessel_second";

/** y, where `differs` replaced by the correctly rounded values at `a` = |x|. */
export function decide(kind: i32, a: v128, y: v128, differs: v128): v128 {
  if (i64x2.extract_lane(differs, 0) != 0) {
    y = f64x2.replace_lane(y, 0, second(kind, f64x2.extract_lane(a, 0)));
  }
  if (i64x2.extract_lane(differs, 1) != 0) {
    y = f64x2.replace_lane(y, 1, second(kind, f64x2.extract_lane(a, 1)));
  }
  return y;
}
