import {
  encodeFlat,
  flatNumber,
  flatText,
  type FlatValue,
} from "../../formats/arrow/encode/flatbuffer_writer.ts";

/** What is in the slots of a table. */
export type Slots = (FlatValue | ReturnType<typeof flatNumber> | undefined)[];

const [SCHEMA, DICTIONARY, BATCH] = [1, 2, 3];

/** What a stream ends with. */
export const END: Uint8Array = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0);

/** A table of a flatbuffer. */
export function table(slots: Slots): FlatValue {
  return { kind: "table", slots };
}

/** A field of a schema. */
export function field(
  name: string,
  type: number,
  parameters: Slots = [],
  dictionary?: FlatValue,
): FlatValue {
  return table([flatText(name), undefined, flatNumber(1, type), table(parameters), dictionary]);
}

/** The message that a stream begins with. */
export function schema(fields: readonly FlatValue[]): Uint8Array {
  const header = table([flatNumber(2, 0), { kind: "list", items: fields }]);
  return message(table([flatNumber(2, 4), flatNumber(1, SCHEMA), header]));
}

/** What a batch says of itself. */
export interface BatchParts {
  readonly rows: number;
  readonly nodes?: number;
  readonly buffers?: readonly (readonly [offset: number, length: number])[];
  readonly bodyLength?: number;
  readonly body?: Uint8Array;
  readonly codec?: number;
  readonly variadic?: readonly number[];
  /** Where it is not a batch, but the values of a dictionary. */
  readonly dictionary?: { readonly id: number; readonly isDelta: boolean };
}

/** Columns that share their one buffer, behind an empty one for nulls. */
export function sharing(columns: number, { length }: { length: number }): BatchParts["buffers"] {
  return Array.from({ length: columns }, () => [[0, 0], [0, length]] as const).flat();
}

/** A batch, or a dictionary. */
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
  return join([message(metadata), body]);
}

function structs(size: number, numbers: readonly bigint[]): FlatValue {
  return { kind: "structs", size, bytes: new Uint8Array(BigInt64Array.from(numbers).buffer) };
}

/** A message without a body. */
function message(value: FlatValue): Uint8Array {
  const metadata = encodeFlat(value);
  return join([words(0xffffffff, metadata.length), metadata]);
}

/** Words of 32 bits. */
export function words(...values: number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(values).buffer);
}

/** Bytes one behind the other. */
export function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  parts.reduce((at, part) => (joined.set(part, at), at + part.length), 0);
  return joined;
}
