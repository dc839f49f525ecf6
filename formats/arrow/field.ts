import type { ColumnValues, ComputableType, NumberType } from "../table.ts";
import type { FlatTableValue } from "./encode/flatbuffer_writer.ts";

/** The layout of a column, or of a part of a nested column, in the body of a message. */
export interface NodeLayout {
  /** The number of buffers that are always present. */
  readonly buffers: number;
  /** Whether more buffers follow, as many as the message says. Text and binary views have them. */
  readonly variadic: boolean;
}

/** A field of an Arrow schema. */
export interface ArrowField {
  readonly name: string;
  /** The name of its type in messages. */
  readonly typeName: string;
  /** The type of its numbers; missing if it does not hold plain numbers. */
  readonly type?: NumberType;
  /**
   * The type of what can be computed from it: plain numbers, decimals, durations, or those of a
   * dictionary.
   */
  readonly computable?: ComputableType;
  /** The same for values that are numbers only if they are asked for: booleans, as 0 and 1. */
  readonly asked?: ComputableType;
  /** The type of its numbers if it has an extension type, which is not computed. */
  readonly stored?: NumberType;
  /** A copy of everything that the schema's metadata say about the field. */
  readonly table: FlatTableValue;
  /** The id of the dictionary that holds its values, if the field holds only indexes. */
  readonly dictionary?: number;
  /** The layout of its values, or of the dictionary's values if it has one. */
  readonly own: NodeLayout;
  readonly children: readonly ArrowField[];
}

/** Keys and values that a user attached to something. */
export type KeyValues = readonly (readonly [Uint8Array, Uint8Array])[];

/** The schema of an Arrow file or stream. */
export interface ArrowSchema {
  /** The version of the format, as the metadata count it: 3 for V4, 4 for V5. */
  readonly version: number;
  readonly customMetadata: KeyValues;
  readonly fields: readonly ArrowField[];
}

const INDICES: NodeLayout = { buffers: 2, variadic: false };

/** Returns the nodes of a column in the order in which a message has them. */
export function columnLayout(field: ArrowField): NodeLayout[] {
  return field.dictionary === undefined ? valuesLayout(field) : [INDICES];
}

/** Returns the nodes of a column's values, even if the column itself holds only indexes of them. */
export function valuesLayout(field: ArrowField): NodeLayout[] {
  return [field.own, ...field.children.flatMap(columnLayout)];
}

/** Returns the field and every field nested in it. */
export function* withDescendants(field: ArrowField): Generator<ArrowField> {
  yield field;
  for (const child of field.children) yield* withDescendants(child);
}

/** The types whose values can be read, by the numbers that the format gives them. */
export const TYPE = {
  null: 1,
  int: 2,
  float: 3,
  binary: 4,
  utf8: 5,
  bool: 6,
  decimal: 7,
  date: 8,
  time: 9,
  timestamp: 10,
  duration: 18,
  largeBinary: 19,
  largeUtf8: 20,
  binaryView: 23,
  utf8View: 24,
} as const;

/** The type of bytes of a fixed size, whose values are only passed on. */
export const FIXED_SIZE_BINARY = 15;

const KNOWN: ReadonlySet<number> = new Set(Object.values(TYPE));

/** Returns whether values of a type are stored as texts, and not formatted as texts. */
export function isTexts(type: FieldType): boolean {
  return hasOffsets(type) || isView(type);
}

/** Returns whether texts of a type are stored one after another, with offsets. */
export function hasOffsets(type: FieldType): boolean {
  return type.id === TYPE.utf8 || type.id === TYPE.binary || hasLargeOffsets(type);
}

/** Returns whether these offsets have 64 bits. */
export function hasLargeOffsets({ id }: FieldType): boolean {
  return id === TYPE.largeUtf8 || id === TYPE.largeBinary;
}

/** Returns whether texts of a type are stored as views. */
export function isView({ id }: FieldType): boolean {
  return id === TYPE.utf8View || id === TYPE.binaryView;
}

/** Returns whether texts of a type may be any bytes. */
export function isBinary({ id }: FieldType): boolean {
  return id === TYPE.binary || id === TYPE.largeBinary || id === TYPE.binaryView;
}

/** The type of a field, or of its dictionary's values. */
export interface FieldType {
  readonly id: number;
  /** Returns a parameter that is a number, or the given default if it is omitted. */
  parameter(slot: number, missing?: number): number;
  /** Returns whether a parameter is a text that is present and not empty. */
  hasText(slot: number): boolean;
}

const [TYPE_ID, PARAMETERS, DICTIONARY] = [2, 3, 4];

/** Reads the type from the copy of a field's metadata. */
export function fieldType({ table }: ArrowField): FieldType {
  return typeOf(numberIn(table, TYPE_ID), tableIn(table, PARAMETERS));
}

/** Returns the type of the indexes into a field's dictionary: integers, of 32 bits by default. */
export function indexType({ table }: ArrowField): FieldType {
  const dictionary = tableIn(table, DICTIONARY);
  const indices = dictionary && tableIn(dictionary, 1);
  return typeOf(TYPE.int, indices ?? { kind: "table", slots: [INT32, SIGNED] });
}

const INT32 = { size: 4, value: 32 } as const;
const SIGNED = { size: 1, value: 1 } as const;

/** Returns the kind of a field's values, or `undefined` if they cannot be read. */
export function valuesKind(field: ArrowField): ColumnValues["kind"] | undefined {
  const { id } = fieldType(field);
  if (!KNOWN.has(id)) return undefined;
  if (id === TYPE.float) return "floats";
  return id === TYPE.int || id === TYPE.duration ? "integers" : "texts";
}

function typeOf(id: number, parameters: FlatTableValue | undefined): FieldType {
  return {
    id,
    parameter: (slot, missing = 0) => parameters ? numberIn(parameters, slot, missing) : missing,
    hasText(slot: number): boolean {
      const value = parameters?.slots[slot];
      return value !== undefined && "kind" in value && value.kind === "text" &&
        value.bytes.length > 0;
    },
  };
}

function numberIn({ slots }: FlatTableValue, slot: number, missing: number = 0): number {
  const value = slots[slot];
  return value !== undefined && "value" in value ? value.value : missing;
}

function tableIn({ slots }: FlatTableValue, slot: number): FlatTableValue | undefined {
  const value = slots[slot];
  return value !== undefined && "kind" in value && value.kind === "table" ? value : undefined;
}
