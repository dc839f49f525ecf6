import { copyField } from "./copy_field.ts";
import { type ArrowField, type ArrowSchema, type NodeLayout, TYPE } from "../field.ts";
import { type ComputableType, MAX_COLUMNS, type NumberType } from "../../table.ts";
import { type FlatTable, keyValues } from "./flatbuffer_reader.ts";
import type { Message } from "./message_reader.ts";

const FIELD = { name: 0, typeId: 2, type: 3, dictionary: 4, children: 5, customMetadata: 6 };
const SCHEMA = { endianness: 0, fields: 1, customMetadata: 2 };
const MAX_DEPTH = 64;
// The assumed size of a field's metadata, in bytes. The real size is larger.
const SMALLEST_FIELD = 16;
const EXTENSION_NAME = "ARROW:extension:name";

/** Types that are not plain numbers, and what their values are computed as. */
const COMPUTED_AS: Readonly<Record<number, ComputableType>> = {
  [TYPE.decimal]: "decimal",
  [TYPE.duration]: "int64",
};

/** The bytes that a schema is decoded from: the first message of a file or stream, or a footer. */
export type SchemaParts = Pick<Message, "header" | "metadataLength" | "version" | "origin">;

/** Decodes a schema. */
export function decodeSchema(
  { header, metadataLength, version, origin }: SchemaParts,
): ArrowSchema {
  if (header.int16(SCHEMA.endianness) !== 0) {
    throw new TypeError(
      `Cannot read ${origin}: its numbers are big-endian, but only little-endian is supported; ` +
        `rewrite it on a little-endian machine`,
    );
  }
  // References may share their target, so that a few bytes can describe an endless number of
  // fields.
  let left = metadataLength / SMALLEST_FIELD;
  let count = 0;
  function decodeField(table: FlatTable, path: readonly string[]): ArrowField {
    if (++count > MAX_COLUMNS) {
      throw new TypeError(
        `Cannot read ${origin}: it has more than ${MAX_COLUMNS} columns, including nested ` +
          `ones; write fewer columns`,
      );
    }
    if (--left < 0 || path.length > MAX_DEPTH) {
      throw new RangeError(`more fields than there is room for, or more than ${MAX_DEPTH} deep`);
    }
    const name = table.text(FIELD.name);
    const here = [...path, name];
    const children = table.tables(FIELD.children).map((child) => decodeField(child, here));
    const id = table.byte(FIELD.typeId);
    const decoded = decodeType(id, {
      table: table.table(FIELD.type),
      children: children.map((child) => child.typeName),
      version,
    });
    if (decoded === undefined || !isKnown(decoded)) {
      const which = decoded?.typeName ?? `number ${id}`;
      throw new TypeError(
        `Cannot read ${origin}: column ${JSON.stringify(here.join("."))} has a type that the ` +
          `Arrow format does not have (${which}); write it with another type`,
      );
    }
    const copy = copyField(table, { children: children.map((child) => child.table) });
    return {
      name,
      table: copy,
      children,
      ...decoded,
      computable: decoded.type ?? COMPUTED_AS[id],
      asked: id === TYPE.bool ? "uint8" : undefined,
      ...wrap(table, { ...decoded, id }),
    };
  }
  return {
    version,
    fields: header.tables(SCHEMA.fields).map((field) => decodeField(field, [])),
    customMetadata: keyValues(header, SCHEMA.customMetadata),
  };
}

/**
 * Gives the copies of fields as many slots as the schema's own have. A writer that omitted the
 * last slots then finds its bytes again.
 */
export function withSameSlots(schema: ArrowSchema, header: FlatTable): ArrowSchema {
  const tables = header.tables(SCHEMA.fields);
  const fields = schema.fields.map((field, i) => {
    const slots = field.table.slots.slice(0, tables[i].slots);
    return { ...field, table: { ...field.table, slots } };
  });
  return { ...schema, fields };
}

// Returns what separates a column's stored values from their meaning: a dictionary, or an extension
// type that only its author knows. A column of
// an extension type is passed on, and not computed.
function wrap(
  table: FlatTable,
  { id, typeName, type }: Pick<DecodedType, "typeName" | "type"> & { readonly id: number },
): {
  typeName?: string;
  type?: undefined;
  computable?: undefined;
  asked?: undefined;
  stored?: NumberType;
  dictionary?: number;
} {
  const dictionary = table.table(FIELD.dictionary);
  const inner = dictionary === undefined ? typeName : `dictionary<${typeName}>`;
  const extension = table.tables(FIELD.customMetadata)
    .find((pair) => pair.text(0) === EXTENSION_NAME)?.text(1);
  return {
    ...(dictionary !== undefined && {
      typeName: inner,
      type: undefined,
      dictionary: dictionary.int64(0),
    }),
    ...(extension !== undefined && {
      typeName: `extension<${extension}, ${inner}>`,
      type: undefined,
      computable: undefined,
      asked: undefined,
      stored: id === TYPE.duration ? "int64" : type,
    }),
  };
}

