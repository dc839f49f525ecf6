import { CSV_TYPES, type CsvType, type TypeRule } from "../formats/csv/column_types.ts";
import { parseSelection } from "../plan/columns/parse_selection.ts";
import { didYouMean, UsageError } from "../plan/usage_error.ts";
import { MAX_CHUNK_SIZE, MAX_PARTS, type Part } from "../plan/request.ts";

/** The character that the runtime puts in place of bytes that are not UTF-8. */
const REPLACEMENT = "\ufffd";

/**
 * Throws if an argument that will be written, such as the name of a file or of a column, was not
 * UTF-8: a different name would be written. An argument that is only looked up, such as an input,
 * needs no such check.
 */
export function checkUtf8(what: string, text: string | undefined): void {
  if (text === undefined || !text.includes(REPLACEMENT)) return;
  throw new UsageError(
    `${what} is not valid UTF-8, or contains U+FFFD: ${text}; use a valid UTF-8 name`,
  );
}

// A rule ends at the first comma outside quotes. A quote inside quotes is written twice, so it ends
// one quoted text and begins another. That leaves only one way to match, so that matching never has
// to try several.
const RULE = /((?:"[^"]*"|[^,"])*)(,|$)/sy;

/**
 * Parses the types of columns, such as `id=utf8,x_*=float64,"a, b"=int64`. Columns are named as in
 * `--columns`.
 */
export function parseTypes(text: string): readonly TypeRule[] {
  const rules: TypeRule[] = [];
  RULE.lastIndex = 0;
  for (let separator = ","; separator === ",";) {
    const match = RULE.exec(text);
    if (match === null) throw new UsageError(`Option --types: missing closing quote: ${text}`);
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
      `Option --types takes a comma-separated list such as id=utf8,n=int64, got ${rule || text}`,
    );
  }
  parseSelection(columns, "--types");
  if (CSV_TYPES.some((known) => known === type)) return [columns, type as CsvType];
  throw new UsageError(
    `Option --types: a type must be int64, float64 or utf8, got ${type}${
      didYouMean(type, CSV_TYPES)
    }`,
  );
}

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  K: 2 ** 10,
  M: 2 ** 20,
  G: 2 ** 30,
};

/** Parses a number of bytes such as `4096`, `64K` or `1M`. The units are powers of 1024. */
export function parseSize(text: string, flag: string, most: number = MAX_CHUNK_SIZE): number {
  const [, digits, unit] = /^(\d+)([KMG]?)$/i.exec(text) ?? [];
  const size = Number(digits) * UNITS[unit?.toUpperCase()];
  if (size >= 1 && size <= most) return size;
  throw new UsageError(
    `Option --${flag} must be a number of bytes from 1 to ` +
      `${most % UNITS.G === 0 ? `${most / UNITS.G}G` : `${most / UNITS.M}M`}, such as ` +
      `64K or 1M, got ${text}`,
  );
}

/** Parses the number of a piece and the number of pieces, such as `3/8`. */
export function parsePart(text: string): Part {
  const [, index, count] = /^\s*(\d+)\s*\/\s*(\d+)\s*$/.exec(text)?.map(Number) ?? [];
  if (index >= 1 && index <= count && count <= MAX_PARTS) return { index, count };
  const rule = index > count
    ? `there is no piece ${index} of ${count}`
    : `I is an integer from 1 to N, and N is at most ${MAX_PARTS}`;
  throw new UsageError(`Option --part takes I/N, such as 3/8: ${rule}, got ${text}`);
}
