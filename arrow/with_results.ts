import type { Numbers } from "../formats/table.ts";
import { checkKeys, describe } from "../functions/arguments.ts";
import { checkObject } from "../streams/check_options.ts";
import { columnIndex, type ColumnKey } from "../streams/table.ts";
import { computeChunk, type ComputeNumbers, typeName } from "./compute_vector.ts";
import { classOf, floatType, makeChunk, makeField, makeVector } from "./make_vector.ts";
import {
  type Chunk,
  isColumnTable,
  isRecordBatch,
  isTable,
  isVector,
  type RecordBatch,
  type Schema,
  type Table,
  type Type,
  type Vector,
} from "./shapes.ts";
import { type Dictionaries, floatTypeOf, takeChunk, takeNothing } from "./take_chunk.ts";

/** A column that is computed from one column, or from several. */
export interface ArrowResult {
  /** The column to compute from: its name, or its index from 0. */
  readonly column?: ColumnKey;
  /** The columns to compute from, if there are several. */
  readonly columns?: readonly ColumnKey[];
  /** Receives the numbers of each column, NaN for nulls, and returns an array of the same length. */
  readonly compute: ComputeNumbers;
}

/** What result columns of both libraries have in common. */
export interface ResultVector extends Iterable<number | null> {
  /** The number of rows. */
  readonly length: number;
  /** The number of rows that are null. */
  readonly nullCount: number;
  /** The value of a row, or null. */
  get(row: number): number | null;
  /** The values, arbitrary where a row is null. */
  toArray(): ArrayLike<number | null>;
}

/**
 * The type of a table with computed columns, by their names.
 */
export type WithResults<T, Name> = T & { getChild(name: Name): ResultVector | null };

/**
 * A table with computed columns: a `Table` or `RecordBatch` of apache-arrow, or a `Table` of
 * flechette.
 *
 * The new table belongs to the same library and has the same batches. A result with the name of a
 * column replaces it; the others are appended. A row is null where one of its input columns is null.
 * The other columns are the same objects, not copies.
 *
 * @example
 * ```ts
 * import { lgamma } from "@specol/specol";
 * import { withResults } from "@specol/specol/arrow";
 * import { assertEquals } from "@std/assert";
 * import { tableFromArrays } from "npm:apache-arrow@21.2.0";
 *
 * const table = tableFromArrays({ n: Int32Array.of(3, 1), k: Float64Array.of(0.5, 2) });
 * const more = withResults(table, {
 *   n_lgamma: { column: "n", compute: lgamma },
 *   sum: { columns: ["n", "k"], compute: (n, k) => n.map((value, i) => value + k[i]) },
 * });
 * assertEquals(more.getChild("n_lgamma")?.toArray(), Float64Array.of(Math.log(2), 0));
 * assertEquals(more.getChild("sum")?.toArray(), Float64Array.of(3.5, 3));
 * ```
 *
 * @typeParam T The type of the table.
 * @typeParam Name The names of the results.
 * @param table The table, which is not changed.
 * @param results The columns to compute, by their names.
 * @returns The table with results.
 * @throws {TypeError} If it is not a table, or a column does not hold numbers.
 * @throws {RangeError} If there is no such column.
 */
export function withResults<T, Name extends string>(
  table: T,
  results: Readonly<Record<Name, ArrowResult>>,
): WithResults<T, Name> {
  return extendTable(table, results) as WithResults<T, Name>;
}

function extendTable(table: unknown, results: Readonly<Record<string, ArrowResult>>): unknown {
  checkObject("Cannot compute a table: results", results);
  if (isTable(table)) {
    const plans = planResults(table.schema, results);
    if (table.batches.length === 0) return extendEmptyTable(table, plans);
    const dictionaries: Dictionaries = new Map();
    const batches = table.batches.map((batch) => extendBatch(batch, plans, dictionaries));
    return new (classOf(table))(batches[0].schema, batches);
  }
  if (isRecordBatch(table)) return extendBatch(table, planResults(table.schema, results));
  if (isColumnTable(table)) {
    const { schema, children } = table;
    const plans = planResults(schema, results);
    const types = schema.fields.map(({ type }) => type);
    const dictionaries: Dictionaries = new Map();
    const made = plans.map(({ name, inputs, compute }) => {
      const like = children[inputs[0]];
      const computed = like.data.map((_, chunk) =>
        computeChunk(
          name,
          compute,
          inputs.map((i) => takeAt(children[i], chunk, dictionaries)),
        )
      );
      const [first = computeChunk(name, compute, inputs.map((i) => takeNothing(children[i])))] =
        computed;
      const type = floatType(first.values, types);
      const chunks = computed.map((numbers, i) => makeChunk(like.data[i], numbers, type));
      return { type, column: makeVector(like, chunks, type) };
    });
    const extended = extendSchema(schema, plans, made.map(({ type }) => type));
    const columns = place(children, plans, made.map(({ column }) => column));
    return new (classOf(table))(extended, columns);
  }
  throw new TypeError(
    `Cannot compute a table: it must be a Table or RecordBatch of apache-arrow or a Table of flechette, ` +
      `got ${describe(table)}`,
  );
}

