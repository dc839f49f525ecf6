import { FUNCTIONS, usageOf } from "../../plan/expression/functions.ts";
import { code, table } from "./markdown.ts";

/** The functions of expressions, for docs/expressions.md. */
export function functionsTable(): string {
  const rows = FUNCTIONS.map((known) =>
    [code(usageOf(known)), known.summary, known.domain, known.derivative].map(escapeBars)
  );
  return table([["function", "meaning", "domain", "derivative"], ...rows]);
}

function escapeBars(text: string): string {
  return text.replaceAll("|", "\\|");
}
