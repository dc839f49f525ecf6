/** Names of the Bessel functions and derivatives that have a reference. */
export type BesselName =
  | "i0"
  | "i0e"
  | "i1"
  | "i1e"
  | "i1Grad"
  | "i0eGrad"
  | "i1eGrad";

/** A function near 0: `factor x^power (1 + delta)` for x > 0, where |delta| <= 2x. */
export interface LeadingTerm {
  readonly factor: number;
  readonly power: 0 | 1;
  /** Sign of delta: on which side of its leading term the function lies. */
  readonly toward: 1 | -1;
}

/** What is known of a function without computing. */
export interface BesselTraits {
  /** f(-x) = parity f(x). */
  readonly parity: 1 | -1;
  /** Whether the factor exp(-x) belongs to it. */
  readonly scaled: boolean;
  readonly leading: LeadingTerm;
  /** Value at +0. */
  readonly atZero: number;
  /** Limit at +inf; -0 where it is reached from below. */
  readonly atInfinity: number;
}

/** The traits of each function. */
export const besselTraits: Readonly<Record<BesselName, BesselTraits>> = {
  i0: {
    parity: 1,
    scaled: false,
    atZero: 1,
    atInfinity: Infinity,
    leading: { factor: 1, power: 0, toward: 1 }, // 1 + x^2/4
  },
  i0e: {
    parity: 1,
    scaled: true,
    atZero: 1,
    atInfinity: 0,
    leading: { factor: 1, power: 0, toward: -1 }, // 1 - x
  },
  i1: {
    parity: -1,
    scaled: false,
    atZero: 0,
    atInfinity: Infinity,
    leading: { factor: 0.5, power: 1, toward: 1 }, // x/2 (1 + x^2/8)
  },
  i1e: {
    parity: -1,
    scaled: true,
    atZero: 0,
    atInfinity: 0,
    leading: { factor: 0.5, power: 1, toward: -1 }, // x/2 (1 - x)
  },
  i1Grad: {
    parity: 1,
    scaled: false,
    atZero: 0.5,
    atInfinity: Infinity,
    leading: { factor: 0.5, power: 0, toward: 1 }, // 1/2 (1 + 3/8 x^2)
  },
  i0eGrad: {
    parity: -1,
    scaled: true,
    atZero: 0,
    atInfinity: -0,
    leading: { factor: -1, power: 0, toward: -1 }, // -1 (1 - 3/2 x)
  },
  i1eGrad: {
    parity: 1,
    scaled: true,
    atZero: 0.5,
    atInfinity: -0,
    leading: { factor: 0.5, power: 0, toward: -1 }, // 1/2 (1 - 2x)
  },
};

/** The result at ±0 and ±inf, `undefined` elsewhere. */
export function besselSpecialValue(name: BesselName, x: number): number | undefined {
  if (x !== 0 && Number.isFinite(x)) return undefined;
  const { parity, atZero, atInfinity } = besselTraits[name];
  const value = x === 0 ? atZero : atInfinity;
  const isNegative = Object.is(x, -0) || x < 0;
  return isNegative && parity < 0 ? -value : value;
}
