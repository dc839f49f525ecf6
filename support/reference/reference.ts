import type { Kernel, KernelName } from "../../kernels/engine.ts";
import { bessel } from "./bessel.ts";
import {
  type BesselName,
  besselSpecialValue,
  besselTraits,
  type LeadingTerm,
} from "./bessel_traits.ts";
import type { BigFloat } from "./big_float.ts";
import { type FloatType, roundTo } from "./round_to.ts";
import { gamma } from "./gamma.ts";
import { gammaSpecialValue } from "./gamma_special_value.ts";

// The one door to the references: each family is a file like bessel.ts, which a line here opens.

/**
 * The value of a kernel at an `x` that has no special value, with a relative error below 2^-150.
 */
export function reference({ name, parameter }: Kernel, x: number): BigFloat {
  return isBessel(name) ? bessel(name, x) : gamma({ name, parameter }, x);
}

/** The correctly rounded result of a kernel at any `x`, special values included. */
export function correctlyRounded(
  kernel: Kernel,
  x: number,
  options: { type?: FloatType } = {},
): number {
  const special = specialValue(kernel, x);
  if (special !== undefined) return special;
  return roundTo(reference(kernel, x), options.type ?? "float64");
}

/** The result where a definition or a limit replaces a computation: at infinity, at poles. */
export function specialValue({ name, parameter }: Kernel, x: number): number | undefined {
  if (Number.isNaN(x)) return NaN;
  return isBessel(name) ? besselSpecialValue(name, x) : gammaSpecialValue({ name, parameter }, x);
}

/** What decides the float32 result of tiny and of huge arguments without a computation. */
export interface OuterValues {
  /** f(-x) = parity f(x). */
  readonly parity: 1 | -1;
  /** How the kernel begins at 0. */
  readonly leading: LeadingTerm;
  /** From here on every float32 result is infinite. */
  readonly float32End: number;
}

/** The outer values of a kernel, if it has such. */
export function outerValues({ name }: Kernel): OuterValues | undefined {
  if (!isBessel(name)) return undefined;
  const { parity, leading, scaled } = besselTraits[name];
  // i1' is the smallest of the unscaled ones, and 1e54 at 128: e^128 / sqrt(256 pi).
  return { parity, leading, float32End: scaled ? Infinity : 128 };
}

function isBessel(name: KernelName): name is BesselName {
  return name in besselTraits;
}
