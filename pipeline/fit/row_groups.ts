import type { Batch, ColumnSpec } from "../../formats/table.ts";
import { compile } from "../../kernels/compile.ts";
import { makeInstance } from "../../kernels/instance.ts";
import { BatchGroups } from "../aggregate/group_batches.ts";
import { openGroupTable } from "../aggregate/group_records.ts";
import { type GroupTable, type ListedGroups, makeSeed } from "../aggregate/group_table.ts";

/** The number of the group of each row, in the order in which groups appear in the data. */
export class RowGroups {
  readonly table: GroupTable;
  readonly #columns: readonly ColumnSpec[];
  readonly #by: readonly number[];
  readonly #memory: number;
  readonly #otherBytes: number;
  #count = 0;

  constructor(
    columns: readonly ColumnSpec[],
    { by, memory, otherBytes }: {
      readonly by: readonly number[];
      /** Bytes that all groups may take. */
      readonly memory: number;
      /** Bytes that each takes elsewhere. */
      readonly otherBytes: number;
    },
  ) {
    this.#memory = memory;
    this.#otherBytes = otherBytes;
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
    return this.table.list();
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
    if (this.table.bytes + this.#count * this.#otherBytes > this.#memory) {
      this.table.refuse(this.#count);
    }
  }
}
