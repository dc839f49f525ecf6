import { UsageError } from "../usage_error.ts";
import { ALL_AGGREGATES, findAggregate } from "./parse_aggregate.ts";
import { ExpressionParser } from "./parse_expression.ts";
import type { Syntax } from "./syntax.ts";

/** The condition of the rows that are kept. */
export interface Condition {
  /** What the user typed. */
  readonly text: string;
  readonly value: Syntax;
}

/** Parses the condition of `--where`: `site == 'north' and n > 0`. */
export function parseWhere(text: string): Condition {
  if (text.trim() === "") {
    throw new UsageError("Option --where needs a condition, such as --where 'n > 0'");
  }
  const parser = new ExpressionParser(text, { aggregates: ALL_AGGREGATES });
  const value = parser.expression();
  parser.end();
  const aggregate = findAggregate(value);
  if (aggregate !== undefined) {
    throw parser.error(
      `--where tests one row at a time, so it cannot use ${aggregate.name}(…) over all rows: compute ` +
        `that with specol reduce first, and use its value here`,
      aggregate.at,
    );
  }
  return { text, value };
}
