import { computeNumber } from "../../kernels/engine.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { type Evaluate, evaluator } from "./bounds.ts";
import { kernelTable } from "./kernel_table.ts";
import { END_KEY, keyOf } from "./key.ts";
import { FLAGS, HALFWAY_BITS } from "./layout.ts";
import { makeBlock } from "./make_block.ts";
import { tangentDerivative } from "./tangent.ts";

// lgamma, digamma and polygamma. With a = -x > 0 and r the distance of x from the nearest integer:
//
//   lgamma(x)  =  -lgamma(1 + a)         +  log(pi / sin(pi r))
//   psi_n(x)   =  (-1)^n psi_n(1 + a)    -  (d/dx)^n pi cot(pi x)
//
// Four blocks: the function for x > 0; the first term by a; the second by r, as it is above a pole; and
// for even n, where the second is 0 halfway between two poles, that one by s = 1/2 - r. The second
// terms come from lgamma(r) + lgamma(1 - r) and psi_n(r) -+ psi_n(1 - r), which do not cancel, or for s
// from a polynomial in tan(pi s).

/** Below this a, 1 + a would not be exact at the nodes. */
const LEAST_EXACT_A = 2 ** -40;
/** Below this one, 0 would do for it: logarithms are larger than 20, powers larger than 2^40. */
const LEAST_A = { lgamma: 2 ** -60, polygamma: LEAST_EXACT_A };
/** From here on there are only integers. */
const END_A = 2 ** 23;
/** There is no float32 nearer to the middle of two integers. */
const LEAST_S = 2 ** -25;
/** The block by s is for s below this: nearer to a pole, psi_n(r) and psi_n(1 - r) cancel little. */
const END_S = 2 ** -HALFWAY_BITS;

/** The table of lgamma, digamma or a polygamma. */
export function reflectedTable(kernel: Kernel): Uint32Array<ArrayBuffer> {
  const isLog = kernel.name === "lgamma";
  const order = kernel.parameter ?? 0;
  const isEven = !isLog && order % 2 === 0;
  const positive = makeBlock(evaluator(kernel), { from: 0, to: END_KEY });
  const sign = isLog || order % 2 === 1 ? -1 : 1;
  const least = LEAST_A[isLog ? "lgamma" : "polygamma"];
  const beyond = makeBlock(beyondTerm(kernel, sign), { from: keyOf(least), to: keyOf(END_A) });
  const poles = isEven
    ? makeBlock(poleTerm(kernel, -1), { from: 0, to: keyOf(1 / 2 - END_S) + 1 })
    : makeBlock(poleTerm(kernel, 1), { from: 0, to: keyOf(1 / 2) + 1 });
  if (!isEven) return kernelTable(kernel, { blocks: [positive, beyond, poles] });
  const tangent = tangentDerivative(order);
  const halfway = makeBlock((s) => s.map((s) => -tangent(s)), {
    from: keyOf(LEAST_S),
    to: keyOf(END_S),
  });
  const blocks = [positive, beyond, poles, halfway];
  return kernelTable(kernel, { flags: FLAGS.odd | FLAGS.halfway, blocks });
}

/** sign f(1 + a). */
function beyondTerm(kernel: Kernel, sign: number): Evaluate {
  const evaluate = evaluator(kernel, (a) => 1 + a);
  const slope = computeNumber({ name: "digamma" }, 1);
  const curvature = computeNumber({ name: "polygamma", parameter: 1 }, 1);
  return (a) => {
    const y = evaluate(a);
    for (let i = 0; i < y.length; i++) {
      // Only for lgamma, which is 0 at 1.
      if (a[i] < LEAST_EXACT_A) y[i] = (slope + curvature / 2 * a[i]) * a[i];
      y[i] *= sign;
    }
    return y;
  };
}

/** f(r) + sign f(1 - r); what is infinite stays so. */
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
