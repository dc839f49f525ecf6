import { registry, signature } from "../functions/registry.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { expression } from "../plan/expression/expression.ts";
import { findPlainCall } from "../plan/expression/plain_call.ts";
import { ExpressionParser } from "../plan/expression/parse_expression.ts";

/** A compiled expression of x. */
export interface Formula {
  /** The suffix of result columns: `lgamma`, `polygamma2`, or `y` for any other expression. */
  readonly name: string;
  /** Evaluates the expression. */
  value(x: FloatArray): FloatArray;
  /** Evaluates its derivative. */
  gradient(x: FloatArray): FloatArray;
}

/** Examples for the list of suggestions. */
export const SUGGESTIONS: readonly string[] = registry.map((spec) =>
  signature(spec).replace(/[np]\)$/, `${spec.parameter?.example})`)
);

/** Compiles an expression of x, in the language of `specol map`. */
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

/** The message of an error. */
export function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
