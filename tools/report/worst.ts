import type { LibraryErrors, SubjectErrors } from "./measure_accuracy.ts";

/** The worst that a library made of the points of a subject. */
export interface Worst {
  readonly library: string;
  readonly x: number;
  readonly error: number;
  readonly result: number;
  /** The correctly rounded result. */
  readonly right: number;
  /** Of how many of the points it is within 1 ulp, from 0 to 1. */
  readonly within: number;
}

/** The worst of each library; of several that are infinitely wrong, the most ordinary number. */
export function worstOf({ x, right, libraries }: SubjectErrors): Worst[] {
  return libraries.map((errors) => {
    const i = worstIndex(errors, x);
    const good = errors.errors.reduce((count, error) => count + Number(error <= 1), 0);
    return {
      library: errors.library,
      x: x[i],
      error: errors.errors[i],
      result: errors.results[i],
      right: right[i],
      within: good / x.length,
    };
  });
}

function worstIndex({ errors }: LibraryErrors, x: Float64Array): number {
  let worst = 0;
  for (let i = 1; i < x.length; i++) {
    const isWorse = errors[i] > errors[worst] ||
      (errors[i] === errors[worst] && oddity(x[i]) < oddity(x[worst]));
    if (isWorse) worst = i;
  }
  return worst;
}

/** How far a number is from 1 in size. */
function oddity(x: number): number {
  return Math.abs(Math.log(Math.abs(x)));
}
