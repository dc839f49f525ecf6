import { computeNumber } from "../../kernels/engine.ts";
import type { Kernel } from "../../kernels/job.ts";
import { type Evaluate, evaluator } from "./bounds.ts";
import { kernelTable } from "./write_table.ts";
import { END_KEY, FLAGS, HALFWAY_BITS, keyOf } from "./layout.ts";
import { makeBlock } from "./make_block.ts";

// lgamma, digamma and polygamma. With a = -x > 0 and r the distance of x from the nearest integer:
//
//   lgamma(x)  =  -lgamma(1 + a)         +  log(pi / sin(pi r))
//   psi_n(x)   =  (-1)^n psi_n(1 + a)    -  (d/dx)^n pi cot(pi x)
//
// There are four blocks: the function for x > 0; the first term as a function of a; the second term
// as a function of r, as it is above a pole; and, for even n, the second term as a function of
// s = 1/2 - r, because it is 0 halfway between two poles. The second term is computed from
// lgamma(r) + lgamma(1 - r) or psi_n(r) -+ psi_n(1 - r), which do not cancel, and for s from a
// polynomial in tan(pi s).

/** The minimum a for which 1 + a is exact at the nodes. */
const MIN_EXACT_A = 2 ** -40;
/**
 * The minimum a of the second block. Below it the first term might as well be 0, because the second
 * term is much larger: logarithms are larger than 20, powers larger than 2^40.
 */
const MIN_A = { lgamma: 2 ** -60, polygamma: MIN_EXACT_A };
/** From this a on, all float32 values are integers. */
const END_A = 2 ** 23;
/** The minimum s: no float32 is nearer to the middle of two integers. */
const MIN_S = 2 ** -25;
/** The end of the block for s. Nearer to a pole, psi_n(r) and psi_n(1 - r) cancel little. */
const END_S = 2 ** -HALFWAY_BITS;

/** Makes the table of lgamma, digamma or polygamma. */
export function reflectedTable(kernel: Kernel): Uint32Array<ArrayBuffer> {
  const isLog = kernel.name === "lgamma";
  const order = kernel.parameter ?? 0;
  const isEven = !isLog && order % 2 === 0;
  const positive = makeBlock(evaluator(kernel), { from: 0, to: END_KEY });
  const sign = isLog || order % 2 === 1 ? -1 : 1;
  const minA = MIN_A[isLog ? "lgamma" : "polygamma"];
  const beyond = makeBlock(beyondTerm(kernel, sign), { from: keyOf(minA), to: keyOf(END_A) });
  const poles = isEven
    ? makeBlock(poleTerm(kernel, -1), { from: 0, to: keyOf(1 / 2 - END_S) + 1 })
    : makeBlock(poleTerm(kernel, 1), { from: 0, to: keyOf(1 / 2) + 1 });
  if (!isEven) return kernelTable(kernel, { blocks: [positive, beyond, poles] });
  const tangent = tangentDerivative(order);
  const halfway = makeBlock((s) => s.map((s) => -tangent(s)), {
    from: keyOf(MIN_S),
    to: keyOf(END_S),
  });
  const blocks = [positive, beyond, poles, halfway];
  return kernelTable(kernel, { flags: FLAGS.odd | FLAGS.halfway, blocks });
}

/** Returns the first term, sign f(1 + a). */
function beyondTerm(kernel: Kernel, sign: number): Evaluate {
  const evaluate = evaluator(kernel, (a) => 1 + a);
  const slope = computeNumber({ name: "digamma" }, 1);
  const curvature = computeNumber({ name: "polygamma", parameter: 1 }, 1);
  return (a) => {
    const y = evaluate(a);
    for (let i = 0; i < y.length; i++) {
      // This applies only to lgamma, which is 0 at 1.
      if (a[i] < MIN_EXACT_A) y[i] = (slope + curvature / 2 * a[i]) * a[i];
      y[i] *= sign;
    }
    return y;
  };
}

/** Returns the second term, f(r) + sign f(1 - r). Infinite values stay infinite. */
function poleTerm(kernel: Kernel, sign: number): Evaluate {
  const near = evaluator(kernel);
  const far = evaluator(kernel, (r) => 1 - r);
  return (r) => {
    const y = near(r);
    const other = far(r);
    for (let i = 0; i < y.length; i++) {
      if (Number.isFinite(y[i])) y[i] += sign * other[i];
    }
    return y;
  };
}

/** pi in two parts. Products of the first part with short numbers are exact. */
const PI_HIGH = Math.floor(Math.PI * 2 ** 28) / 2 ** 28;
const PI_LOW = Math.PI - PI_HIGH + Math.sin(Math.PI); // sin(Math.PI) is pi - Math.PI

/**
 * The maximum order to compute. From here on even the smallest value, at s = 2^-25, overflows: its
 * size is n! 2^(n + 1).
 */
const MAX_ORDER = 170;

/**
 * Returns the n-th derivative of pi tan(pi s), for even n and 0 < s <= 1/4 with few bits. It is a
 * polynomial in tan(pi s) with only positive coefficients, so that it is as accurate for small s as
 * for others.
 */
export function tangentDerivative(order: number): (s: number) => number {
  if (order > MAX_ORDER) return () => Infinity;
  const polynomial = derivative(order);
  const factor = Math.PI ** (order + 1) * (1 + (order + 1) * Math.sin(Math.PI) / Math.PI);
  return (s) => {
    const rough = Math.tan(PI_HIGH * s);
    const t = rough + PI_LOW * s * (1 + rough * rough);
    const sum = polynomial.reduceRight((sum, coefficient) => sum * t * t + coefficient, 0);
    return factor * t * sum;
  };
}

/**
 * Returns the coefficients of the odd powers of t = tan y in a derivative of even order of t with
 * respect to y.
 */
function derivative(order: number): number[] {
  let powers = [0, 1];
  for (let i = 0; i < order; i++) {
    // d/dy t^k = k (t^(k - 1) + t^(k + 1))
    const next = new Array<number>(powers.length + 1).fill(0);
    powers.forEach((coefficient, k) => {
      if (k > 0) next[k - 1] += k * coefficient;
      next[k + 1] += k * coefficient;
    });
    powers = next;
  }
  return powers.filter((_, k) => k % 2 === 1);
}
