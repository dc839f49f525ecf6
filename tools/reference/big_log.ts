import { ln2, pi, remembered } from "./big_constants.ts";
import { type BigFloat, toFixed, top } from "./big_float.ts";

// log(2^k y) = k log 2 + log(i / 2^8) + log(1 + d), 1 <= y < 2, i the first 9 bits of y, so that
// 0 <= d < 2^-8: the series of artanh has 16 bits a term.

const STEP_BITS = 8;
/** More bits in the computation: k log 2 takes the length of k, the series a few. */
const GUARD = 40;

/** log(i / 2^STEP_BITS), each computed on first use, for one number of fraction bits. */
const steps = remembered((bits) =>
  remembered((i) => logRatio(BigInt(i), { to: 1n << BigInt(STEP_BITS), bits }))
);

/** log of a positive value, in fixed point: an error below 2^(1-bits), whatever the value. */
export function bigLog(a: BigFloat, bits: number): bigint {
  const wide = bits + GUARD;
  const k = top(a) - 1;
  const y = toFixed({ m: a.m, e: a.e - k }, wide);
  const i = y >> BigInt(wide - STEP_BITS);
  const rest = logRatio(y << BigInt(STEP_BITS), { to: i << BigInt(wide), bits: wide });
  return (BigInt(k) * ln2(wide) + steps(wide)(Number(i)) + rest) >> BigInt(GUARD);
}

/** log(pi), in fixed point. */
export const logPi: (bits: number) => bigint = remembered((bits) =>
  bigLog({ m: pi(bits + GUARD), e: -bits - GUARD }, bits)
);

/** log(from / to) = 2 artanh((from - to) / (from + to)). */
function logRatio(from: bigint, { to, bits }: { to: bigint; bits: number }): bigint {
  const shift = BigInt(bits);
  let power = ((from - to) << shift) / (from + to);
  const square = (power * power) >> shift;
  let sum = 0n;
  for (let n = 1n; power !== 0n && power !== -1n; n += 2n) {
    sum += power / n;
    power = (power * square) >> shift;
  }
  return 2n * sum;
}
