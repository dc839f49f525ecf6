import { ExpressionParser } from "./parse_expression.ts";
import type { Syntax } from "./syntax.ts";

/** A parsed `NAME = EXPR`, or `let NAME = EXPR`. */
export interface Assignment {
  /** What the user typed. */
  readonly text: string;
  /** The name of the result. */
  readonly name: string;
  /** Whether the name is only for later expressions, and the result is not written. */
  readonly hidden: boolean;
  /** The expression. */
  readonly value: Syntax;
}

/**
 * Parses `NAME = EXPR`, or `let NAME = EXPR` for a name that is used by later expressions and is
 * not written. A name that is not made of letters, digits, `_`, `$` and `.` must be in double
 * quotes or backticks.
 */
export function parseAssignment(text: string): Assignment {
  const parser = new ExpressionParser(text);
  const hidden = parser.atLet();
  if (hidden) parser.skip();
  const { name, value } = parser.definition("a name for the result");
  parser.end();
  return { text, name, hidden, value };
}
