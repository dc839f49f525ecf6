import { type FunctionSpec, registry } from "../../functions/registry.ts";
import { GRADIENT } from "./functions.ts";
import type { Syntax } from "./syntax.ts";

/** One function of one column, which needs no program: it has a kernel of its own. */
export interface PlainCall {
  readonly column: Extract<Syntax, { kind: "name" | "column" }>;
  readonly spec: FunctionSpec;
  readonly parameter?: number;
  /** Whether the gradient of the function is computed. */
  readonly gradient: boolean;
}

/**
 * Finds what has a kernel of its own: one function of one column, `lgamma(x)`, `polygamma(x, 2)`,
 * or the gradient of one, `grad(i0e(x))`, `grad(i0e(x), x)`.
 */
export function findPlainCall(syntax: Syntax): PlainCall | undefined {
  if (syntax.kind !== "call") return undefined;
  if (syntax.name !== GRADIENT) return functionOfColumn(syntax);
  const [inner, variable] = syntax.args;
  const call = inner.kind === "call" ? functionOfColumn(inner) : undefined;
  if (call === undefined) return undefined;
  const isSame = variable === undefined || isSameColumn(variable, call.column);
  return isSame ? { ...call, gradient: true } : undefined;
}

function functionOfColumn(
  { name, args: [x, parameter] }: Extract<Syntax, { kind: "call" }>,
): PlainCall | undefined {
  const spec = registry.find((spec) => spec.name === name);
  if (spec === undefined || x.kind !== "name" && x.kind !== "column") return undefined;
  if (parameter !== undefined && parameter.kind !== "number") return undefined;
  return { column: x, spec, parameter: parameter?.value, gradient: false };
}

function isSameColumn(a: Syntax, b: PlainCall["column"]): boolean {
  if (a.kind === "name") return b.kind === "name" && a.name === b.name;
  return a.kind === "column" && b.kind === "column" && a.number === b.number;
}
