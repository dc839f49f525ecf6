import type { KeyValues } from "../field.ts";
import {
  type FlatNumber,
  flatNumber,
  type FlatTableValue,
  flatText,
  type FlatValue,
} from "../encode/flatbuffer_writer.ts";
import { type FlatTable, keyValues } from "./flatbuffer_reader.ts";

/**
 * The content of a slot of a type's table: a number of this many bytes, a text, or a list of 32-bit
 * numbers.
 */
type Slot = 1 | 2 | 4 | "text" | "int32s";

// The parameters of each type, by the number that the format gives it. Other types have none.
const PARAMETERS: Readonly<Record<number, readonly Slot[]>> = {
  2: [4, 1], // int: bits, signed
  3: [2], // floating point: precision
  7: [4, 4, 4], // decimal: precision, scale, bits
  8: [2], // date: unit
  9: [2, 4], // time: unit, bits
  10: [2, "text"], // timestamp: unit, time zone
  11: [2], // interval: unit
  14: [2, "int32s"], // union: mode, ids of its types
  15: [4], // fixed-size binary: bytes
  16: [4], // fixed-size list: length
  17: [1], // map: whether keys are sorted
  18: [2], // duration: unit
};
const INT = 2;

/** Copies everything that the metadata say about a field, with the copies of its children. */
export function copyField(
  table: FlatTable,
  { children }: { children: readonly FlatValue[] },
): FlatTableValue {
  const id = table.byte(2);
  const dictionary = table.table(4);
  return {
    kind: "table",
    slots: [
      copySlot(table, { slot: 0, holds: "text" }),
      flatNumber(1, table.bool(1) ? 1 : 0), // whether there may be nulls
      flatNumber(1, id),
      copyParameters(table.table(3)!, id),
      dictionary && copyDictionary(dictionary),
      { kind: "list", items: children },
      keyValueList(keyValues(table, 6)),
    ],
  };
}

/** Returns the copy of a field with another name. */
export function renameField({ slots }: FlatTableValue, name: string): FlatTableValue {
  return { kind: "table", slots: [flatText(name), ...slots.slice(1)] };
}

/** Returns the copy of a field that may have nulls. */
export function withNulls({ slots }: FlatTableValue): FlatTableValue {
  return { kind: "table", slots: slots.with(1, flatNumber(1, 1)) };
}

/** Copies a list of keys and values. Returns `undefined` if there is none. */
export function keyValueList(pairs: KeyValues): FlatValue | undefined {
  if (pairs.length === 0) return undefined;
  return {
    kind: "list",
    items: pairs.map(([key, value]): FlatValue => ({
      kind: "table",
      slots: [{ kind: "text", bytes: key }, { kind: "text", bytes: value }],
    })),
  };
}

function copyParameters(table: FlatTable, id: number): FlatValue {
  const slots = (PARAMETERS[id] ?? []).map((holds, slot) => copySlot(table, { slot, holds }));
  return { kind: "table", slots };
}

function copyDictionary(table: FlatTable): FlatValue {
  const indices = table.table(1);
  return {
    kind: "table",
    slots: [
      flatNumber(8, table.int64(0)),
      indices && copyParameters(indices, INT), // 32 bits by default
      flatNumber(1, table.bool(2) ? 1 : 0), // whether the values are in order
      flatNumber(2, table.int16(3)), // the kind of dictionary
    ],
  };
}

// A slot that is omitted means a default, which need not be 0. It therefore stays omitted.
function copySlot(
  table: FlatTable,
  { slot, holds }: { slot: number; holds: Slot },
): FlatNumber | FlatValue | undefined {
  if (!table.has(slot)) return undefined;
  if (holds === "text") return { kind: "text", bytes: table.bytes(slot, 1) };
  if (holds === "int32s") return { kind: "structs", size: 4, bytes: table.bytes(slot, 4) };
  if (holds === 1) return flatNumber(1, table.byte(slot));
  return flatNumber(holds, holds === 2 ? table.int16(slot) : table.int32(slot));
}
