import type { Batch, ColumnSpec, ColumnValues, Numbers } from "../formats/table.ts";
import { valuesOf } from "../formats/table.ts";
import type { Reduction } from "../plan/plan_reduce.ts";
import { ExactSum } from "./exact_sum.ts";

/** Groups, at most: each takes about a kilobyte for every sum. */
const MAX_GROUPS = 2 ** 20;

/** The value of a column that the rows of a group have in common. */
export type Key = string | number | bigint | null;

/** What is known of the rows of a group so far, for one value of it. */
class Tally {
  readonly sum: ExactSum | undefined;
  count = 0;
  extreme: number | undefined;

  constructor({ aggregate }: Reduction) {
    if (aggregate === "sum" || aggregate === "mean") this.sum = new ExactSum();
  }
}

/** What is known of the rows of a group, such that more rows can be added. */
export interface GroupState {
  readonly keys: readonly Key[];
  readonly values: readonly TallyState[];
}

/** What is known of one value of a group: of a sum or a mean its sum, of others the extreme. */
export interface TallyState {
  /** The text of the exact sum (see `ExactSum`). */
  readonly sum?: string;
  readonly count: number;
  readonly extreme?: number;
}

interface Group {
  readonly keys: readonly Key[];
  readonly tallies: readonly Tally[];
}

/** Puts rows into groups by the values of some columns, and adds up what was computed of them. */
export class Groups {
  readonly #reductions: readonly Reduction[];
  readonly #by: readonly number[];
  readonly #columns: readonly ColumnSpec[];
  readonly #groups = new Map<string, Group>();
  /** Nulls that were left out, for each value. */
  readonly nulls: number[];

  constructor(
    columns: readonly ColumnSpec[],
    { by, reductions }: { by: readonly number[]; reductions: readonly Reduction[] },
  ) {
    this.#columns = columns;
    this.#by = by;
    this.#reductions = reductions;
    this.nulls = reductions.map(() => 0);
    // All rows of no table are one group, too.
    if (by.length === 0) this.#find([]);
  }

  /** Adds the rows of a batch. */
  add(batch: Batch, results: readonly Numbers[]): void {
    const keys = this.#by.map((column) => readKeys(valuesOf(batch, column)));
    const numbers = this.#reductions.map(({ result }) =>
      result === undefined ? undefined : results[result]
    );
    for (let row = 0; row < batch.rows; row++) {
      const { tallies } = this.#find(keys.map((key) => key(row)));
      for (let i = 0; i < tallies.length; i++) {
        this.#count(i, tallies[i], { row, numbers: numbers[i] });
      }
    }
  }

  /** The values of a column of keys, in the order in which the groups appeared. */
  keys(column: number): Key[] {
    return this.#groups.values().map(({ keys }) => keys[column]).toArray();
  }

  /** What a reduction gives for each group; nothing where there was nothing. */
  values(reduction: number): (number | undefined)[] {
    const { aggregate } = this.#reductions[reduction];
    return this.#groups.values().map(({ tallies }) => {
      const { sum, count, extreme } = tallies[reduction];
      if (aggregate === "count") return count;
      if (aggregate === "sum") return sum!.value;
      if (count === 0) return undefined;
      return aggregate === "mean" ? sum!.divide(count) : extreme;
    }).toArray();
  }

  /** What is known of each group, in the order in which the groups appeared. */
  *states(): Generator<GroupState> {
    for (const { keys, tallies } of this.#groups.values()) {
      const values = tallies.map(({ sum, count, extreme }) => ({ sum: sum?.text, count, extreme }));
      yield { keys, values };
    }
  }

  /** Adds what is known of a group of other rows. */
  addState({ keys, values }: GroupState): void {
    const { tallies } = this.#find(keys);
    values.forEach(({ sum, count, extreme }, i) => {
      const tally = tallies[i];
      tally.count += count;
      if (sum !== undefined) tally.sum?.addText(sum);
      if (extreme === undefined) return;
      const choose = this.#reductions[i].aggregate === "min" ? Math.min : Math.max;
      tally.extreme = tally.extreme === undefined ? extreme : choose(tally.extreme, extreme);
    });
  }

  #count(
    i: number,
    tally: Tally,
    { row, numbers }: { row: number; numbers: Numbers | undefined },
  ): void {
    if (numbers !== undefined && !isValid(numbers.valid, row)) {
      this.nulls[i]++;
      return;
    }
    tally.count++;
    if (numbers === undefined) return;
    const value = numbers.values[row];
    const { aggregate } = this.#reductions[i];
    if (tally.sum !== undefined) tally.sum.add(value);
    else if (aggregate === "min") tally.extreme = Math.min(tally.extreme ?? Infinity, value);
    else if (aggregate === "max") tally.extreme = Math.max(tally.extreme ?? -Infinity, value);
  }

  #find(keys: readonly Key[]): Group {
    // With their lengths, so that no two lists of keys become one text.
    const id = keys.map((key) => {
      const text = String(key);
      return `${key === null ? "-" : text.length} ${text}`;
    }).join("");
    let group = this.#groups.get(id);
    if (group !== undefined) return group;
    if (this.#groups.size === MAX_GROUPS) {
      const names = this.#by.map((i) => this.#columns[i].name).join(", ");
      throw new RangeError(
        `Cannot make more than ${MAX_GROUPS} groups by ${names}, each of which takes memory: ` +
          `choose columns with fewer values, or sort and split the input`,
      );
    }
    group = { keys, tallies: this.#reductions.map((reduction) => new Tally(reduction)) };
    this.#groups.set(id, group);
    return group;
  }
}

/** Reads the value of each row as something that can be compared. */
function readKeys(column: ColumnValues): (row: number) => Key {
  const { valid } = column;
  if (column.kind !== "texts") {
    const { values } = column;
    return (row) => isValid(valid, row) ? values[row] : null;
  }
  const decoder = new TextDecoder();
  const { offsets, bytes } = column;
  return (row) =>
    isValid(valid, row) ? decoder.decode(bytes.subarray(offsets[row], offsets[row + 1])) : null;
}

function isValid(valid: Uint8Array | undefined, row: number): boolean {
  return valid === undefined || (valid[row >> 3] >> (row & 7) & 1) === 1;
}