/** Adds empty columns to a table of apache-arrow that has no batches. */
function extendEmptyTable(table: Table, plans: readonly Plan[]): unknown {
  const { schema } = table;
  const columns = schema.fields.map((_, i) => table.getChildAt(i)!);
  const types = schema.fields.map(({ type }) => type);
  const made = plans.map(({ name, inputs, compute }) => {
    const numbers = computeChunk(name, compute, inputs.map((i) => takeChunk(columns[i].data[0])));
    const type = floatType(numbers.values, types);
    const like = columns[inputs[0]];
    return { type, column: makeVector(like, [makeChunk(like.data[0], numbers, type)], type) };
  });
  const extended = extendSchema(schema, plans, made.map(({ type }) => type));
  const all = place(columns, plans, made.map(({ column }) => column));
  const named = Object.fromEntries(extended.fields.map(({ name }, i) => [name, all[i]]));
  return new (classOf(table))(extended, named);
}

/** A result whose columns are found, and the place that it takes. */
interface Plan {
  readonly name: string;
  readonly inputs: readonly number[];
  readonly place: number;
  readonly compute: ComputeNumbers;
}

function planResults(
  { fields }: Schema,
  results: Readonly<Record<string, ArrowResult>>,
): readonly Plan[] {
  const columns = fields.map(({ name, type }) => ({
    name,
    typeName: typeName(type),
    type: floatTypeOf(type),
  }));
  let next = fields.length;
  return Object.entries(results).map(([name, result]) => {
    const what = `Cannot compute column ${name}`;
    checkObject(`${what}: its entry in results`, result);
    checkKeys(what, result, ["column", "columns", "compute"]);
    const { column, columns: several, compute } = result;
    if (typeof compute !== "function") {
      throw new TypeError(`${what}: compute must be a function, got ${describe(compute)}`);
    }
    const keys = column === undefined ? several : [column];
    if (
      !Array.isArray(keys) || keys.length === 0 || column !== undefined && several !== undefined
    ) {
      throw new TypeError(`${what}: set column to a column, or columns to several`);
    }
    const inputs = keys.map((key) => columnIndex(columns, key));
    for (const input of inputs) {
      const { name, type, typeName } = columns[input];
      if (type !== undefined) continue;
      throw new TypeError(`${what}: column ${name} holds ${typeName}, expected numbers`);
    }
    const isThere = columns.some((column) => column.name === name);
    return { name, inputs, compute, place: isThere ? columnIndex(columns, name) : next++ };
  });
}

function extendBatch(
  batch: RecordBatch,
  plans: readonly Plan[],
  dictionaries: Dictionaries = new Map(),
): RecordBatch {
  const { schema, data } = batch;
  const types = schema.fields.map(({ type }) => type);
  // In a batch that apache-arrow made of empty arrays, columns take the place of their chunks.
  const chunks = data.children.map((child) => isVector(child) ? child.data[0] : child);
  const computed = plans.map(({ name, inputs, compute }) => {
    const inner = inputs.map((i) => takeChunk(chunks[i], dictionaries));
    const numbers = computeChunk(name, compute, inner);
    const type = floatType(numbers.values, types);
    return { type, chunk: makeChunk(chunks[inputs[0]], numbers, type) };
  });
  const extended = extendSchema(schema, plans, computed.map(({ type }) => type));
  const children: readonly Chunk[] = place(
    chunks,
    plans,
    computed.map(({ chunk }) => chunk),
  );
  const rows = new (classOf(data.type))(extended.fields);
  const whole = data.clone(rows, data.offset, data.length, undefined, undefined, children);
  return new (classOf(batch))(extended, whole);
}

/** Columns of flechette have chunks of their own: where one has fewer, it has no rows there. */
function takeAt({ data }: Vector, at: number, dictionaries: Dictionaries): Numbers {
  return at < data.length ? takeChunk(data[at], dictionaries) : { values: new Float64Array(0) };
}

function extendSchema(schema: Schema, plans: readonly Plan[], types: readonly Type[]): Schema {
  const made = plans.map(({ name }, i) => makeField(schema.fields[0], name, types[i]));
  const fields = place(schema.fields, plans, made);
  if (classOf(schema) === Object) return { ...schema, fields };
  const { metadata, dictionaries, metadataVersion } = schema;
  return new (classOf(schema))(fields, metadata, dictionaries, metadataVersion);
}

/** Puts results where they go. */
function place<T>(values: readonly T[], plans: readonly Plan[], results: readonly T[]): T[] {
  const placed = [...values];
  for (const [i, plan] of plans.entries()) placed[plan.place] = results[i];
  return placed;
}
