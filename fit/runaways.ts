import type { NewtonStep } from "./newton_step.ts";

/** Where a search is, and where it goes. */
export interface Place {
  /** Its parameters, those that it started from, and the step that led here. */
  readonly at: Float64Array;
  readonly start: readonly number[];
  readonly before: Float64Array;
  /** The next step. */
  readonly step: NewtonStep;
  /** The sum of absolute values here, and where the search started. */
  readonly scale: number;
  readonly startScale: number;
}

/** A change by this part of a standard error is none, if it does not change the sum. */
export const SAME_ERROR: number = 2 ** -46;
/** A parameter that still changes by this part of itself does not settle. */
const RESTLESS = 2 ** -10;
/** A parameter that has grown or shrunk this many times runs off if the search does not end otherwise. */
export const FAR: number = 2 ** 40;
/** The same where rounding hides how the sum changes. */
export const RIDGE: number = 2 ** 20;
/** A parameter is not known at all if its standard error is this many times as large as itself. */
export const UNKNOWN: number = 8;
/** A log-likelihood that can rise by more than this has not ended, however small a part of the sum it is. */
export const SMALL_GAIN: number = 2 ** -10;

/** The parameters that have grown or shrunk so many times, from where they started or from 1. */
export function listBeyond({ at, start }: Pick<Place, "at" | "start">, times: number): number[] {
  return start.flatMap((value, i) => {
    const size = Math.abs(at[i]);
    const isHuge = size > times * Math.max(1, Math.abs(value));
    return isHuge || size > 0 && size < Math.min(1, Math.abs(value)) / times ? [i] : [];
  });
}

/** Whether a parameter goes to 0: it has shrunk many times, or shrinks now. */
export function isShrinking(place: Place, i: number): boolean {
  const { at, step } = place;
  return listBeyond(place, RIDGE).includes(i) ? Math.abs(at[i]) < 1 : step.direction[i] * at[i] < 0;
}

/** The parameters that have gone far, and go on. */
export function listLeaving(place: Place): number[] {
  const { at, step } = place;
  return listBeyond(place, FAR).filter((i) => {
    const part = step.direction[i] / at[i];
    return (Math.abs(at[i]) < 1 ? -part : part) >= RESTLESS;
  });
}

/**
 * Whether the next step hardly changes a parameter, compared with its standard error. That is no
 * measure where the whole sum is tiny, because of its units or far from a maximum: all standard errors
 * are huge there. So the sum may not change by more than such a step would change a log-likelihood.
 */
export function isNegligible(
  { step: { direction, slope, errors }, scale, startScale }: Place,
  i: number,
): boolean {
  return errors[i] < Infinity && Math.abs(direction[i]) <= SAME_ERROR * errors[i] &&
    slope / 2 <= SAME_ERROR ** 2 * Math.max(scale, startScale);
}

/** The parameters that still change by much. */
export function listRestless(place: Place): number[] {
  const { at, step: { direction } } = place;
  return [...direction.keys()].filter((i) =>
    !isNegligible(place, i) && direction[i] !== 0 &&
    Math.abs(direction[i]) >= RESTLESS * Math.abs(at[i])
  );
}

/** The parameter that grows by much although it is hardly known, -1 if there is none. */
export function findOutbound({ at, step: { direction, errors } }: Place): number {
  return direction.findIndex((part, i) =>
    errors[i] >= UNKNOWN * Math.abs(at[i]) && part * at[i] >= RESTLESS * at[i] ** 2 && at[i] !== 0
  );
}

/** The parameters that still change by much, and no less than in the step before. */
export function listSteady(place: Place): number[] {
  const { step: { direction }, before } = place;
  return listRestless(place).filter((i) => Math.abs(direction[i]) >= Math.abs(before[i]) / 2);
}

/**
 * Whether the sum hardly changes along a ridge that has led far: rounding hides where it turns. A parameter
 * that is tiny beside its standard error has not shrunk along a ridge: its best value is 0.
 */
export function isOnRidge(place: Place, times: number): boolean {
  const { at, step: { slope, errors } } = place;
  return slope <= SMALL_GAIN &&
    listBeyond(place, times).some((i) => {
      const size = Math.abs(at[i]);
      return errors[i] >= UNKNOWN * size && (size > 1 || errors[i] <= RIDGE * size);
    });
}

/** The parameters that run off, first those that keep their sign, or those that change most. */
export function listRunaways(place: Place, keepsSign: (i: number) => boolean): number[] {
  const { at, step, before } = place;
  const far = listBeyond(place, RIDGE);
  if (far.length > 0) return far.toSorted((i, j) => Number(keepsSign(j)) - Number(keepsSign(i)));
  // Where rounding hides the next step, the last one counts.
  const restless = listRestless(place);
  const now = restless.length > 0 ? step.direction : before;
  const change = (i: number): number => Math.abs(now[i] / at[i]);
  const moving = [...now.keys()].filter((i) => change(i) >= RESTLESS);
  const found = restless.length > 0 ? restless : moving;
  const most = Math.max(...found.map(change));
  return found.toSorted((i, j) => Number(change(i) < most / 2) - Number(change(j) < most / 2));
}
