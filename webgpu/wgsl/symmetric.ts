import { FLAGS } from "../tables/layout.ts";

/** WGSL: functions of |x|, which take over the sign of x if they are odd. */
export const SYMMETRIC = `
fn compute(x: Wide) -> Wide {
  var place = special(x);
  var isTurned = false;
  if (isOrdinary(x)) {
    place = find(0u, keyOf(x));
    isTurned = x.negative && (table[0].x & ${FLAGS.odd}u) != 0u;
  }
  let value = valueOf(place);
  return Wide(value.negative != isTurned, value.exponent, value.significand);
}
`;
