import type { ColumnValues, ComputableType, NumberType } from "../table.ts";
import type { FlatTableValue } from "./encode/flatbuffer_writer.ts";

/** How a column, or a part of a nested one, lies in the body of a message. */
export interface NodeLayout {
  /** Buffers that are always there. */
  readonly buffers: number;
  /** Whether more follow, as many as the message says (text and binary views). */
  readonly variadic: boolean;
}

/** A field of an Arrow schema. */
export interface ArrowField {
  readonly name: string;
  /** What messages call its type. */
  readonly typeName: string;
  /** Missing where it does not hold plain numbers. */
  readonly type?: NumberType;
  /** The type of what can be computed from it: plain numbers, decimals, or those of a dictionary. */
  readonly computable?: ComputableType;
  /** The same for values that are numbers only if they are asked for: booleans, as 0 and 1. */
  readonly asked?: ComputableType;
  /** All that the metadata of the schema say of it. */
  readonly table: FlatTableValue;
  /** The dictionary that its values are in, where it holds only indices. */
  readonly dictionary?: number;
  /** Layout of its values: of the dictionary's, where it has one. */
  readonly own: NodeLayout;
  readonly children: readonly ArrowField[];
}

/** Keys and values that a user gave to something. */
export type KeyValues = readonly (readonly [Uint8Array, Uint8Array])[];

/** What an Arrow file or stream says about its table. */
export interface ArrowSchema {
  /** The version of the format, as the metadata count it: 3 for V4, 4 for V5. */
  readonly version: number;
  readonly customMetadata: KeyValues;
  readonly fields: readonly ArrowField[];
}

const INDICES: NodeLayout = { buffers: 2, variadic: false };

/** The nodes of a column in the order in which a message has them. */
export function columnLayout(field: ArrowField): NodeLayout[] {
  return field.dictionary === undefined ? valuesLayout(field) : [INDICES];
}

/** The nodes of a column's values, where the column itself may hold only indices of them. */
export function valuesLayout(field: ArrowField): NodeLayout[] {
  return [field.own, ...field.children.flatMap(columnLayout)];
}

/** Every field below and including this one. */
export function* withDescendants(field: ArrowField): Generator<ArrowField> {
  yield field;
  for (const child of field.children) yield* withDescendants(child);
}

/** Types by the numbers that the format gives them: those whose values can be given. */
export const TYPE = {
  null: 1,
  int: 2,
  float: 3,
  utf8: 5,
  bool: 6,
  decimal: 7,
  date: 8,
  time: 9,
  timestamp: 10,
  largeUtf8: 20,
  utf8View: 24,
} as const;

const KNOWN: ReadonlySet<number> = new Set(Object.values(TYPE));

/** Whether values of a type are texts as they lie, and are not made into such. */
export function isTexts({ id }: FieldType): boolean {
  return id === TYPE.utf8 || id === TYPE.largeUtf8 || id === TYPE.utf8View;
}

/** The type of a field, or of its dictionary's values. */
export interface FieldType {
  readonly id: number;
  /** A parameter that is a number; what is given where it is left out. */
  parameter(slot: number, missing?: number): number;
  /** Whether a parameter is there that is a text, and is not empty. */
  hasText(slot: number): boolean;
}

const [TYPE_ID, PARAMETERS, DICTIONARY] = [2, 3, 4];

/** Reads the type from the copy of a field's metadata. */
export function fieldType({ table }: ArrowField): FieldType {
  return typeOf(numberIn(table, TYPE_ID), tableIn(table, PARAMETERS));
}

/** The type of the indices into a field's dictionary: integers, of 32 bits if nothing is said. */
export function indexType({ table }: ArrowField): FieldType {
  const dictionary = tableIn(table, DICTIONARY);
  const indices = dictionary && tableIn(dictionary, 1);
  return typeOf(TYPE.int, indices ?? { kind: "table", slots: [INT32, SIGNED] });
}

const INT32 = { size: 4, value: 32 } as const;
const SIGNED = { size: 1, value: 1 } as const;

/** What the values of a field are given as; nothing where they cannot be given. */
export function valuesKind(field: ArrowField): ColumnValues["kind"] | undefined {
  const { id } = fieldType(field);
  if (!KNOWN.has(id)) return undefined;
  if (id === TYPE.float) return "floats";
  return id === TYPE.int ? "integers" : "texts";
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
