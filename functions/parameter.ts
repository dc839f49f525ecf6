import { describe } from "./arguments.ts";

/** The maximum of an integer: larger ones may differ from what the user wrote. */
export const MAX_PARAMETER: number = 2 ** 53 - 1;

/** The integers that an argument may be. */
export interface IntegerRange {
  readonly least: number;
  /** The maximum; 2^53 - 1 if omitted. */
  readonly most?: number;
}

/**
 * Returns the rule that a number breaks, `must be an integer >= 1`, or `undefined` if it breaks
 * none.
 */
export function brokenRule(
  value: number,
  { least, most = MAX_PARAMETER }: IntegerRange,
): string | undefined {
  if (Number.isInteger(value) && value >= least && value <= most) return undefined;
  // The message names 2^53 - 1 only to users who exceeded it.
  const isOpen = most === MAX_PARAMETER && !(value > most);
  return `must be an integer ${isOpen ? `>= ${least}` : `from ${least} to ${most}`}`;
}

/** Throws if an argument of a function is not an integer in the range. */
export function checkInteger(
  name: string,
  argument: string,
  value: unknown,
  range: IntegerRange,
): void {
  if (typeof value !== "number") {
    throw new TypeError(
      `Cannot compute ${name}: ${argument} must be a number, got ${describe(value)}`,
    );
  }
  const rule = brokenRule(value, range);
  if (rule !== undefined) {
    throw new RangeError(`Cannot compute ${name}: ${argument} ${rule}, got ${value}`);
  }
}

/** The second argument of a function, an integer. */
export interface ParameterSpec {
  /** Its name in formulas, which is also the one-letter option of the command line: `n`. */
  readonly letter: string;
  /** The long option of the command line: `order`. */
  readonly name: string;
  /** The smallest value that it may have. */
  readonly least: number;
  /** A value for the examples in help. */
  readonly example: number;
}

/** The order n of polygamma. */
export const ORDER: ParameterSpec = { letter: "n", name: "order", least: 0, example: 2 };

/** The dimension p of multigammaln. */
export const DIMENSION: ParameterSpec = { letter: "p", name: "dim", least: 1, example: 3 };

/** Throws if the second argument of a function is missing or outside its range. */
export function checkParameter(name: string, spec: ParameterSpec, value: unknown): void {
  checkInteger(name, spec.letter, value, spec);
}
