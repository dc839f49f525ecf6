/** Names of the Bessel functions and derivatives that have a reference. */
export type BesselName =
  | "i0"
  | "i0e"
  | "i1"
  | "i1e"
  | "i1Grad"
  | "i0eGrad"
  | "i1eGrad";

/** A function near 0: `factor x^power (1 + delta)` for x > 0, `|delta| <= 2x`. */
export interface LeadingTerm {
  readonly factor: number;
  readonly power: 0 | 1;
  /** Sign of delta: on which side of its leading term the function lies. */
  readonly toward: 1 | -1;
  /** f(-x) = parity f(x). */
  readonly parity: 1 | -1;
}

/** What is known of a function without computing. */
export interface BesselTraits extends LeadingTerm {
  /** Whether the factor exp(-x) belongs to it. */
  readonly scaled: boolean;
  /** Value at +0 and limit at +inf; -0 where the limit is reached from below. */
  readonly atZero: number;
  readonly atInfinity: number;
}

/** The traits of each function. */
export const besselTraits: Readonly<Record<BesselName, BesselTraits>> = {
  i0: {
    parity: 1,
    scaled: false,
    factor: 1,
    power: 0,
    toward: 1,
    atZero: 1,
    atInfinity: Infinity,
  },
  i0e: {
    parity: 1,
    scaled: true,
    factor: 1,
    power: 0,
    toward: -1,
    atZero: 1,
    atInfinity: 0,
  },
  i1: {
    parity: -1,
    scaled: false,
    factor: 0.5,
    power: 1,
    toward: 1,
    atZero: 0,
    atInfinity: Infinity,
  },
  i1e: {
    parity: -1,
    scaled: true,
    factor: 0.5,
    power: 1,
    toward: -1,
    atZero: 0,
    atInfinity: 0,
  },
  i1Grad: {
    parity: 1,
    scaled: false,
    factor: 0.5,
    power: 0,
    toward: 1,
    atZero: 0.5,
    atInfinity: Infinity,
  },
  i0eGrad: {
    parity: -1,
    scaled: true,
    factor: -1,
    power: 0,
    toward: -1,
    atZero: 0,
    atInfinity: -0,
  },
  i1eGrad: {
    parity: 1,
    scaled: true,
    factor: 0.5,
    power: 0,
    toward: -1,
    atZero: 0.5,
    atInfinity: -0,
  },
};