/** The type of a field. */
export interface DecodedType {
  readonly typeName: string;
  readonly type?: NumberType;
  readonly own: NodeLayout;
}

/** What the type of a field depends on. */
export interface TypeContext {
  /** The parameters of the type. */
  readonly table: FlatTable | undefined;
  /** The names of the children's types. */
  readonly children: readonly string[];
  /** The version of the metadata. */
  readonly version: number;
}

type Decode = (context: TypeContext & { readonly table: FlatTable }) => DecodedType;

const UNITS = ["s", "ms", "us", "ns"];
const INTERVALS = ["year_month", "day_time", "month_day_nano"];
const V5 = 4;

function fixed(buffers: number, name: string): Decode {
  return () => ({ typeName: name, own: { buffers, variadic: false } });
}

function nested(buffers: number, name: string): Decode {
  return ({ children }) => ({
    typeName: `${name}<${children.join(", ")}>`,
    own: { buffers, variadic: false },
  });
}

function named(name: (table: FlatTable) => string): Decode {
  return ({ table }) => ({ typeName: name(table), own: { buffers: 2, variadic: false } });
}

function views(name: string): Decode {
  return () => ({ typeName: name, own: { buffers: 2, variadic: true } });
}

function unit(table: FlatTable, missing: number): string {
  return UNITS[table.int16(0, missing)] ?? "?";
}

function number(name: string): DecodedType {
  return { typeName: name, type: name as NumberType, own: { buffers: 2, variadic: false } };
}

function union({ table, children, version }: TypeContext & { table: FlatTable }): DecodedType {
  const dense = table.int16(0) === 1;
  // Before version 5 a union had nulls of its own.
  const buffers = (dense ? 2 : 1) + (version < V5 ? 1 : 0);
  const typeName = `${dense ? "dense" : "sparse"}_union<${children.join(", ")}>`;
  return { typeName, own: { buffers, variadic: false } };
}

// These are in the order of the numbers that the format gives them.
const TYPES: readonly (Decode | undefined)[] = [
  undefined,
  fixed(0, "null"),
  ({ table }) => number(`${table.bool(1) ? "int" : "uint"}${table.int32(0)}`),
  ({ table }) => number(["float16", "float32", "float64"][table.int16(0)] ?? "float?"),
  fixed(3, "binary"),
  fixed(3, "utf8"),
  fixed(2, "bool"),
  named((table) => `decimal${table.int32(2, 128)}(${table.int32(0)}, ${table.int32(1)})`),
  named((table) => table.int16(0, 1) === 0 ? "date32" : "date64"),
  named((table) => `time${table.int32(1, 32)}[${unit(table, 1)}]`),
  named((table) => {
    const zone = table.text(1);
    return `timestamp[${unit(table, 0)}${zone === "" ? "" : `, ${zone}`}]`;
  }),
  named((table) => `interval[${INTERVALS[table.int16(0)] ?? "?"}]`),
  nested(2, "list"),
  nested(1, "struct"),
  union,
  named((table) => `fixed_size_binary[${table.int32(0)}]`),
  ({ table, children }) => ({
    typeName: `fixed_size_list<${children.join(", ")}>[${table.int32(0)}]`,
    own: { buffers: 1, variadic: false },
  }),
  nested(2, "map"),
  named((table) => `duration[${unit(table, 1)}]`),
  fixed(3, "large_binary"),
  fixed(3, "large_utf8"),
  nested(2, "large_list"),
  nested(0, "run_end_encoded"),
  views("binary_view"),
  views("utf8_view"),
  nested(3, "list_view"),
  nested(3, "large_list_view"),
];

const NUMBER_TYPES = /^(float(16|32|64)|u?int(8|16|32|64))$/;

/** Decodes the type with this number. Version 1.5 of the format has none of other numbers. */
function decodeType(id: number, context: TypeContext): DecodedType | undefined {
  const { table } = context;
  return table === undefined ? undefined : TYPES[id]?.({ ...context, table });
}

/** Whether the format has numbers of this width: int128 of polars, for example, is its own. */
function isKnown({ type }: DecodedType): boolean {
  return type === undefined || NUMBER_TYPES.test(type);
}
