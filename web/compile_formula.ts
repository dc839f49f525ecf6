import { registry, signature } from "../functions/registry.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { expression } from "../plan/expression/expression.ts";
import { findPlainCall } from "../plan/expression/plain_call.ts";
import { ExpressionParser } from "../plan/expression/parse_expression.ts";

/** What a visitor typed, ready to be computed. */
export interface Formula {
  /** How results are called: `lgamma`, `polygamma2`, and `y` if there is more than one function. */
  readonly name: string;
  /** The values for some x. */
  value(x: FloatArray): FloatArray;
  /** The gradients. */
  gradient(x: FloatArray): FloatArray;
}

/** What can be typed, for the list of suggestions. */
export const SUGGESTIONS: readonly string[] = registry.map((spec) =>
  signature(spec).replace(/[np]\)$/, `${spec.parameter?.example})`)
);

/** Compiles what was typed: an expression of x, as on the command line. */
export function compileFormula(text: string): Formula {
  const compiled = expression(text);
  if (compiled.inputs.length !== 1 || compiled.inputs[0] !== "x") {
    throw new SyntaxError(`Expected an expression of x alone, such as ${SUGGESTIONS.join(", ")}`);
  }
  const slope = compiled.grad("x");
  return {
    name: nameOf(text),
    value: (x) => compiled({ x }),
    gradient: (x) => slope({ x }),
  };
}

function nameOf(text: string): string {
  const call = findPlainCall(new ExpressionParser(text).program().value);
  return call === undefined || call.gradient ? "y" : `${call.spec.name}${call.parameter ?? ""}`;
}

/** What is wrong, with the place where it is if that is known. */
export function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
