import { CSV_TYPES, type CsvType, type TypeRule } from "../formats/csv/column_types.ts";
import { parseSelection } from "../pipeline/columns/parse_selection.ts";
import { didYouMean } from "../pipeline/suggest.ts";
import { UsageError } from "../pipeline/usage_error.ts";

// Up to a comma outside of quotes.
const RULE = /((?:"(?:[^"]|"")*"|[^,"])*)(,|$)/sy;

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
  const [, columns, type] = /^(.*[^=\s])\s*=\s*([^="]*)$/s.exec(rule) ?? [];
  if (columns === undefined) {
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
