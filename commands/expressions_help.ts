import { type ExpressionFunction, FUNCTIONS, usageOf } from "../plan/expression/functions.ts";

/** The topic of help about expressions: `specol help EXPRESSIONS`. */
export const EXPRESSIONS = "EXPRESSIONS";

const LANGUAGE = `Expressions, as in: specol map 'NAME = EXPR', specol reduce 'NAME = sum(EXPR)',
--where EXPR

  2  .5  1e-3  pi  inf  nan   numbers
  x  "a b"  \`a b\`  $2         columns; other names than plain words are quoted
  NAME                        an earlier result or let NAME = EXPR
  a ^ b  -a  * /  + -         arithmetic, in this order; 2^3^2 is 2^(3^2)
  < <= > >= == !=             1 where it holds, 0 where not, NaN for NaN
  site == 'north'             a column of text; '' in a text is a quote
  not a  a and b  a or b      conditions, in this order; null means unknown
  grad(EXPR, x)               derivative in a column or an earlier name
  grad(EXPR)                  derivative in the only column there

Functions:`;

const END = `The result of the whole expression is within 1 ulp of its true value. A null in
any operand gives null, but 0 and null is 0, 1 or null is 1, and isnull is never
null. specol list adds domains and derivatives.`;

const MARGIN = 18;

/** The language of expressions, with a line for every function. */
export function formatExpressionsHelp(): string {
  const lines = FUNCTIONS.map((known) => `  ${usageOf(known).padEnd(MARGIN)} ${known.summary}`);
  return [LANGUAGE, ...lines, "", END].join("\n");
}

/** What is known about a function of expressions. */
export function formatExpressionFunction(known: ExpressionFunction): string {
  const { summary, domain, derivative } = known;
  return `${usageOf(known)}: ${summary}
  domain:   ${domain}
  gradient: ${derivative.replaceAll(/( in \w+), /g, "$1,\n            ")}`;
}
