import { bessel } from "./bessel.ts";
import { type BesselName, besselTraits, type LeadingTerm } from "./bessel_traits.ts";
import type { BigFloat } from "./big_float.ts";
import type { FloatType } from "./float_format.ts";
import { roundTo } from "./round_to.ts";

// The one door to the references: each family is a file like bessel.ts, which a line here opens.

/** Names of the kernels that have a reference: those of `KernelName` in kernels/engine.ts. */
export type ReferenceKernel = BesselName;

/** Names of all kernels that have a reference. */
export const referenceKernels: readonly ReferenceKernel[] = Object.keys(
  besselTraits,
) as BesselName[];

/** The value of a kernel at a finite `x` other than 0, with a relative error below 2^-150. */
export function reference(kernel: ReferenceKernel, x: number): BigFloat {
  return bessel(kernel, x);
}

/** The correctly rounded result of a kernel at any `x`, special values included. */
export function correctlyRounded(
  kernel: ReferenceKernel,
  x: number,
  options: { type?: FloatType } = {},
): number {
  const special = specialValue(kernel, x);
  if (special !== undefined) return special;
  return roundTo(reference(kernel, x), options.type ?? "float64");
}

/** The result at ±0, ±inf and NaN, where a definition or a limit stands for a computation. */
export function specialValue(
  kernel: ReferenceKernel,
  x: number,
): number | undefined {
  if (Number.isNaN(x)) return NaN;
  if (x !== 0 && Number.isFinite(x)) return undefined;
  const { parity, atZero, atInfinity } = besselTraits[kernel];
  const value = x === 0 ? atZero : atInfinity;
  const negative = Object.is(x, -0) || x < 0;
  return negative && parity < 0 ? -value : value;
}

/**
 * How a kernel begins at 0, if a power of x says it: then roundings of tiny arguments need no more.
 */
export function leadingTerm(kernel: ReferenceKernel): LeadingTerm | undefined {
  return besselTraits[kernel];
}
