import { add, type BigFloat, fromNumber, multiply, toFixed, top } from "./big_float.ts";
import { bigLog, logPi } from "./big_elementary.ts";
import { digamma, positiveDigamma } from "./digamma.ts";
import { type Estimate, fixed, settle, sum, times } from "./estimate.ts";
import { lgamma, positiveLgamma } from "./lgamma.ts";

// Both are sums over y, y + 1/2, ..., y + (p - 1)/2, where y = x - (p - 1)/2 > 0, of lgamma and of
// digamma. Those an integer apart make a chain: with J of them, z, ..., z + J - 1,
//   sum of lgamma = J lgamma(z + J) - log(z (z+1)^2 ... (z+J-1)^J),
//   sum of digamma = J digamma(z + J) - 1/z - 2/(z+1) - ... - J/(z+J-1).

/** Bits from the largest double down to the halves, and more. */
const EXACT = 1100;

interface Chain {
  readonly z: BigFloat;
  readonly length: number;
}

/** log of the multivariate gamma function, x > (p - 1)/2: a relative error below 2^-150. */
export function multigammaln(p: number, x: number): BigFloat {
  if (p === 1) return lgamma(x);
  return settle((bits) => {
    const constant = times(fixed(logPi(bits) >> 2n, bits), p * (p - 1));
    return sum(constant, ...chains(p, x).map((chain) => lgammaSum(chain, bits)));
  });
}

/** Derivative of {@linkcode multigammaln} in x, x > (p - 1)/2: a relative error below 2^-150. */
export function multigammalnGrad(p: number, x: number): BigFloat {
  if (p === 1) return digamma(x);
  return settle((bits) => sum(...chains(p, x).map((chain) => digammaSum(chain, bits))));
}

/** The even and the odd ones, exactly. */
function chains(p: number, x: number): Chain[] {
  return [1 - p, 2 - p].map((twice, i) => ({
    z: add(fromNumber(x), { m: BigInt(twice), e: -1 }, EXACT),
    length: (p + 1 - i) >> 1,
  }));
}

function lgammaSum({ z, length }: Chain, bits: number): Estimate {
  const { e, places, end } = placesOf({ z, length }, bits);
  let fromHere: BigFloat = { m: 1n, e: 0 };
  let product = fromHere;
  for (const m of places.reverse()) {
    fromHere = multiply(fromHere, { m, e }, bits);
    product = multiply(product, fromHere, bits);
  }
  const logs = fixed(-bigLog(product, bits), bits);
  // The product has the errors of length^2/2 multiplications.
  const error = logs.error + 2 * Math.ceil(Math.log2(length));
  return sum(times(positiveLgamma(end, bits), length), { value: logs.value, error });
}

function digammaSum({ z, length }: Chain, bits: number): Estimate {
  const { e, places, end } = placesOf({ z, length }, bits);
  const one = toFixed({ m: 1n, e: 0 }, bits - e);
  let quotients = 0n;
  places.forEach((place, k) => quotients += BigInt(k + 1) * one / place);
  const { value, error } = fixed(-quotients, bits);
  return sum(times(positiveDigamma(end, bits), length), {
    value,
    error: error + Math.ceil(Math.log2(length)),
  });
}

interface Places {
  /** The chain from z to z + J - 1: these integers times 2^e. */
  readonly places: bigint[];
  readonly e: number;
  /** z + J. */
  readonly end: BigFloat;
}

/** Exact for moderate z, and beyond with the relative accuracy of so many bits. */
function placesOf({ z, length }: Chain, bits: number): Places {
  const e = Math.max(-bits, top(z) - bits - 64);
  const one = toFixed({ m: 1n, e: 0 }, -e);
  const first = toFixed(z, -e);
  const places = Array.from({ length }, (_, k) => first + BigInt(k) * one);
  return { places, e, end: { m: first + BigInt(length) * one, e } };
}
