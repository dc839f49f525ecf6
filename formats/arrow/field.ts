import type { NumberType } from "../table.ts";
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
