import type { FloatType } from "../kernels/float_types.ts";
import type { PeerName } from "./peer.ts";
import type { Subject } from "./subjects.ts";

/** How near our result and another must be to be taken for the same. */
export interface Tolerance {
  /** Largest difference, relative to the size. */
  readonly relative: number;
  /** What the difference is relative to: the expected result, or a term that it is made of. */
  readonly size: "result" | "larger of function and gradient" | "larger of result and 1";
}

/** Peers lose a few ulp, and more in float32, where some of them compute in float32. */
const PEER_RELATIVE: Readonly<Record<FloatType, number>> = {
  float64: 1e-13,
  float32: 1e-5,
  float16: 1e-2,
};

/** PyTorch's own code for order 1 has a few terms of a series: the tenth digit is wrong. */
const TORCH_TRIGAMMA_RELATIVE = 1e-9;

/**
 * Ours against a peer's, where peers lose more than the last digits only next to zeros.
 *
 * They compute the gradients of Bessel functions as differences of functions: at a zero (i1e's has
 * one at 1.545) they have no digit left, so that the function gives the measure. lgamma, digamma and
 * multigammaln's gradient have zeros too, where terms of the size of 1 cancel; polygamma has none at
 * positive numbers.
 */
export function peerTolerance(
  { kernel, isGradient }: Subject,
  { type, peer }: { type: FloatType; peer: PeerName },
): Tolerance {
  const relative = PEER_RELATIVE[type];
  switch (kernel.name) {
    case "polygamma": {
      const isTrigamma = peer === "PyTorch" && kernel.parameter === 1;
      return {
        relative: isTrigamma ? Math.max(relative, TORCH_TRIGAMMA_RELATIVE) : relative,
        size: "result",
      };
    }
    case "lgamma":
    case "digamma":
    case "multigammaln":
    case "multigammalnGrad":
      return { relative, size: "larger of result and 1" };
    default:
      return { relative, size: isGradient ? "larger of function and gradient" : "result" };
  }
}

/** Ours in a short type against ours in float64, rounded: one unit in the last place. */
export const roundingTolerances: Readonly<Record<"float32" | "float16", Tolerance>> = {
  float32: { relative: 2 ** -23, size: "result" },
  float16: { relative: 2 ** -10, size: "result" },
};
