import type { ColumnSpec, ComputableType } from "../../formats/table.ts";
import { didYouMean, UnknownColumn, UsageError } from "../usage_error.ts";
import type { Term } from "./parse_selection.ts";
import { quoteName } from "./quote_name.ts";

/** The maximum number of columns that a message lists. */
const MAX_LISTED = 20;

/** A column to find, and what it must be. */
export interface Wanted {
  /** The name or the number of the column. */
  readonly what: Exclude<Term["what"], { kind: "glob" }>;
  /** Whether the column must hold numbers. */
  readonly numbers: boolean;
  /** The name of the input in messages. */
  readonly from: string;
  /** Lines to show below a message. */
  readonly details?: readonly string[];
}

/** A column that was found in a table. */
export interface Found {
  /** The index of the column in the table, from 0. */
  readonly index: number;
  /** The type of its numbers; missing if it holds none and none were required. */
  readonly type?: ComputableType;
}

/** Finds a column of a table by its name or number. */
export function findColumn(columns: readonly ColumnSpec[], wanted: Wanted): Found {
  const { what, numbers, from, details } = wanted;
  const index = what.kind === "name"
    ? findName(columns, { ...wanted, name: what.name })
    : what.first < 0
    ? columns.length + what.first
    : what.first - 1;
  if (index < 0 || index >= columns.length) {
    const number = String(what.kind === "numbers" && what.first);
    const named = columns.some((column) => column.name === number);
    throw new UnknownColumn(
      `There is no column ${number}: ${from} has ${count(columns.length)}` +
        (named ? `; to choose the column of that name, use '"${number}"'` : ""),
      details,
    );
  }
  const { name, typeName, asked } = columns[index];
  const type = columns[index].type ?? (numbers ? asked : undefined);
  if (numbers && type === undefined) {
    throw new UsageError(`Column ${name} of ${from} holds ${typeName}, not numbers`, details);
  }
  return { index, type };
}

function findName(
  columns: readonly ColumnSpec[],
  { name, from, details }: Omit<Wanted, "what"> & { name: string },
): number {
  const found = placesOf(columns).get(name) ?? [];
  if (found.length === 1) return found[0];
  if (found.length > 1) {
    const places = listFew(found.map((i) => `${i + 1}`), "and");
    throw new UsageError(
      `${found.length} columns of ${from} are named ${
        quoteName(name)
      }: choose by number, ${places}`,
      details,
    );
  }
  // The members of a struct are columns, and the struct itself is none.
  const isStruct = columns.some((column) => column.name.startsWith(`${name}.`));
  const near = isStruct
    ? `, did you mean ${name}.*?`
    : didYouMean(name, columns.map((column) => column.name))
      .replace(/(?<= mean )(.*)(?=\?$)/s, quoteName);
  throw new UnknownColumn(
    `Unknown column ${name}${near || ":"} ${from} has ${listColumns(columns)}`,
    details,
  );
}

/**
 * Returns the indexes of the columns of each name. All 200,000 columns of a table may be looked up
 * by name.
 */
export function placesOf(columns: readonly ColumnSpec[]): NameMap<number[]> {
  let found = places.get(columns);
  if (found === undefined) {
    found = new NameMap();
    for (const [i, { name }] of columns.entries()) {
      const same = found.get(name);
      if (same === undefined) found.set(name, [i]);
      else same.push(i);
    }
    places.set(columns, found);
  }
  return found;
}

const places = new WeakMap<readonly ColumnSpec[], NameMap<number[]>>();

/** Lists words for a message, only the first ones if there are many. */
export function listFew(words: readonly string[], conjunction: "and" | "or"): string {
  const isLong = words.length > MAX_LISTED;
  const first = words.slice(0, isLong ? MAX_LISTED : -1);
  const last = isLong ? `${words.length - first.length} more` : words.at(-1);
  return `${first.join(", ")} ${conjunction} ${last}`;
}

/** Counts columns for a message. */
export function count(columns: number): string {
  return `${columns} ${columns === 1 ? "column" : "columns"}`;
}

/** Lists the names of columns for a message, only the first ones if there are many. */
export function listColumns(
  columns: readonly ColumnSpec[],
  { types = false }: { types?: boolean } = {},
): string {
  if (columns.length === 0) return "no columns";
  const names = columns.slice(0, MAX_LISTED)
    .map(({ name, typeName }) => types ? `${quoteName(name)} (${typeName})` : quoteName(name));
  const more = columns.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** From this length on, V8 hashes a text by its length alone. */
const LONG = 2 ** 14;

/**
 * A map from the names of columns to values. A `Map` compares every long name with all others of
 * the same length. For names that differ only in their last letter, this reads a number of letters
 * that grows with the square of the number of names. Here long names are found by a hash of their
 * letters with a random seed, so that no input can be made to collide.
 */
export class NameMap<Value> {
  readonly #short = new Map<string, Value>();
  readonly #long = new Map<number, [name: string, value: Value][]>();
  readonly #seed = Math.floor(Math.random() * 2 ** 32);

  get(name: string): Value | undefined {
    if (name.length < LONG) return this.#short.get(name);
    return this.#long.get(this.#sum(name))?.find(([other]) => other === name)?.[1];
  }

  set(name: string, value: Value): void {
    if (name.length < LONG) {
      this.#short.set(name, value);
      return;
    }
    const sum = this.#sum(name);
    const others = (this.#long.get(sum) ?? []).filter(([other]) => other !== name);
    this.#long.set(sum, [...others, [name, value]]);
  }

  #sum(name: string): number {
    let sum = this.#seed;
    for (let i = 0; i < name.length; i++) sum = Math.imul(sum ^ name.charCodeAt(i), 0x01000193);
    return sum;
  }
}
