import { UsageError } from "../usage_error.ts";

/** One part of a selection of columns, as the user typed it. */
export interface Term {
  /** The text of the term in messages. */
  readonly text: string;
  /** Whether the columns that match are omitted, as in `!name`. */
  readonly excluded: boolean;
  readonly what:
    | { readonly kind: "name"; readonly name: string }
    /**
     * Columns counted from 1, or from -1 for the last one; a range without an end goes to Infinity.
     */
    | { readonly kind: "numbers"; readonly first: number; readonly last: number }
    | { readonly kind: "glob"; readonly glob: string };
}

// A term is in quotes, where "" stands for a quote, or it ends at the next comma.
const TERM = /\s*(!?)\s*(?:"((?:[^"]|"")*)"\s*|([^,"][^,]*)?)(,|$)/sy;

/**
 * Parses a selection such as `x,3,5-7,9-,-1,y_*,!y_2,"a, b"`.
 *
 * A term that is made of digits is a column number, counted from 1, or a range of numbers, which
 * goes to the last column if it has no end. A minus counts from the end: `-1` is the last column.
 * `*` stands for any characters and `?` for one. In quotes every character stands for itself, so
 * that a column that is named `3` or `a,b` can be chosen too.
 */
export function parseSelection(text: string, option: string): readonly Term[] {
  const terms: Term[] = [];
  for (let at = 0, separator = ","; separator === ",";) {
    TERM.lastIndex = at;
    const match = TERM.exec(text);
    if (match === null) {
      throw new UsageError(
        `Option ${option}: unbalanced quotes; write a quote inside quotes ` +
          `twice, got ${text}`,
      );
    }
    const [whole, not, quoted, plain = ""] = match;
    separator = match[4];
    at += whole.length;
    const name = quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"');
    if (quoted === undefined && name === "") {
      throw new UsageError(
        `Option ${option}: empty name before or after a comma: ${text}`,
      );
    }
    terms.push({
      text: name,
      excluded: not === "!",
      what: quoted === undefined ? parsePlain(name, option) : { kind: "name", name },
    });
  }
  return terms;
}

function parsePlain(text: string, option: string): Term["what"] {
  const [, back] = /^-(\d+)$/.exec(text) ?? [];
  if (back !== undefined && Number(back) >= 1) {
    return { kind: "numbers", first: -Number(back), last: -Number(back) };
  }
  const [, from, to = from] = /^(\d+)(?:-(\d*))?$/.exec(text) ?? [];
  if (from !== undefined) {
    const [first, last] = [Number(from), to === "" ? Infinity : Number(to)];
    if (first >= 1 && first <= last) return { kind: "numbers", first, last };
    throw new UsageError(
      first < 1
        ? `Option ${option}: column numbers start at 1, got ${text}`
        : `Option ${option}: ranges must be ascending, such as ${last}-${first}, got ${text}`,
    );
  }
  return /[*?]/.test(text) ? { kind: "glob", glob: text } : { kind: "name", name: text };
}
