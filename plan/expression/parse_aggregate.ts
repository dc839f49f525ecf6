import { ExpressionParser } from "./parse_expression.ts";
import type { Syntax } from "./syntax.ts";

/** The aggregates that groups keep: what can be made of the values of all rows. */
export const AGGREGATES = ["sum", "mean", "min", "max", "count"] as const;

/** The name of an aggregate that groups keep. */
export type AggregateName = typeof AGGREGATES[number];

/** All aggregates. Variance and standard deviation are made of exact sums. */
export const ALL_AGGREGATES: readonly string[] = [...AGGREGATES, "var", "sd"];

/** A call in an expression. */
export type Call = Extract<Syntax, { kind: "call" }>;

/** A parsed `NAME = EXPR` of aggregates, or `let NAME = EXPR`. */
export interface Aggregate {
  /** What the user typed. */
  readonly text: string;
  readonly name: string;
  /** Whether the name is only for later expressions. */
  readonly hidden: boolean;
  readonly value: Syntax;
}

/**
 * Parses `NAME = EXPR`, where EXPR is made of aggregates such as `sum(x)`, or `let NAME = EXPR`.
 */
export function parseAggregate(text: string): Aggregate {
  const parser = new ExpressionParser(text, { aggregates: ALL_AGGREGATES });
  const hidden = parser.atLet();
  if (hidden) parser.skip();
  const { name, value } = parser.definition(hidden ? "a name after let" : "a name for the result");
  parser.end();
  return { text, name, hidden, value };
}

/** Whether a call is an aggregate: `min(a, b)` is a function. */
export function isAggregate({ name, args }: Call): boolean {
  if (!ALL_AGGREGATES.includes(name)) return false;
  return args.length === 1 || name === "count" && args.length === 0;
}

/** Whether there is an aggregate in an expression. */
export function hasAggregate(syntax: Syntax): boolean {
  return findAggregate(syntax) !== undefined;
}

/** Finds the first aggregate in an expression. */
export function findAggregate(syntax: Syntax): Call | undefined {
  const rest = [syntax];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (next.kind === "negation") rest.push(next.operand);
    if (next.kind === "binary") rest.push(next.right, next.left);
    if (next.kind !== "call") continue;
    if (isAggregate(next)) return next;
    rest.push(...next.args.toReversed());
  }
}
