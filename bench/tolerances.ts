import type { FloatType } from "../kernels/float_types.ts";

/** How near our result and another must be to be taken for the same. */
export interface Tolerance {
  /** Largest difference, relative to the size. */
  readonly relative: number;
  /** What the difference is relative to: the expected result, or a term that it is made of. */
  readonly size: "result" | "larger of function and gradient";
}

/**
 * Ours against a peer. Peers lose digits: a few ulp in functions, and in gradients, which they
 * compute as a difference of functions, as many as the terms have in common. At a zero of the
 * gradient (i1e has one at 1.545) they have no digit left, so that the function gives the measure.
 */
export const peerTolerances: Readonly<
  Record<FloatType, Readonly<Record<"function" | "gradient", Tolerance>>>
> = {
  float64: {
    function: { relative: 1e-13, size: "result" },
    gradient: { relative: 1e-13, size: "larger of function and gradient" },
  },
  float32: {
    function: { relative: 1e-5, size: "result" },
    gradient: { relative: 1e-5, size: "larger of function and gradient" },
  },
  float16: {
    function: { relative: 1e-2, size: "result" },
    gradient: { relative: 1e-2, size: "larger of function and gradient" },
  },
};

/** Ours in a short type against ours in float64, rounded: one unit in the last place. */
export const roundingTolerances: Readonly<Record<"float32" | "float16", Tolerance>> = {
  float32: { relative: 2 ** -23, size: "result" },
  float16: { relative: 2 ** -10, size: "result" },
};
