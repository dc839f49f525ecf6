import { decoding } from "../../arrow/decode/flatbuffer_reader.ts";
import type { OutputField } from "../../arrow/encode/encode_message.ts";
import type { FloatType } from "../../../kernels/float_types.ts";
import { ARROW_ENTRY, decodeArrowEntry, encodeArrowEntry } from "../arrow_entry.ts";
import { FILE, KEY_VALUE } from "../metadata.ts";
import { structs, text, type ThriftStruct } from "../thrift/struct.ts";

/** A column of results: a new one, or one that takes the place of a column of the file. */
export interface AddedColumn {
  readonly name: string;
  readonly type: FloatType;
  /** The number of the top-level column that it replaces. */
  readonly replaces?: number;
}

// Writers keep their own description of the columns among the keys and values of the footer. Their
// readers would not see new columns, or fail, if it did not list them.

/**
 * Adds columns to the descriptions of the columns that writers have left in the footer.
 *
 * @throws {SyntaxError} If the one of Arrow is damaged.
 */
export function describeColumns(
  metadata: ThriftStruct,
  added: readonly AddedColumn[],
  name: string,
): ThriftStruct {
  if (added.length === 0 || !metadata.has(FILE.keyValues)) return metadata;
  const pairs = metadata.structs(FILE.keyValues).map((pair) => {
    const value = pair.text(KEY_VALUE.value);
    if (value === undefined) return pair;
    const described = describe(pair.text(KEY_VALUE.key), value, { added, name });
    return described === undefined ? pair : pair.with(text(KEY_VALUE.value, described));
  });
  return metadata.with(structs(FILE.keyValues, pairs));
}

function describe(
  key: string | undefined,
  value: string,
  { added, name }: { added: readonly AddedColumn[]; name: string },
): string | undefined {
  if (key === ARROW_ENTRY) return describeForArrow(value, { added, name });
  if (key === undefined || !Object.hasOwn(JSON_LISTS, key)) return undefined;
  return describeAsJson(value, { ...JSON_LISTS[key], added });
}

/** The schema as an Arrow message, in base64. */
function describeForArrow(
  value: string,
  { added, name }: { added: readonly AddedColumn[]; name: string },
): string {
  const origin = `${name}: its entry ${ARROW_ENTRY}`;
  return decoding(origin, () => {
    const source = decodeArrowEntry(value, origin);
    const fields: OutputField[] = source.fields.map((field) => ({ name: field.name, field }));
    for (const { name, type, replaces } of added) {
      if (replaces === undefined) fields.push({ name, type });
      else fields[replaces] = { name, type };
    }
    return encodeArrowEntry({ fields, source });
  });
}

/** What is in JSON. */
interface Json {
  readonly [key: string]: unknown;
}

/** What pandas records about a column. */
function pandasColumn({ name, type }: AddedColumn): Json {
  return { name, field_name: name, pandas_type: type, numpy_type: type, metadata: null };
}

/** What Spark records about a column. It has no float16, and reads such a column as bytes. */
function sparkField({ name, type }: AddedColumn): Json {
  const names = { float16: "binary", float32: "float", float64: "double" };
  return { name, type: names[type], nullable: true, metadata: {} };
}

/** How a writer lists columns in JSON. */
interface JsonList {
  /** The member that is the list. */
  readonly list: string;
  readonly entry: (column: AddedColumn) => Json;
}

/** The keys under which writers list columns in JSON. */
export const JSON_LISTS: Readonly<Record<string, JsonList>> = {
  pandas: { list: "columns", entry: pandasColumn },
  "org.apache.spark.sql.parquet.row.metadata": { list: "fields", entry: sparkField },
};

/**
 * Adds entries to a list in JSON, and leaves out those of columns that are not kept. What is not the
 * JSON that is known stays as it is.
 */
export function describeAsJson(
  value: string,
  { added, list, entry, isKept = () => true }: JsonList & {
    readonly added: readonly AddedColumn[];
    readonly isKept?: (name: string) => boolean;
  },
): string | undefined {
  let known: Json;
  try {
    known = JSON.parse(value);
  } catch {
    return undefined;
  }
  const entries = known?.[list];
  if (!Array.isArray(entries)) return undefined;
  const replaced = new Set(added.map(({ name }) => name));
  const kept = entries.filter((entry) => {
    const name = entry?.field_name ?? entry?.name;
    return !replaced.has(name) && isKept(name);
  });
  // What pandas records about its index is the name of a column, or a range.
  const index = known.index_columns;
  return JSON.stringify({
    ...known,
    ...(Array.isArray(index) && {
      index_columns: index.filter((name) => typeof name !== "string" || isKept(name)),
    }),
    [list]: [...kept, ...added.map(entry)],
  });
}
