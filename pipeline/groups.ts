import type { Batch, ColumnSpec, ColumnValues, Numbers } from "../formats/table.ts";
import { valuesOf } from "../formats/table.ts";
import type { Reduction } from "../plan/plan_reduce.ts";
import { Tally, type TallyState } from "./tally.ts";

/** The maximum number of groups: each takes about a kilobyte for every sum. */
const MAX_GROUPS = 2 ** 20;

/** The value of a column that the rows of a group have in common. */
export type Key = string | number | bigint | null;

/** What is known of the rows of a group, for another run to go on with. */
export interface GroupState {
  readonly keys: readonly Key[];
  readonly values: readonly TallyState[];
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

  constructor(
    columns: readonly ColumnSpec[],
    { by, reductions }: { by: readonly number[]; reductions: readonly Reduction[] },
  ) {
    this.#columns = columns;
    this.#by = by;
    this.#reductions = reductions;
    // Without columns of keys, all rows are one group, even if there are no rows.
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
      for (let i = 0; i < tallies.length; i++) addRow(tallies[i], row, numbers[i]);
    }
  }

  /** The values of a column of keys, in the order in which the groups appeared. */
  keys(column: number): Key[] {
    return this.#groups.values().map(({ keys }) => keys[column]).toArray();
  }

  /** What a reduction gives for each group; missing if no row of the group has a value. */
  values(reduction: number): (number | undefined)[] {
    return this.#groups.values().map(({ tallies }) => tallies[reduction].value).toArray();
  }

  /** How many nulls a reduction has left out. */
  nulls(reduction: number): number {
    return this.#groups.values().reduce((sum, { tallies }) => sum + tallies[reduction].nulls, 0);
  }

  /** What is known of each group, in the order in which the groups appeared. */
  *states(): Generator<GroupState> {
    for (const { keys, tallies } of this.#groups.values()) {
      yield { keys, values: tallies.map(({ state }) => state) };
    }
  }

  /** Adds what is known of other rows of a group, for each reduction. */
  merge(keys: readonly Key[], states: readonly TallyState[]): void {
    const { tallies } = this.#find(keys);
    states.forEach((state, i) => tallies[i].merge(state));
  }

  #find(keys: readonly Key[]): Group {
    // Each text stands behind its length, so that no two lists of keys become one text.
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

/** Adds rows of one group to a tally; one that counts rows has no numbers. */
export function addRows(tally: Tally, rows: number, numbers: Numbers | undefined): void {
  for (let row = 0; row < rows; row++) addRow(tally, row, numbers);
}

/** Adds a row to a tally; one that counts rows has no numbers. */
function addRow(tally: Tally, row: number, numbers: Numbers | undefined): void {
  if (numbers === undefined) tally.count++;
  else if (isValid(numbers.valid, row)) tally.add(numbers.values[row]);
  else tally.nulls++;
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
