import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import {
  type Batch,
  type ColumnSpec,
  convertFloats,
  type Numbers,
  type OutputColumn,
} from "../formats/table.ts";
import { checkKeys, describe } from "../functions/arguments.ts";
import { checkObject } from "./check_options.ts";
import { checkResult, FLOAT_ARRAYS } from "./check_results.ts";
import { columnIndex, type ColumnKey, NamedBatch } from "./table.ts";

/**
 * A result: an array with one number for each row, or such an array together with the rows that are
 * null.
 */
export type Computed = FloatArray | Numbers;

/** The options that {@linkcode ResultOfOne} and {@linkcode ResultOfSeveral} share. */
export interface ResultOptions {
  /**
   * The type to compute in. By default, it is that of the columns, or float64 if they differ or are
   * not floats.
   */
  readonly type?: FloatType;
}

/** A column that is computed from one column. */
export interface ResultOfOne extends ResultOptions {
  /** The input column. */
  readonly column: ColumnKey;
  /** Only {@linkcode ResultOfSeveral} has it. */
  readonly columns?: undefined;
  /**
   * Takes the numbers of the column, with NaN for nulls, and returns as many numbers: `lgamma`, or
   * `(x) => polygamma(x, 2)`. It owns the array, and may compute in place.
   */
  readonly compute: (x: FloatArray) => Computed | Promise<Computed>;
}

/** A column that is computed from several columns. */
export interface ResultOfSeveral extends ResultOptions {
  /** The input columns. */
  readonly columns: readonly ColumnKey[];
  /** Only {@linkcode ResultOfOne} has it. */
  readonly column?: undefined;
  /**
   * Takes the numbers of each column, and returns as many numbers as there are rows: `(n, k) => …`.
   */
  readonly compute: (...columns: FloatArray[]) => Computed | Promise<Computed>;
}

/** A computed column. A row is null where one of its input columns is null. */
export type ResultColumn = ResultOfOne | ResultOfSeveral;

/** Results whose columns have been found. */
export interface ResultPlan {
  readonly name: string;
  readonly inputs: readonly number[];
  readonly type: FloatType;
  readonly compute: (...columns: FloatArray[]) => Computed | Promise<Computed>;
}

/** Finds the columns that results are computed from, and the types of the results. */
export function planResults(
  results: Readonly<Record<string, ResultColumn>> = {},
  columns: readonly ColumnSpec[],
): readonly ResultPlan[] {
  checkObject("Option results", results);
  return Object.entries(results).map(([name, result]) => {
    const what = `Cannot write column ${name}`;
    checkObject(`${what}: its entry in option results`, result);
    checkKeys(what, result, ["column", "columns", "compute", "type"]);
    const { compute, type } = result;
    if (typeof compute !== "function") {
      throw new TypeError(`${what}: compute must be a function, got ${describe(compute)}`);
    }
    if (type !== undefined && !Object.hasOwn(FLOAT_ARRAYS, type)) {
      const types = Object.keys(FLOAT_ARRAYS).join(", ");
      throw new RangeError(`${what}: type must be one of ${types}, got ${describe(type)}`);
    }
    const inputs = keysOf(result, what).map((key) => numbersAt(columns, { key, what }));
    const compared = inputs.map((input) => columns[input].type);
    return {
      name,
      inputs,
      type: type ?? commonType(compared),
      compute: compute as ResultPlan["compute"],
    };
  });
}

/**
 * Arranges the output columns. Those of the table keep their order. A result replaces the column of
 * its name, or comes last.
 */
export function placeColumns(
  wanted: readonly (ColumnKey | { readonly name: string; readonly input: ColumnKey })[] | undefined,
  { columns, results }: { columns: readonly ColumnSpec[]; results: readonly ResultPlan[] },
): readonly OutputColumn[] {
  const made = new Map(results.map(({ name }, i) => [name, i]));
  if (wanted === undefined) {
    const names = new Set(columns.map(({ name }) => name));
    // A result cannot replace two columns.
    for (const { name } of results) if (names.has(name)) columnIndex(columns, name);
    return [
      ...columns.map(({ name }, input) => find(name, input)),
      ...results.filter(({ name }) => !names.has(name)).map(({ name }) => find(name)),
    ];
  }
  if (!Array.isArray(wanted)) {
    throw new TypeError(`Option columns must be an array, got ${describe(wanted)}`);
  }
  return wanted.map((column) => {
    if (typeof column !== "object" || column === null) return find(column);
    const { name, input } = column;
    if (typeof name !== "string") {
      throw new TypeError(`Option columns: a name must be a string, got ${describe(name)}`);
    }
    return { name, input: columnIndex(columns, input) };
  });

  function find(key: ColumnKey, input?: number): OutputColumn {
    const result = made.get(key as string);
    if (result !== undefined) {
      const { name, type } = results[result];
      return { name, result, type };
    }
    const index = input ?? columnIndex(columns, key);
    return { name: columns[index].name, input: index };
  }
}

/** Computes the results of a batch. */
export async function computeResults(
  results: readonly ResultPlan[],
  batch: Batch,
  columns: readonly ColumnSpec[],
): Promise<readonly Numbers[]> {
  const named = new NamedBatch(NamedBatch.unwrap(batch), columns);
  const computed: Numbers[] = [];
  for (const { name, inputs, type, compute } of results) {
    const numbers = inputs.map((input) => named.numbers(input, type));
    const given = await compute(...numbers.map(({ values }) => convertFloats(values, type)));
    const { values, valid } = checkResult(given, { name, type, rows: batch.rows });
    const masks = [...numbers.map(({ valid }) => valid), valid];
    computed.push({ values, valid: bothValid(masks.filter((mask) => mask !== undefined)) });
  }
  return computed;
}

function keysOf({ column, columns }: ResultColumn, what: string): readonly ColumnKey[] {
  if ((column === undefined) === (columns === undefined)) {
    throw new TypeError(`${what}: set column to a column, or columns to several`);
  }
  if (column !== undefined) return [column];
  if (Array.isArray(columns) && columns.length > 0) return columns;
  throw new TypeError(
    `${what}: columns must be an array of columns, got ${
      Array.isArray(columns) ? "none" : describe(columns)
    }`,
  );
}

function numbersAt(
  columns: readonly ColumnSpec[],
  { key, what }: { key: ColumnKey; what: string },
): number {
  const index = columnIndex(columns, key);
  const { name, type, asked, typeName } = columns[index];
  // Text of CSV may be numbers all the same: reading it shows.
  if ((type ?? asked) !== undefined) return index;
  throw new TypeError(`${what}: column ${name} holds ${typeName}, expected numbers`);
}

function commonType([first, ...others]: readonly ColumnSpec["type"][]): FloatType {
  const isShort = first === "float32" || first === "float16";
  return isShort && others.every((type) => type === first) ? first : "float64";
}

/** A row is valid if it is valid in all columns. */
function bothValid([first, ...others]: readonly Uint8Array[]): Uint8Array | undefined {
  return first?.map((bits, i) => others.reduce((both, other) => both & other[i], bits));
}
