import {
  FAR,
  isNegligible,
  isOnRidge,
  listBeyond,
  listLeaving,
  listRestless,
  listSteady,
  type Place,
  RIDGE,
  SAME_ERROR,
  SMALL_GAIN,
} from "./runaways.ts";

/** How a search for a maximum ended, or that it goes on. */
export type Ending =
  | "active"
  | "converged"
  /** A sum is not finite where the search starts. */
  | "outside"
  /** The sum rises while a parameter grows without bound, or shrinks to 0. */
  | "unbounded"
  /** The sum rises up to where it is no longer defined. */
  | "edge"
  /** Other parameters give the same sum. */
  | "unidentified"
  /** No step uphill raises the sum. */
  | "stuck"
  /** All iterations are used up. */
  | "exhausted"
  /** There are no rows. */
  | "empty";

/** What is known of a search where it is. */
export interface Progress extends Place {
  /** By how much the last step raised the sum, and how much it promised, twice. */
  readonly rise: number;
  readonly slopeBefore: number;
  /** Consecutive full steps that are not much shorter than the one before; and before the last one. */
  readonly steadySteps: number;
  readonly steadyBefore: number;
  /** Whether a parameter grew although it was hardly known, where the Hessian was last definite. */
  readonly isOutbound: boolean;
  /** Steps in a row that were halved because the sum was not defined, and that were halved many times. */
  readonly edges: number;
  readonly creeps: number;
  /** Whether a search that converges is checked where a parameter is larger. */
  readonly isChecked: boolean;
}

/**
 * A search has converged when the next step changes no parameter by more than this part of itself,
 * or `SAME_ERROR` of its standard error. That step is then taken: it is correct to the last digits.
 */
const SAME_VALUE = 2 ** -50;
/** Rounding hides changes of the sum below this part of the sum of absolute values. */
export const NOISE: number = 2 ** -51;
/** The sum hardly rises any more if less than this part of the sum of absolute values is left to gain. */
export const FLAT: number = 2 ** -26;
/** The same where the sum is not curved downwards in all directions, as far away from a maximum. */
const FLAT_AND_FAR = 2 ** -42;
/** The same for steps that end where the sum is not defined, each of which is halved. */
const FLAT_AT_EDGE = 2 ** -26;
/** Steps have an end in sight if each promises at most this part of what the one before did. */
const FADING = 0.9;
/** Steady steps in a row after which a parameter runs off. */
const STEADY_STEPS = 3;
/** It also does if the next step promises to raise the log-likelihood by no more than this. */
const FADED = 2 ** -32;
/** Rounding may hide the rest of the way if the next step is shorter than this part of a standard error. */
const NEAR = 2 ** -8;
/** A parameter that has grown or shrunk this many times does not come back. */
const NO_RETURN = 2 ** 400;
/** Steps in a row that are halved many times go along a kink. */
const CREEP_STEPS = 3;
/** Steps in a row that end where the sum is not defined, from which on it is an edge. */
const EDGE_STEPS = 3;

/** Decides whether a search ends at the parameters that it has reached. */
export function judgeEnding(progress: Progress): Ending {
  const { at, step, rise, slopeBefore, scale, startScale, edges, creeps } = progress;
  const { direction, slope, isDefinite, isSaddle, errors } = step;
  // What runs off does so with steady steps.
  const steady = progress.steadySteps >= STEADY_STEPS ? listSteady(progress) : [];
  const outwards = steady.filter((i) => direction[i] * at[i] > 0);
  const isSame = direction.every((part, i) =>
    Math.abs(part) <= SAME_VALUE * Math.abs(at[i]) || isNegligible(progress, i)
  );
  if (isSame && !isSaddle) {
    // Standard errors also grow without bound as a parameter runs off.
    const isOpen = slope / 2 > NOISE * scale && listRestless(progress).length > 0;
    if (isOpen) return outwards.length > 0 ? "unbounded" : "active";
    if (isDefinite) return isOnRidge(progress, FAR) ? "unbounded" : "converged";
    const isTiny = listBeyond(progress, FAR).some((i) => Math.abs(at[i]) < 1);
    const isOff = progress.steadyBefore >= STEADY_STEPS || progress.isOutbound || isTiny;
    return isOff ? "unbounded" : "unidentified";
  }
  const gone = listBeyond(progress, NO_RETURN);
  // What has shrunk so far does come back if the others have not settled.
  if (gone.length > 0 && listRestless(progress).every((i) => gone.includes(i))) return "unbounded";
  if (!isDefinite && !isSaddle && listLeaving(progress).length > 0) return "unbounded";
  if (outwards.length > 0 && slope <= FADED) return "unbounded";
  // Far away from a maximum the sum is as flat, but it is not curved like that, or the way leads back.
  const fading = slope / slopeBefore;
  const left = fading <= FADING ? slope / 2 / (1 - fading) : Infinity;
  const isFar = steady.length > 0 && left <= Math.min(FLAT_AND_FAR * scale, SMALL_GAIN);
  const isFlat = outwards.length > 0 && isDefinite && left <= Math.min(FLAT * scale, SMALL_GAIN);
  if (isFar || isFlat) return "unbounded";
  const isAtEdge = edges >= EDGE_STEPS;
  if (isAtEdge && rise <= FLAT_AT_EDGE * Math.max(scale, startScale)) return "edge";
  if (creeps >= CREEP_STEPS) return isAtEdge ? "edge" : "stuck";
  // Rounding hides the rest of the way: steps do not become shorter any more.
  const isHidden = slope / 2 <= NOISE * scale && slope >= slopeBefore / 4;
  if (!isHidden || isSaddle) return "active";
  if (outwards.some((i) => Math.abs(direction[i]) > SAME_ERROR * errors[i])) {
    return left <= SMALL_GAIN ? "unbounded" : "active";
  }
  if (isOnRidge(progress, RIDGE)) {
    return progress.isChecked && isDefinite ? "converged" : "unbounded";
  }
  if (!isDefinite) return "unidentified";
  const isNear = direction.every((part, i) => Math.abs(part) <= NEAR * errors[i]);
  return isNear || listRestless(progress).length === 0 ? "converged" : "active";
}

/** Whether a search that could not go on had no maximum to go to. */
export function hasRunOff(place: Place, ending: Ending): boolean {
  if (ending === "stuck") {
    return isOnRidge(place, RIDGE) || !place.step.isDefinite && listBeyond(place, FAR).length > 0;
  }
  // What has run off that far may be at the edge of what can be computed.
  return (ending === "edge" || ending === "exhausted") && listLeaving(place).length > 0;
}
