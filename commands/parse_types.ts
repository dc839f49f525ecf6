import { CSV_TYPES, type CsvType, type TypeRule } from "../formats/csv/column_types.ts";
import { parseSelection } from "../plan/columns/parse_selection.ts";
import { didYouMean } from "../plan/suggest.ts";
import { UsageError } from "../plan/usage_error.ts";

// Up to a comma outside of quotes. A quote inside quotes, which is written twice, ends one text and begins
// another: there is one way to read it, where several would be tried one after the other.
const RULE = /((?:"[^"]*"|[^,"])*)(,|$)/sy;

/** Reads what columns hold, as `id=utf8,x_*=float64,"a, b"=int64`: names as for `--columns`. */
export function parseTypes(text: string): readonly TypeRule[] {
  const rules: TypeRule[] = [];
  RULE.lastIndex = 0;
  for (let separator = ","; separator === ",";) {
    const match = RULE.exec(text);
    if (match === null) throw new UsageError(`Option --types: a quote does not end: ${text}`);
    separator = match[2];
    rules.push(parseRule(match[1].trim(), text));
  }
  return rules;
}

function parseRule(rule: string, text: string): TypeRule {
  const mark = rule.lastIndexOf("=");
  const columns = rule.slice(0, Math.max(mark, 0)).trimEnd();
  const type = rule.slice(mark + 1).trimStart();
  if (mark < 0 || columns === "" || columns.endsWith("=") || type.includes('"')) {
    throw new UsageError(
      `Option --types takes COLUMN=TYPE, and more after commas, as id=utf8, got ${rule || text}`,
    );
  }
  parseSelection(columns, "--types");
  if (CSV_TYPES.some((known) => known === type)) return [columns, type as CsvType];
  throw new UsageError(
    `Option --types: a column is int64, float64 or utf8, got ${type}${didYouMean(type, CSV_TYPES)}`,
  );
}
