// Fast phase of lgamma, digamma and polygamma of orders 1 and 2 from 2^40 on, two lanes, at double-doubles y + yLow: Stirling's
// series and its derivatives, two or three terms of them.
//
//   lgamma        (y - 1/2) ln y - y + ln(2 pi)/2, as y (ln y - 1) and the rest; 1/(12y) is below 2^-83 of it
//   digamma       ln y - 1/(2y); 1/(12y^2) is below 2^-83
//   polygamma 1   1/y + 1/(2y^2) + 1/(6y^3)
//   polygamma 2   -1/y^2 - 1/y^3 - 1/(2y^4), up to 2^450: for expressions (kernels use polygamma/fast.ts)
//
// Errors: of digamma 2^-63 of the logarithm (elementary/log.ts), and some roundings of its low part, below 2^-15. Of lgamma,
// times y: the same, and five roundings, with that of Ziv's test, of numbers below 2^-15 or, where ln y is above 512, a little
// more. The values are 27.7 and 26.7 y or more, so that both errors are below 2^-67 of them. The low parts of polygamma are
// below 2^-40 of the high ones. deno task prove stirling proves it. 5 to 12 ns.

import { HALF, ONE } from "../arithmetic/constants";
import { productLow, reciprocalLow } from "../arithmetic/double_double_lanes";
import { logPair } from "../elementary/log";
import { TOP_BITS } from "../arithmetic/error_free";
import { LOW } from "../memory_map";
import { DIGAMMA, LGAMMA } from "./special_values";

const SIXTH: usize = memory.data<f64>([0.16666666666666666, 0.16666666666666666], 16);
/** Powers of a smaller inverse would underflow, which is slow, and are below the error budget everywhere. */
const SMALLEST_INVERSE: usize = memory.data<f64>([1e-30, 1e-30], 16);
const HALF_LN_TAU: usize = memory.data<f64>([0.9189385332046728, 0.9189385332046728], 16);

/** The high part of y (ln y - 1): products of halves are exact. `log` is that of the logarithm. */
// @ts-ignore: decorator
@inline
export function timesLogHigh(y: v128, log: v128): v128 {
  const factor = f64x2.sub(log, v128.load(ONE)); // exact: a multiple of 2^-42
  return f64x2.mul(v128.and(y, v128.load(TOP_BITS)), v128.and(factor, v128.load(TOP_BITS)));
}

/** The low part; `more`, which is smaller, is added. */
// @ts-ignore: decorator
@inline
export function timesLogLow(y: v128, log: v128, logLow: v128, more: v128): v128 {
  const factor = f64x2.sub(log, v128.load(ONE));
  const factorTop = v128.and(factor, v128.load(TOP_BITS));
  const factorRest = f64x2.add(f64x2.sub(factor, factorTop), logLow);
  const top = v128.and(y, v128.load(TOP_BITS));
  const products = f64x2.add(f64x2.mul(f64x2.sub(y, top), factorTop), more);
  return f64x2.add(products, f64x2.mul(y, factorRest));
}

/** The low part of lgamma, whose high part is that of y (ln y - 1); `more` is added. */
// @ts-ignore: decorator
@inline
function lgammaLow(y: v128, log: v128, logLow: v128, more: v128): v128 {
  const plain = f64x2.sub(more, f64x2.mul(f64x2.add(log, logLow), v128.load(HALF)));
  return timesLogLow(y, log, logLow, plain);
}

/** The high parts, of order 2 up to 2^450; the low ones are in LOW. */
// @ts-ignore: decorator
@inline
export function asymptoticPair(order: i32, y: v128, yLow: v128): v128 {
  if (order <= DIGAMMA) {
    const log = logPair(y);
    const logLow = v128.load(LOW);
    if (order == LGAMMA) {
      const more = f64x2.add(v128.load(HALF_LN_TAU), f64x2.mul(yLow, log));
      v128.store(LOW, lgammaLow(y, log, logLow, more));
      return timesLogHigh(y, log);
    }
    v128.store(LOW, f64x2.sub(logLow, f64x2.div(f64x2.sub(v128.load(HALF), yLow), y)));
    return log;
  }
  const t = f64x2.div(v128.load(ONE), y);
  const tLow = reciprocalLow(y, t);
  const above = v128.and(t, f64x2.gt(t, v128.load(SMALLEST_INVERSE)));
  const square = f64x2.mul(above, above);
  if (order == 1) {
    const moved = f64x2.add(
      f64x2.sub(v128.load(HALF), yLow),
      f64x2.mul(above, v128.load(SIXTH)),
    );
    v128.store(LOW, f64x2.add(tLow, f64x2.mul(square, moved)));
    return t;
  }
  const high = f64x2.mul(t, t);
  const moved = f64x2.add(
    f64x2.sub(v128.load(ONE), f64x2.add(yLow, yLow)),
    f64x2.mul(above, v128.load(HALF)),
  );
  const rest = f64x2.mul(f64x2.mul(above, square), moved);
  v128.store(LOW, f64x2.neg(f64x2.add(rest, productLow(t, tLow, t, tLow, high))));
  return f64x2.neg(high);
}
