import { type ExpressionFunction, FUNCTIONS, usageOf } from "../plan/expression/functions.ts";

const LANGUAGE = `Expressions, for map 'NAME = EXPR', reduce 'NAME = sum(EXPR)', fit and --where

  2  .5  1e-3  pi  inf  nan   numbers
  x  "a b"  \`a b\`  $2         columns; quote names that are not plain words
  NAME                        an earlier result, let NAME = EXPR or --param
  a ^ b  -a  * /  + -         arithmetic, in this order; 2^3^2 is 2^(3^2)
  < <= > >= == !=             1 if true, 0 if false, NaN if an operand is NaN
  site == 'north'             compare text; write '' for a quote inside it
  not a  a and b  a or b      logic, in this order; null means unknown
  grad(EXPR, x)               derivative with respect to a column or name
  grad(EXPR)                  the same, if EXPR has only one column
  sum(EXPR)  count()          in reduce; also mean, var, sd, min and max

Functions:`;

const END = `The result of an expression is within 1 ulp of its true value, however it is
written. If any operand is null, so is the result; but (0 and null) is 0, (1 or
null) is 1, and isnull is never null. specol list has domains and gradients.`;

const MARGIN = 18;

/** The language of expressions, with a line for every function. */
export function formatExpressionsHelp(): string {
  const lines = FUNCTIONS.map((known) => {
    const usage = usageOf(known);
    // A long usage has a line of its own.
    const indented = usage.length > MARGIN
      ? `${usage}\n  ${" ".repeat(MARGIN)}`
      : usage.padEnd(MARGIN);
    return `  ${indented} ${known.summary}`;
  });
  return [LANGUAGE, ...lines, "", END].join("\n");
}

/** What is known about a function of expressions. */
export function formatExpressionFunction(known: ExpressionFunction): string {
  const { summary, domain, derivative } = known;
  return `${usageOf(known)}: ${summary}
  domain:   ${domain}
  gradient: ${derivative.replaceAll(/( in \w+), /g, "$1,\n            ")}`;
}
