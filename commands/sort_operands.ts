import { UsageError } from "../plan/usage_error.ts";
import type { Arguments } from "./command.ts";

/**
 * Separates the inputs from the expressions. An expression has a `=` and begins with a name. An
 * input that looks like one, such as `a=b.npy`, must be the last argument after `--`, or begin with
 * `./`.
 */
export function sortOperands(
  { operands, literal }: Arguments,
  { usage }: { usage: string },
): { expressions: readonly string[]; inputs: readonly string[] } {
  const last = literal > 0 ? operands.at(-1) : undefined;
  const others = last === undefined ? operands : operands.slice(0, -1);
  const expressions = others.filter(isExpression);
  const inputs = [...others.filter((operand) => !isExpression(operand)), last]
    .filter((operand) => operand !== undefined);
  if (expressions.length === 0) throw new UsageError(`Missing expression: ${usage}`);
  return { expressions, inputs };
}

function isExpression(operand: string): boolean {
  return operand.includes("=") && !/^[./\\]/.test(operand);
}
