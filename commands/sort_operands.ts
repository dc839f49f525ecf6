import { UsageError } from "../plan/usage_error.ts";
import type { Arguments } from "./command.ts";

/**
 * Tells the input from the expressions. These have a `=` and begin with a name; an input that looks
 * like one, as `a=b.npy`, is the last argument after `--`, or begins with `./`.
 */
export function sortOperands(
  { operands, literal }: Arguments,
  { command, usage }: { command: string; usage: string },
): { expressions: readonly string[]; input?: string } {
  const last = literal > 0 ? operands.at(-1) : undefined;
  const others = last === undefined ? operands : operands.slice(0, -1);
  const expressions = others.filter(isExpression);
  const inputs = [...others.filter((operand) => !isExpression(operand)), last]
    .filter((operand) => operand !== undefined);
  if (expressions.length === 0) throw new UsageError(`Missing expression: ${usage}`);
  if (inputs.length > 1) {
    throw new UsageError(
      `Unexpected argument ${inputs[1]}: specol ${command} takes one input, and ${
        inputs[0]
      } has no = either`,
    );
  }
  return { expressions, input: inputs[0] };
}

function isExpression(operand: string): boolean {
  return operand.includes("=") && !/^[./\\]/.test(operand);
}
