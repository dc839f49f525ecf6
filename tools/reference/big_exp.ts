import { FIXED_BITS, LN2 } from "./big_constants.ts";
import { type BigFloat, fromNumber } from "./big_float.ts";

// exp(x) = 2^k exp(j / 2^8) exp(r), 0 <= r < 2^-8, in fixed point. The product k * LN2 costs 12
// bits and the series a few more, so the relative error stays below 2^-270.

const MAX_ARGUMENT = 4096;
const STEP_BITS = 8n;
const FRACTION = BigInt(FIXED_BITS);
const ONE = 1n << FRACTION;

/** exp(j / 2^STEP_BITS) for every j that a remainder of the division by log 2 can have. */
const steps = makeSteps();

/** exp of the double `x`, for |x| <= 4096, with a relative error below 2^-270. */
export function bigExp(x: number): BigFloat {
  if (!(Math.abs(x) <= MAX_ARGUMENT)) {
    throw new RangeError(
      `Cannot compute exp: |x| must be at most ${MAX_ARGUMENT}, got ${x}`,
    );
  }
  const { m, e } = fromNumber(x);
  const fixed = FIXED_BITS + e >= 0 ? m << BigInt(FIXED_BITS + e) : m >> BigInt(-FIXED_BITS - e);
  // Estimated in double and corrected, so that the remainder is in [0, log 2) whatever the
  // estimate.
  let k = Math.floor(x / Math.LN2);
  let rest = fixed - BigInt(k) * LN2;
  while (rest < 0n) {
    rest += LN2;
    k -= 1;
  }
  while (rest >= LN2) {
    rest -= LN2;
    k += 1;
  }
  const j = rest >> (FRACTION - STEP_BITS);
  const series = expSeries(rest - (j << (FRACTION - STEP_BITS)));
  return { m: (steps[Number(j)] * series) >> FRACTION, e: k - FIXED_BITS };
}

function expSeries(r: bigint): bigint {
  let term = ONE;
  let sum = 0n;
  for (let n = 1n; term !== 0n; n++) {
    sum += term;
    term = ((term * r) >> FRACTION) / n;
  }
  return sum;
}

function makeSteps(): bigint[] {
  const count = Number(LN2 >> (FRACTION - STEP_BITS)) + 1;
  return Array.from(
    { length: count },
    (_, j) => expSeries(BigInt(j) << (FRACTION - STEP_BITS)),
  );
}
