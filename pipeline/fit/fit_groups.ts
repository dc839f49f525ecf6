import type { Batch, ColumnSpec } from "../../formats/table.ts";
import { compile } from "../../kernels/compile.ts";
import { type Instance, makeInstance } from "../../kernels/instance.ts";
import { BatchGroups } from "../aggregate/group_batches.ts";
import { openGroupTable } from "../aggregate/group_records.ts";
import {
  type GroupTable,
  type ListedGroups,
  makeSeed,
  MAX_ROWS,
} from "../aggregate/group_table.ts";
import { BATCH_GROUPS, GroupsReader } from "../aggregate/listed_groups.ts";

/** The number of the group of each row, in the order in which groups appear in the data. */
export class RowGroups {
  readonly table: GroupTable;
  readonly #columns: readonly ColumnSpec[];
  readonly #by: readonly number[];
  #count = 0;

  constructor(
    columns: readonly ColumnSpec[],
    { by, memory }: { readonly by: readonly number[]; readonly memory: number },
  ) {
    this.#columns = columns;
    this.#by = by;
    // The state of the only aggregate holds the number of the group, from 1 on.
    this.table = openGroupTable(makeInstance(compile()), {
      aggregates: [{ aggregate: "count" }],
      memory,
      seed: makeSeed(),
      hasKeys: by.length > 0,
    });
    if (by.length === 0) this.#count = 1;
  }

  /** How many groups there are. */
  get count(): number {
    return this.#count;
  }

  /** Begins a pass: returns a function that numbers the groups of the rows of the next batch. */
  begin(): (batch: Batch) => Uint32Array {
    if (this.#by.length === 0) return ({ rows }) => new Uint32Array(rows);
    const groups = new BatchGroups(this.table, this.#columns, this.#by);
    return (batch) => {
      const numbers = new Uint32Array(batch.rows);
      groups.find(batch, (records, first) => this.#number(records, numbers.subarray(first)));
      return numbers;
    };
  }

  /** Lists the records of all groups in the order of their numbers. */
  list(): ListedGroups {
    return this.table.list({ index: 0, count: 1 });
  }

  #number(records: Uint32Array, to: Uint32Array): void {
    const words = new Uint32Array(this.table.buffer);
    // Records and states begin at multiples of 8.
    const offset = this.table.stateOf(0, 0).byteOffset;
    for (let i = 0; i < records.length; i++) {
      const at = (records[i] + offset) >>> 2;
      if (words[at] === 0) words[at] = ++this.#count;
      to[i] = words[at] - 1;
    }
  }
}

/** Exact sums of several values for each group, by the number of the group. */
export class GroupSums {
  readonly #instance: Instance = makeInstance(compile());
  readonly #width: number;
  readonly #memory: number;
  #table: GroupTable;
  #rows = 0;

  constructor(width: number, { memory }: { readonly memory: number }) {
    this.#width = width;
    this.#memory = memory;
    this.#table = this.#open();
  }

  /** Adds the values of some rows to their groups. */
  add(groups: Uint32Array, values: readonly Float64Array[]): void {
    for (let first = 0; first < groups.length; first += MAX_ROWS) {
      const some = groups.slice(first, first + MAX_ROWS);
      const starts = Uint32Array.from({ length: some.length + 1 }, (_, i) => i * 4);
      this.#table.addRows(
        { bytes: new Uint8Array(some.buffer), starts },
        [...values, groups].map((column) => ({
          values: column.subarray(first, first + some.length),
        })),
        this.#rows,
      );
      this.#rows += some.length;
    }
  }

  /**
   * Calls back with the number of each group that has rows, its sums and its rows, and forgets
   * them. The array of sums is used again.
   */
  take(use: (group: number, sums: Float64Array, rows: number) => void): void {
    const list = this.#table.list({ index: 0, count: 1 });
    const reader = new GroupsReader(this.#table, list);
    const sums = new Float64Array(this.#width);
    for (let first = 0, count; first < list.count; first += count) {
      count = Math.min(BATCH_GROUPS, list.count - first);
      const columns = Array.from(
        { length: this.#width + 2 },
        (_, i) => reader.numbers(i, first, count!).values,
      );
      const [groups, rows] = columns.slice(this.#width);
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < this.#width; j++) sums[j] = columns[j][i];
        use(groups[i], sums, rows[i]);
      }
    }
    this.#table = this.#open();
    this.#rows = 0;
  }

  #open(): GroupTable {
    return openGroupTable(this.#instance, {
      aggregates: [
        ...Array.from({ length: this.#width }, (_, result) => ({
          aggregate: "sum" as const,
          result,
        })),
        // The number of the group, which all of its rows have.
        { aggregate: "max", result: this.#width },
        { aggregate: "count" },
      ],
      memory: this.#memory,
      seed: makeSeed(),
      hasKeys: true,
    });
  }
}
