import * as functions from "../functions/mod.ts";
import { registry, signature } from "../functions/registry.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { parseAssignment } from "../plan/expression/parse_assignment.ts";

/** What a visitor typed, ready to be computed. */
export interface Formula {
  /** How results are called: `lgamma`, `polygamma2`. */
  readonly name: string;
  /** The values for some x. */
  value(x: FloatArray): FloatArray;
  /** The gradients. */
  gradient(x: FloatArray): FloatArray;
}

type Compute = (x: FloatArray, ...rest: number[]) => FloatArray;

/** What can be typed, for the list of suggestions. */
export const SUGGESTIONS: readonly string[] = registry.map((spec) =>
  signature(spec).replace(/[np]\)$/, `${spec.parameter?.example})`)
);

/**
 * Compiles what was typed. This is the one place that knows what may be typed: a function of x, as on the
 * command line. Once the module has `expression()`, it takes the place of what is below.
 */
export function compileFormula(text: string): Formula {
  const { column, call } = parseAssignment(`y = ${text}`);
  if (call === undefined || call.gradient || column.name !== "x") {
    throw new SyntaxError(`Expected a function of x, such as ${SUGGESTIONS.join(", ")}`);
  }
  const { spec: { name }, parameter } = call;
  const rest = parameter === undefined ? [] : [parameter];
  const all = functions as unknown as Readonly<Record<string, Compute>>;
  return {
    name: `${name}${parameter ?? ""}`,
    value: (x) => all[name](x, ...rest),
    gradient: (x) => all[`${name}Grad`](x, ...rest),
  };
}

/** What is wrong, with the place where it is if that is known. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A place is shown below what was typed, which began with `y = `.
  const { details = [] } = error as { details?: readonly string[] };
  return [error.message, ...details.map((line) => line.replace(/^ {2}(y = | {4})/, "  "))].join(
    "\n",
  );
}
