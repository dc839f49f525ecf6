import type { ColumnSpec } from "../../formats/table.ts";
import { UnknownColumn } from "../usage_error.ts";
import { count, findColumn, listColumns } from "./find_column.ts";
import { parseSelection, type Term } from "./parse_selection.ts";

/** A selection of columns of a table. */
export interface Selection {
  /** What the user typed; missing if the choice is left to the table. */
  readonly text?: string;
  /** Whether the columns must hold numbers. */
  readonly numbers: boolean;
  /** The name of the input in messages. */
  readonly from: string;
  /** What messages call the option; `--columns` by default. */
  readonly option?: string;
}

/**
 * Finds the columns that a selection names. Returns their indexes in the table, from 0, in the
 * order of the selection and without duplicates. A selection that only excludes columns begins with
 * all columns.
 *
 * If numbers are required, ranges and globs skip columns of other types, because `1-9` or `*` mean
 * "those that can be computed". A column that is given by its name or number must hold numbers.
 * Every error here is a usage error: the data are as they are, so the command line must change.
 */
export function selectColumns(
  columns: readonly ColumnSpec[],
  { text, numbers, from, option = "--columns" }: Selection,
): readonly number[] {
  if (text === undefined) return numbers ? [onlyColumn(columns, from)] : all(columns);
  const terms = parseSelection(text, option);
  const left = terms.filter((term) => term.excluded);
  const excluded = new Set(collect(left, { columns, numbers: false, from }));
  const chosen = left.length === terms.length
    ? all(columns).filter((i) => isWanted(i, { columns, numbers }))
    : collect(terms.filter((term) => !term.excluded), { columns, numbers, from });
  const found = chosen.filter((i) => !excluded.has(i));
  if (found.length > 0) return found;
  throw new UnknownColumn(
    `Option ${option} ${text} matches no ${numbers ? "numeric " : ""}column: ` +
      `${from} has ${listColumns(columns, { types: true })}`,
  );
}

function all(columns: readonly ColumnSpec[]): number[] {
  return columns.map((_, i) => i);
}

/** Returns whether a selection has ranges, globs or exclusions, which pass over columns of text. */
export function hasPatterns(text: string): boolean {
  return parseSelection(text, "--columns").some((term) => term.excluded || !isSingle(term));
}

/**
 * Returns the columns that a selection means and that hold no numbers, so that it passes over them.
 */
export function leftOut(columns: readonly ColumnSpec[], text: string): readonly ColumnSpec[] {
  const options = { text, from: "" };
  const computed = new Set(selectColumns(columns, { ...options, numbers: true }));
  return selectColumns(columns, { ...options, numbers: false })
    .filter((i) => !computed.has(i)).map((i) => columns[i]);
}

function onlyColumn(columns: readonly ColumnSpec[], from: string): number {
  const found = all(columns).filter((i) => columns[i].type !== undefined);
  if (found.length === 1) return found[0];
  throw new UnknownColumn(
    found.length === 0
      ? `${from} has no numeric column: it has ${listColumns(columns, { types: true })}`
      : `Missing option --columns: choose columns with -c from ${
        listColumns(found.map((i) => columns[i]))
      }`,
  );
}

/** The table that terms are matched with. */
interface Place {
  readonly columns: readonly ColumnSpec[];
  /** Whether a column that is named must hold numbers. */
  readonly numbers: boolean;
  readonly from: string;
}

/** Whether a range or a glob means a column: it can be computed, if numbers are required. */
function isWanted(i: number, { columns, numbers }: Pick<Place, "columns" | "numbers">): boolean {
  return !numbers || columns[i].type !== undefined;
}

/** The columns that terms match, in their order, none twice. */
function collect(terms: readonly Term[], place: Place): number[] {
  const found = new Set<number>();
  /** For a number that was found, one after it from which to go on. */
  const ahead = new Map<number, number>();
  // Ranges may overlap. Columns that are already in the list are not visited again for each of
  // them.
  function next(i: number): number {
    for (let j = ahead.get(i); j !== undefined; j = ahead.get(i)) {
      ahead.set(i, ahead.get(j) ?? j);
      i = j;
    }
    return i;
  }
  for (const term of distinct(terms)) {
    for (const [first, last] of ranges(term, place)) {
      for (let i = next(first); i <= last; i = next(i + 1)) {
        if (isWanted(i, place)) found.add(i);
        ahead.set(i, i + 1);
      }
      if (isSingle(term)) found.add(first);
    }
  }
  return [...found];
}

/**
 * Whether a term is the name or the number of one column, which may hold what ranges and globs pass
 * over.
 */
function isSingle({ what }: Pick<Term, "what">): boolean {
  return what.kind === "name" || what.kind === "numbers" && what.first === what.last;
}

/** Removes terms that repeat an earlier one. */
function distinct(terms: readonly Term[]): Iterable<Term> {
  return new Map(terms.map((term) => [`${term.what.kind} ${term.text}`, term])).values();
}

/**
 * Returns the columns that a term matches, as ranges of indexes from 0, or the reason why it
 * matches none.
 */
function ranges({ text, what }: Term, place: Place): [first: number, last: number][] {
  const { columns, numbers, from } = place;
  if (what.kind === "name" || what.kind === "numbers" && isSingle({ what })) {
    const { index } = findColumn(columns, { what, numbers, from });
    return [[index, index]];
  }
  if (what.kind === "numbers") {
    const last = what.last === Infinity ? Math.max(what.first, columns.length) : what.last;
    if (last <= columns.length) return [[what.first - 1, last - 1]];
    throw new UnknownColumn(
      `There is no column ${last}: ${from} has ${count(columns.length)}`,
    );
  }
  const found = all(columns).filter((i) => matchesGlob(columns[i].name, what.glob));
  if (found.length > 0) return found.map((i) => [i, i]);
  throw new UnknownColumn(`No column of ${from} matches ${text}: it has ${listColumns(columns)}`);
}

/**
 * Returns whether a glob matches a whole name. `*` matches any letters, `?` matches one, and all
 * other characters match themselves.
 *
 * If a letter does not match, the last `*` takes one more letter, and the rest of the glob is tried
 * again. Earlier stars never have to change. The time is therefore at most proportional to the
 * length of the name times that of the glob. A regular expression would try every way to divide the
 * name among its stars, which can take practically forever.
 */
export function matchesGlob(name: string, glob: string): boolean {
  let at = 0;
  let place = 0;
  /** The position after the last star, and the position in the name where its match ends. */
  let afterStar = -1;
  let left = 0;
  while (at < name.length) {
    const letter = name.codePointAt(at)!;
    const wanted = glob.codePointAt(place);
    if (wanted === STAR) {
      afterStar = ++place;
      left = at;
    } else if (wanted === ANY || wanted === letter) {
      at += widthOf(letter);
      place += widthOf(wanted);
    } else if (afterStar >= 0) {
      left += widthOf(name.codePointAt(left)!);
      at = left;
      place = afterStar;
    } else {
      return false;
    }
  }
  while (glob.codePointAt(place) === STAR) place++;
  return place === glob.length;
}

const STAR = 0x2a;
const ANY = 0x3f;

/** Returns the number of UTF-16 units of a letter. */
function widthOf(letter: number): number {
  return letter > 0xffff ? 2 : 1;
}
