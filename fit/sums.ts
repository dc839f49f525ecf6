/**
 * The sums over the rows of a group that a step of Newton's method needs, one after another: the
 * value, its absolute value, the gradient, and the upper triangle of the Hessian, row after row.
 */
export interface SumPlaces {
  readonly value: 0;
  readonly absolute: 1;
  readonly gradient: 2;
  readonly hessian: number;
  /** How many sums there are. */
  readonly count: number;
}

/** Finds where each sum is for a number of parameters. */
export function placesOf(parameters: number): SumPlaces {
  const hessian = 2 + parameters;
  return {
    value: 0,
    absolute: 1,
    gradient: 2,
    hessian,
    count: hessian + parameters * (parameters + 1) / 2,
  };
}

/** The pairs of parameters of the upper triangle of the Hessian, in the order of their sums. */
export function pairsOf(parameters: number): (readonly [number, number])[] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < parameters; i++) {
    for (let j = i; j < parameters; j++) pairs.push([i, j]);
  }
  return pairs;
}
