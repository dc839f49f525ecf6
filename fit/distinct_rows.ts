/** Rows in which nothing is null. */
export interface FitRows {
  /** The group of each. */
  readonly groups: Uint32Array;
  /** The columns that the program uses, in the order of its inputs. */
  readonly columns: readonly Float64Array[];
  /** How many equal rows each stands for; 1 if omitted. */
  readonly counts?: Float64Array;
  /** The first row of the batch that they are of, and the place of each in it if some were omitted. */
  readonly first: number;
  readonly places?: Uint32Array;
}

/** Equal rows that one row stands for, at most: 26 bits, see weighted_values.ts. */
export const MAX_COUNT: number = 2 ** 26 - 1;

/**
 * Lets one row stand for all that have its group and its numbers, bit for bit, in the order in which
 * they first appear. Counts repeat so often that most of the work of a pass goes. Rows of which more
 * than half differ are returned as they are.
 */
export function distinctRows(rows: FitRows): FitRows {
  const { groups, columns, counts, first, places } = rows;
  const most = groups.length >> 1;
  const words = columns.map(wordsOf);
  const slots = 2 ** (33 - Math.clz32(groups.length));
  // The number of a distinct row, from 1 on.
  const table = new Uint32Array(slots);
  const picked = new Uint32Array(most);
  const found = new Float64Array(most);
  let count = 0;
  for (let row = 0; row < groups.length; row++) {
    const weight = counts?.[row] ?? 1;
    let slot = hashOf(groups[row], words, row) & (slots - 1);
    let at = 0;
    while ((at = table[slot]) > 0 && !isSame(rows, words, picked[at - 1], row)) {
      slot = (slot + 1) & (slots - 1);
    }
    if (at > 0 && found[at - 1] + weight <= MAX_COUNT) {
      found[at - 1] += weight;
      continue;
    }
    if (count === most) return rows;
    picked[count] = row;
    found[count] = weight;
    table[slot] = ++count;
  }
  const some = picked.subarray(0, count);
  return {
    groups: some.map((row) => groups[row]),
    columns: columns.map((column) => Float64Array.from(some, (row) => column[row])),
    counts: found.slice(0, count),
    first,
    places: some.map((row) => places?.[row] ?? row),
  };
}

/** Joins rows of several batches, whose places are lost. */
export function joinRows(parts: readonly FitRows[]): FitRows {
  const length = parts.reduce((sum, { groups }) => sum + groups.length, 0);
  const groups = new Uint32Array(length);
  const counts = new Float64Array(length);
  const columns = parts[0].columns.map(() => new Float64Array(length));
  let to = 0;
  for (const part of parts) {
    groups.set(part.groups, to);
    if (part.counts === undefined) counts.fill(1, to, to + part.groups.length);
    else counts.set(part.counts, to);
    columns.forEach((column, i) => column.set(part.columns[i], to));
    to += part.groups.length;
  }
  return { groups, columns, counts, first: 0 };
}

/** The bits of numbers, two words for each. */
function wordsOf({ buffer, byteOffset, length }: Float64Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, 2 * length);
}

function hashOf(group: number, words: readonly Uint32Array[], row: number): number {
  let hash = Math.imul(group, 0x9e3779b1); // 2^32 over the golden ratio
  for (const column of words) {
    hash = Math.imul((hash ^ column[2 * row]) + 0x9e3779b1, 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ column[2 * row + 1], 0x9e3779b1);
  }
  return hash ^ (hash >>> 16);
}

function isSame(
  { groups }: FitRows,
  words: readonly Uint32Array[],
  one: number,
  other: number,
): boolean {
  if (groups[one] !== groups[other]) return false;
  for (const column of words) {
    if (column[2 * one] !== column[2 * other]) return false;
    if (column[2 * one + 1] !== column[2 * other + 1]) return false;
  }
  return true;
}
