import { didYouMean } from "../usage_error.ts";
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

/** The aggregates: what can be made of the values of all rows. */
export const AGGREGATES = ["sum", "mean", "min", "max", "count"] as const;

/** The name of an aggregate. */
export type AggregateName = typeof AGGREGATES[number];

/** A parsed `NAME = sum(EXPR)`, or `let NAME = EXPR`, which has no aggregate. */
export interface Aggregate {
  /** What the user typed. */
  readonly text: string;
  readonly name: string;
  readonly aggregate?: AggregateName;
  /** What is added up, or what a `let` stands for; missing in `count()`. */
  readonly value?: Syntax;
}

/** Parses `NAME = sum(EXPR)`, with `sum`, `mean`, `min`, `max` or `count`, or `let NAME = EXPR`. */
export function parseAggregate(text: string): Aggregate {
  const parser = new ExpressionParser(text);
  if (parser.atLet()) {
    parser.skip();
    const { name, value } = parser.definition("a name after let");
    parser.end();
    return { text, name, value };
  }
  const name = parser.name("a name for the result").text;
  parser.mark("=", `= after the name ${name}`);
  const word = parser.name("sum, mean, min, max or count, as in sum(lgamma(x))");
  const aggregate = AGGREGATES.find((aggregate) => aggregate === word.text);
  if (aggregate === undefined || word.kind === "quoted") {
    throw parser.error(
      `Expected sum, mean, min, max or count, got ${word.text}` +
        (didYouMean(word.text, AGGREGATES) || "; as in sum(lgamma(x))"),
      word,
    );
  }
  parser.mark("(", `( after ${aggregate}`);
  const isBare = aggregate === "count" && parser.isAt(")");
  const value = isBare ? undefined : parser.expression();
  parser.mark(")", `) to end ${aggregate}(`);
  if (parser.peek().kind !== "end") {
    throw parser.expected(`the end: put the arithmetic inside ${aggregate}(…)`);
  }
  return { text, name, aggregate, value };
}
