import { concat } from "@std/bytes/concat";
import {
  encodeFlat,
  flatNumber,
  flatText,
  type FlatValue,
} from "../../formats/arrow/encode/flatbuffer_writer.ts";

/** The values of a table's slots. */
export type Slots = (FlatValue | ReturnType<typeof flatNumber> | undefined)[];

const [SCHEMA, DICTIONARY, BATCH] = [1, 2, 3];

/** The end of a stream. */
export const END: Uint8Array = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0);

/** Makes a table of a flatbuffer. */
export function table(slots: Slots): FlatValue {
  return { kind: "table", slots };
}

/** Makes a field of a schema. */
export function field(
  name: string,
  type: number,
  parameters: Slots = [],
  dictionary?: FlatValue,
): FlatValue {
  return table([flatText(name), undefined, flatNumber(1, type), table(parameters), dictionary]);
}

/** Makes the first message of a stream. */
export function schema(fields: readonly FlatValue[]): Uint8Array {
  const header = table([flatNumber(2, 0), { kind: "list", items: fields }]);
  return message(table([flatNumber(2, 4), flatNumber(1, SCHEMA), header]));
}

/** What the metadata of a batch say. */
export interface BatchParts {
  readonly rows: number;
  readonly nodes?: number;
  readonly buffers?: readonly (readonly [offset: number, length: number])[];
  readonly bodyLength?: number;
  readonly body?: Uint8Array;
  readonly codec?: number;
  readonly variadic?: readonly number[];
  /** The dictionary whose values it holds, if it is not a batch. */
  readonly dictionary?: { readonly id: number; readonly isDelta: boolean };
}

/** Makes columns that share a single buffer, after an empty buffer for nulls. */
export function sharing(columns: number, { length }: { length: number }): BatchParts["buffers"] {
  return Array.from({ length: columns }, () => [[0, 0], [0, length]] as const).flat();
}

/** Makes a batch or a dictionary. */
export function batch(
  {
    rows,
    nodes = 1,
    buffers = [],
    body = new Uint8Array(),
    bodyLength = body.length,
    codec,
    variadic,
    dictionary,
  }: BatchParts,
): Uint8Array {
  const node = [BigInt(rows), 0n];
  const columns = table([
    flatNumber(8, rows),
    structs(16, Array.from({ length: nodes }, () => node).flat()),
    structs(16, buffers.flat().map(BigInt)),
    codec === undefined ? undefined : table([flatNumber(1, codec), flatNumber(1, 0)]),
    variadic && structs(8, variadic.map(BigInt)),
  ]);
  const metadata = table([
    flatNumber(2, 4),
    flatNumber(1, dictionary === undefined ? BATCH : DICTIONARY),
    dictionary === undefined ? columns : table([
      flatNumber(8, dictionary.id),
      columns,
      flatNumber(1, dictionary.isDelta ? 1 : 0),
    ]),
    flatNumber(8, bodyLength),
  ]);
  return concat([message(metadata), body]);
}

function structs(size: number, numbers: readonly bigint[]): FlatValue {
  return { kind: "structs", size, bytes: new Uint8Array(BigInt64Array.from(numbers).buffer) };
}

/** Makes a message without a body. */
function message(value: FlatValue): Uint8Array {
  const metadata = encodeFlat(value);
  return concat([words(0xffffffff, metadata.length), metadata]);
}

/** Returns the bytes of 32-bit words. */
export function words(...values: number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(values).buffer);
}
