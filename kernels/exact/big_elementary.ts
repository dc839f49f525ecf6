import {
  abs,
  add,
  type Big,
  div,
  exponentOf,
  fromInteger,
  fromNumber,
  getPrecision,
  makeBig,
  mul,
  nearest,
  neg,
  ONE,
  scale,
  sizeOf,
  sub,
  toFixed,
  toNumber,
  withPrecision,
  ZERO,
} from "./big_float.ts";

// Elementary functions of numbers of any precision. A result is good to all but the last bits,
// except that sin and cos next to their zeros, and log next to 1, are so only where that says so.

/** Bits that series have more than results. */
const GUARD = 40;

/** Sizes from which on exp is beyond any exponent: those of all float64, and of small multiples, are not. */
const MAX_EXPONENT_BITS = 1100;

function cached(make: (bits: number) => bigint): (bits: number) => bigint {
  const known = new Map<number, bigint>();
  return (bits) => {
    let value = known.get(bits);
    if (value === undefined) known.set(bits, value = make(bits));
    return value;
  };
}

/** The sum of 1/n^(2k + 1)/(2k + 1), with alternating signs if that is asked for. */
function arc(n: bigint, bits: number, isAlternating: boolean): bigint {
  let power = (1n << BigInt(bits)) / n;
  let sum = power;
  for (let k = 3n, sign = -1n; power !== 0n; k += 2n, sign = -sign) {
    power /= n * n;
    sum += (isAlternating ? sign : 1n) * (power / k);
  }
  return sum;
}

/** ln 2 = 18 artanh(1/26) - 2 artanh(1/4801) + 8 artanh(1/8749), in units of 2^-bits. */
const ln2 = cached((bits) =>
  18n * arc(26n, bits, false) - 2n * arc(4801n, bits, false) + 8n * arc(8749n, bits, false)
);

/** pi = 16 arctan(1/5) - 4 arctan(1/239), in units of 2^-bits. */
const piBits = cached((bits) => 16n * arc(5n, bits, true) - 4n * arc(239n, bits, true));

export function pi(): Big {
  const bits = getPrecision() + GUARD;
  return makeBig(piBits(bits), BigInt(-bits));
}

/** exp(x); infinite exponents are given as Infinity and 0. */
export function exp(x: Big): Big | number {
  const size = sizeOf(x);
  if (size > MAX_EXPONENT_BITS) return x.m > 0n ? Infinity : 0;
  if (size < -2 * getPrecision()) return add(ONE, x);
  const bits = getPrecision() + GUARD + Math.max(size, 0);
  const one = 1n << BigInt(bits);
  const k = withPrecision(bits, () => nearest(div(x, { m: ln2(bits), e: BigInt(-bits) })));
  // exp of a 2^-16th of what is left, squared 16 times.
  const r = (toFixed(x, bits) - k * ln2(bits)) >> 16n;
  let sum = one;
  let term = one;
  for (let i = 1n; term !== 0n && term !== -1n; i++) {
    term = (term * r >> BigInt(bits)) / i;
    sum += term;
  }
  for (let i = 0; i < 16; i++) sum = sum * sum >> BigInt(bits);
  return makeBig(sum, k - BigInt(bits));
}

export function expm1(x: Big): Big | number {
  const size = sizeOf(x);
  if (x.m === 0n) return ZERO;
  if (size < -2 * getPrecision()) return add(x, scale(mul(x, x), -1));
  const power = withPrecision(getPrecision() + Math.max(0, -size) + 2, () => {
    const y = exp(x);
    return typeof y === "number" ? y : sub(y, ONE);
  });
  return typeof power === "number" ? (power === 0 ? neg(ONE) : power) : makeBig(power.m, power.e);
}

/** ln(1 + d), |d| < 2^-4, with all bits: 2 artanh(d/(2 + d)). */
function logNear1(d: Big): Big {
  const w = div(d, add(fromInteger(2), d));
  const square = mul(w, w);
  let sum = w;
  let power = w;
  for (let k = 3;; k += 2) {
    power = mul(power, square);
    const term = div(power, fromInteger(k));
    if (term.m === 0n || sizeOf(term) < sizeOf(sum) - getPrecision() - 2) break;
    sum = add(sum, term);
  }
  return scale(sum, 1);
}

/** ln x, x > 0; next to 1, too, with all bits. */
export function log(x: Big): Big {
  const k = exponentOf(x);
  if (k === 0n || k === 1n) {
    const d = sub(x, ONE);
    if (sizeOf(d) < -4) return logNear1(d);
  }
  const m: Big = { m: x.m, e: x.e - k }; // in [1/2, 1)
  const bits = getPrecision() + GUARD + 24;
  return withPrecision(bits, () => {
    let y = fromNumber(Math.log(toNumber(m)));
    // y + 2 (m - exp y)/(m + exp y) has three times the bits of y.
    for (let known = 50; known < bits; known *= 3) {
      const power = exp(y) as Big;
      y = add(y, scale(div(sub(m, power), add(m, power)), 1));
    }
    return add(y, mul(fromInteger(k), { m: ln2(bits), e: BigInt(-bits) }));
  });
}

/** ln(1 + x), x > -1. */
export function log1p(x: Big): Big {
  return sizeOf(x) < -4 ? logNear1(x) : log(add(ONE, x));
}

/** sin(x + quarters pi/2). */
export function sine(x: Big, quarters: number): Big {
  const size = sizeOf(x);
  const bits = getPrecision() + GUARD + Math.max(size, 0);
  const half = scale(withPrecision(bits, pi), -1);
  const [r, turns] = withPrecision(bits, () => {
    const k = size < 0 ? 0n : nearest(div(x, half));
    return [sub(x, mul(fromInteger(k), half)), Number(BigInt.asUintN(2, k)) + quarters];
  });
  const isCosine = turns % 2 === 1;
  const square = neg(mul(r, r));
  let term = isCosine ? ONE : makeBig(r.m, r.e);
  let sum = term;
  for (let n = isCosine ? 1 : 2; term.m !== 0n; n += 2) {
    term = div(mul(term, square), fromInteger(n * (n + 1)));
    if (sizeOf(term) < sizeOf(sum) - getPrecision() - 2) break;
    sum = add(sum, term);
  }
  return (turns & 2) === 0 ? sum : neg(sum);
}

/** x to an integer power. */
export function integerPower(x: Big, n: number): Big {
  let result = ONE;
  let base = x;
  for (let k = Math.abs(n); k > 0; k = Math.floor(k / 2)) {
    if (k % 2 === 1) result = mul(result, base);
    base = mul(base, base);
  }
  return n < 0 ? div(ONE, result) : result;
}

/** a^b, a > 0 or b an integer, neither 0. */
export function power(a: Big, b: Big): Big | number {
  const n = toNumber(b);
  if (Number.isInteger(n) && Math.abs(n) <= 4096) return integerPower(a, n);
  const y = exp(mul(b, log(abs(a))));
  const isOdd = Number.isInteger(n) && n % 2 !== 0;
  if (a.m > 0n || !isOdd) return y;
  return typeof y === "number" ? -y : neg(y);
}
