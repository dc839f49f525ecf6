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

/** What decides the float32 result of tiny and of huge arguments without a computation. */
export interface OuterValues {
  /** f(-x) = parity f(x). */
  readonly parity: 1 | -1;
  /** How the kernel begins at 0, if a power of x says it. */
  readonly leading?: LeadingTerm;
  /** From here on every float32 result is infinite. */
  readonly float32End: number;
}

/** The outer values of a kernel. */
export function outerValues(kernel: ReferenceKernel): OuterValues {
  const { parity, leading, scaled } = besselTraits[kernel];
  // i1' is the smallest of the unscaled ones, and 1e54 at 128: e^128 / sqrt(256 pi).
  return { parity, leading, float32End: scaled ? Infinity : 128 };
}
