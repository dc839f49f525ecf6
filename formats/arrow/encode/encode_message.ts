import type { NumberType } from "../../table.ts";
import type { ColumnShape, RawColumn } from "../decode/batch.ts";
import { keyValueList, renameField } from "../decode/copy_field.ts";
import type { ArrowField, ArrowSchema, KeyValues } from "../field.ts";
import {
  encodeFlat,
  type FlatNumber,
  flatNumber,
  flatText,
  type FlatValue,
} from "./flatbuffer_writer.ts";

/** A column of the output: a column of the input's schema, or a new one. */
export type OutputField =
  | { readonly name: string; readonly field: ArrowField }
  | { readonly name: string; readonly type: NewType };

/** The types of a new column. */
export type NewType = NumberType | "utf8";

/** The schema of the output. */
export interface OutputSchema {
  readonly fields: readonly OutputField[];
  /** The schema of the input, if the input is Arrow. */
  readonly source?: ArrowSchema;
}

/** A message that holds columns: their content, or for its metadata only their shapes. */
export interface ColumnsMessage<Column extends ColumnShape = RawColumn> {
  readonly version: number;
  readonly rows: number;
  readonly columns: readonly Column[];
  readonly customMetadata: KeyValues;
  /** The dictionary whose values it holds, if it is not a batch. */
  readonly dictionary?: { readonly id: number; readonly isDelta: boolean };
}

/** The place of a message in a file. */
export interface Block {
  readonly offset: number;
  readonly metadataLength: number;
  readonly bodyLength: number;
}

/** Version 5 of the metadata, as they count it. */
export const V5: number = 4;
const KINDS = { schema: 1, dictionary: 2, batch: 3 };
const [INT, FLOATING_POINT, UTF8] = [2, 3, 5];
const PRECISIONS = ["float16", "float32", "float64"];
/** Buffers begin at multiples of this many bytes. */
export const ALIGNMENT: number = 8;

/** Makes the metadata of the first message. */
export function encodeSchema(schema: OutputSchema): Uint8Array<ArrayBuffer> {
  const version = schema.source?.version ?? V5;
  return encodeFlat(message({ version, kind: KINDS.schema }, schemaTable(schema)));
}

/** Makes the footer of a file. */
export function encodeFooter(
  schema: OutputSchema,
  { dictionaries, batches, customMetadata }: {
    dictionaries: readonly Block[];
    batches: readonly Block[];
    customMetadata: KeyValues;
  },
): Uint8Array<ArrayBuffer> {
  return encodeFlat({
    kind: "table",
    slots: [
      flatNumber(2, schema.source?.version ?? V5),
      schemaTable(schema),
      blockList(dictionaries),
      blockList(batches),
      keyValueList(customMetadata),
    ],
  });
}

/**
 * Makes the metadata of a batch or a dictionary, and returns the length of its body and where in it
 * each buffer begins.
 */
export function encodeColumns(
  { version, rows, columns, customMetadata, dictionary }: ColumnsMessage<ColumnShape>,
): { metadata: Uint8Array<ArrayBuffer>; bodyLength: number; offsets: number[] } {
  const buffers = columns.flatMap((column) => column.buffers);
  const places = new BigInt64Array(2 * buffers.length);
  const offsets: number[] = [];
  let bodyLength = 0;
  buffers.forEach(({ length }, i) => {
    offsets.push(bodyLength);
    places[2 * i] = BigInt(bodyLength);
    places[2 * i + 1] = BigInt(length);
    bodyLength += padded(length);
  });
  const variadic = columns.flatMap((column) => column.variadic);
  const batch: FlatValue = {
    kind: "table",
    slots: [
      flatNumber(8, rows),
      { kind: "structs", size: 16, bytes: join(columns.map((column) => column.nodes)) },
      { kind: "structs", size: 16, bytes: new Uint8Array(places.buffer) },
      undefined, // not compressed
      variadic.length === 0 ? undefined : {
        kind: "structs",
        size: 8,
        bytes: new Uint8Array(BigInt64Array.from(variadic, BigInt).buffer),
      },
    ],
  };
  const [kind, header]: [number, FlatValue] = dictionary === undefined
    ? [KINDS.batch, batch]
    : [KINDS.dictionary, {
      kind: "table",
      slots: [flatNumber(8, dictionary.id), batch, flatNumber(1, dictionary.isDelta ? 1 : 0)],
    }];
  return {
    metadata: encodeFlat(message({ version, kind, bodyLength, customMetadata }, header)),
    bodyLength,
    offsets,
  };
}

/** Returns the length of a buffer including its padding. */
export function padded(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

function message(
  { version, kind, bodyLength = 0, customMetadata = [] }: {
    version: number;
    kind: number;
    bodyLength?: number;
    customMetadata?: KeyValues;
  },
  header: FlatValue,
): FlatValue {
  return {
    kind: "table",
    slots: [
      flatNumber(2, version),
      flatNumber(1, kind),
      header,
      flatNumber(8, bodyLength),
      keyValueList(customMetadata),
    ],
  };
}

function schemaTable({ fields, source }: OutputSchema): FlatValue {
  return {
    kind: "table",
    slots: [
      flatNumber(2, 0), // little-endian
      { kind: "list", items: fields.map(fieldTable) },
      keyValueList(source?.customMetadata ?? []),
    ],
  };
}

function fieldTable(output: OutputField): FlatValue {
  if ("field" in output) {
    const { name, table } = output.field;
    // The bytes of an unchanged name are kept: they need not be well-formed text.
    return name === output.name ? table : renameField(table, output.name);
  }
  const { id, parameters } = newTypes[output.type] ??= encodeType(output.type);
  return {
    kind: "table",
    slots: [
      flatText(output.name),
      NULLABLE,
      id,
      parameters,
      undefined, // no dictionary
      NO_CHILDREN,
    ],
  };
}

/** The parts that new columns share: there may be a hundred thousand of them. */
const NULLABLE = flatNumber(1, 1);
const NO_CHILDREN: FlatValue = { kind: "list", items: [] }; // some readers rely on it, empty as it is
const newTypes: Partial<Record<NewType, { id: FlatNumber; parameters: FlatValue }>> = {};

/** The number that the format gives to a type, and its parameters. */
function encodeType(type: NewType): { id: FlatNumber; parameters: FlatValue } {
  const typed = (id: number, ...slots: FlatNumber[]) => ({
    id: flatNumber(1, id),
    parameters: { kind: "table", slots } as const,
  });
  if (type === "utf8") return typed(UTF8);
  const [, sign, bits] = /^(\D+)(\d+)$/.exec(type)!;
  if (sign === "float") return typed(FLOATING_POINT, flatNumber(2, PRECISIONS.indexOf(type)));
  return typed(INT, flatNumber(4, Number(bits)), flatNumber(1, sign === "int" ? 1 : 0));
}

function blockList(blocks: readonly Block[]): FlatValue {
  const numbers = blocks.flatMap(({ offset, metadataLength, bodyLength }) => [
    BigInt(offset),
    BigInt(metadataLength), // 32 bits and as many of padding
    BigInt(bodyLength),
  ]);
  return {
    kind: "structs",
    size: 24,
    bytes: new Uint8Array(BigInt64Array.from(numbers).buffer),
  };
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
