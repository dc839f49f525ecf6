import { type ArrowField, type ArrowSchema, withDescendants } from "../field.ts";
import type { FlatTableValue } from "../encode/flatbuffer_writer.ts";

// Batches of one input are passed on under the schema of another. So their buffers must mean the
// same under both, and dictionaries get the ids of the other schema.

/** How the columns of an input are those of another schema. */
export interface Matched {
  /** For each field of the other schema, the field of this one. */
  readonly order: readonly number[];
  /** The ids that the other schema gives to each dictionary of this one. */
  readonly ids: ReadonlyMap<number, readonly number[]>;
}

/**
 * Finds the first field that is stored in another way, or whose dictionary another field has too.
 * Names and nullability of columns, metadata, and the zones of timestamps do not matter.
 */
export function findMismatch(
  first: ArrowSchema,
  next: ArrowSchema,
  { order, passed }: { order: readonly number[]; passed: readonly number[] },
): { readonly column: number; readonly what: string } | undefined {
  const sources = new Map<number, number>();
  for (const column of passed) {
    const [a, b] = [first.fields[column], next.fields[order[column]]];
    if (!isSameStorage(a, b)) {
      return { column, what: "is stored differently (index type or nested types)" };
    }
    for (const [to, from] of dictionaryPairs(a, b)) {
      if ((sources.get(to) ?? from) !== from) {
        return { column, what: "shares its dictionary with another column in only one of them" };
      }
      sources.set(to, from);
    }
  }
  return undefined;
}

/** Matches the fields of two schemas in which `findMismatch` has found no difference. */
export function matchSchemas(
  first: ArrowSchema,
  next: ArrowSchema,
  { order, passed }: { order: readonly number[]; passed: readonly number[] },
): Matched {
  const ids = new Map<number, number[]>();
  for (const column of passed) {
    for (const [to, from] of dictionaryPairs(first.fields[column], next.fields[order[column]])) {
      const known = ids.get(from) ?? [];
      if (!known.includes(to)) ids.set(from, [...known, to]);
    }
  }
  return { order, ids };
}

/** The ids of dictionaries of two fields that are stored alike. */
function dictionaryPairs(a: ArrowField, b: ArrowField): [to: number, from: number][] {
  const others = [...withDescendants(b)];
  return [...withDescendants(a)].flatMap(({ dictionary: to }, i): [number, number][] => {
    const from = others[i].dictionary;
    return to === undefined || from === undefined ? [] : [[to, from]];
  });
}

/**
 * A type as it is compared: the zone of a timestamp does not count, because the instants are the same.
 */
export function comparedType(typeName: string): string {
  return typeName.replaceAll(/(timestamp\[\w+), [^\]]*\]/g, "$1, zone]");
}

/** The slots of a field's metadata (copy_field.ts). */
const [NAME, NULLABLE, PARAMETERS, DICTIONARY, CHILDREN] = [0, 1, 3, 4, 5];
/** The slot of a dictionary that has the type of its indexes. */
const INDICES = 1;

/** Whether two columns have the same type, including indexes and nested fields. */
function isSameStorage(a: ArrowField, b: ArrowField, isNested = false): boolean {
  const isTimestamp = a.typeName.startsWith("timestamp[");
  const isSame = (slot: number): boolean => text(a.table.slots[slot]) === text(b.table.slots[slot]);
  const isAlike = a.table.slots.every((_, slot) => {
    if (slot === NAME || slot === NULLABLE) return !isNested || isSame(slot);
    if (slot === PARAMETERS && isTimestamp) return true; // its name has them all
    if (slot === DICTIONARY) return text(indicesOf(a)) === text(indicesOf(b));
    return slot === CHILDREN || slot > CHILDREN || isSame(slot);
  });
  return isAlike && comparedType(a.typeName) === comparedType(b.typeName) &&
    a.children.length === b.children.length &&
    a.children.every((child, i) => isSameStorage(child, b.children[i], true));
}

/** The type of the indexes into a dictionary; the ids of dictionaries do not matter. */
function indicesOf({ table, dictionary }: ArrowField): unknown {
  if (dictionary === undefined) return undefined;
  const slot = table.slots[DICTIONARY] as FlatTableValue;
  // Indexes are signed and have 32 bits by default.
  return slot.slots[INDICES] ?? DEFAULT_INDICES;
}

const DEFAULT_INDICES = {
  kind: "table",
  slots: [{ size: 4, value: 32 }, { size: 1, value: 1 }],
} as const;

function text(value: unknown): string {
  return JSON.stringify(value, (_, part) => part instanceof Uint8Array ? [...part] : part) ?? "";
}
