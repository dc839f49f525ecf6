import { checkInteger } from "./check_integer.ts";

/** The second argument of a function, an integer. */
export interface ParameterSpec {
  /** What formulas call it, and the one-letter option of the command line: `n`. */
  readonly letter: string;
  /** The long option of the command line: `order`. */
  readonly name: string;
  /** The smallest one. */
  readonly least: number;
  /** One for the examples in help. */
  readonly example: number;
}

/** The order n of polygamma. */
export const ORDER: ParameterSpec = { letter: "n", name: "order", least: 0, example: 2 };

/** The dimension p of multigammaln. */
export const DIMENSION: ParameterSpec = { letter: "p", name: "dim", least: 1, example: 3 };

/** Throws if the second argument of a function is missing or not what it may be. */
export function checkParameter(name: string, spec: ParameterSpec, value: unknown): void {
  checkInteger(name, spec.letter, value, spec);
}
