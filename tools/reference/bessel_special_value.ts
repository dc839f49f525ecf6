import { type BesselName, besselTraits } from "./bessel_traits.ts";

/** The result at ±0 and ±inf, `undefined` elsewhere. */
export function besselSpecialValue(name: BesselName, x: number): number | undefined {
  if (x !== 0 && Number.isFinite(x)) return undefined;
  const { parity, atZero, atInfinity } = besselTraits[name];
  const value = x === 0 ? atZero : atInfinity;
  const isNegative = Object.is(x, -0) || x < 0;
  return isNegative && parity < 0 ? -value : value;
}
