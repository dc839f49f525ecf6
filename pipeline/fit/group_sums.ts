import { weighValues } from "../../fit/weighted_values.ts";
import { compile } from "../../kernels/compile.ts";
import { type Instance, makeInstance } from "../../kernels/instance.ts";
import { type Aggregates, STATES } from "../aggregate/aggregates.ts";
import { type HandedOver, handOver, openGroupTable, takeOver } from "../aggregate/group_records.ts";
import { type GroupTable, MAX_ROWS, type PackedKeys } from "../aggregate/group_table.ts";
import { BATCH_GROUPS, GroupsReader } from "../aggregate/listed_groups.ts";
import type { FitModel } from "./fit_share.ts";

/** Where keys of four bytes begin, and no keys. */
const STARTS: Uint32Array = Uint32Array.from({ length: MAX_ROWS + 1 }, (_, i) => i * 4);
const NO_KEYS: Uint8Array = new Uint8Array(MAX_ROWS * 4);

/** Bytes of a group besides the states of its aggregates: its head, its key and its slots. */
const GROUP_BYTES = 48;

/** Bytes that the sums of a group take, about, unless they need many digits. */
export function bytesOfSums(
  { program, hasGroups }: Pick<FitModel, "program" | "hasGroups">,
): number {
  return GROUP_BYTES + STATES.sum.bytes * (program.outputs.length + 1 + Number(hasGroups));
}

/** Exact sums of several values for each group, by the number of the group. */
export class GroupSums {
  readonly #instance: Instance = makeInstance(compile());
  readonly #width: number;
  readonly #hasGroups: boolean;
  readonly #seed: bigint;
  #table: GroupTable;
  #rows = 0;

  constructor(width: number, { hasGroups, seed }: Pick<FitModel, "hasGroups" | "seed">) {
    this.#width = width;
    this.#hasGroups = hasGroups;
    this.#seed = seed;
    this.#table = this.#open();
  }

  /** Adds the values of some rows, which stand for so many each, to their groups. */
  add(groups: Uint32Array, values: readonly Float64Array[], counts?: Float64Array): void {
    if (counts === undefined) {
      return this.#add(groups, values, new Float64Array(groups.length).fill(1));
    }
    const weighted = values.map((column) => weighValues(column, counts));
    if (!weighted.every(({ isFinite }) => isFinite)) return this.#addAll(groups, values, counts);
    this.#add(groups, weighted.map(({ high }) => high), counts);
    this.#add(groups, weighted.map(({ low }) => low), new Float64Array(groups.length));
  }

  /** Adds rows whose products with their counts overflow, though their sum may not. */
  #addAll(groups: Uint32Array, values: readonly Float64Array[], counts: Float64Array): void {
    for (let row = 0; row < groups.length; row++) {
      for (let left = counts[row]; left > 0; left -= MAX_ROWS) {
        const count = Math.min(MAX_ROWS, left);
        this.add(
          new Uint32Array(count).fill(groups[row]),
          values.map((column) => new Float64Array(count).fill(column[row])),
        );
      }
    }
  }

  #add(groups: Uint32Array, values: readonly Float64Array[], counts: Float64Array): void {
    const all = [...values, counts];
    for (let first = 0; first < groups.length; first += MAX_ROWS) {
      const count = Math.min(MAX_ROWS, groups.length - first);
      const columns = this.#hasGroups ? [...all, groups] : all;
      this.#table.addRows(
        this.#keysOf(groups, first, count),
        columns.map((column) => ({ values: column.subarray(first, first + count) })),
        this.#rows,
      );
      this.#rows += count;
    }
  }

  /** The numbers of the groups of some rows as keys. The only group needs none. */
  #keysOf(groups: Uint32Array, first: number, count: number): PackedKeys {
    const starts = STARTS.subarray(0, count + 1);
    if (!this.#hasGroups) return { bytes: NO_KEYS, starts };
    return { bytes: new Uint8Array(groups.slice(first, first + count).buffer), starts };
  }

  /**
   * Calls back with the number of each group that has rows, its sums and its rows, and forgets
   * them. The array of sums is used again.
   */
  take(use: (group: number, sums: Float64Array, rows: number) => void): void {
    const list = this.#table.list();
    const reader = new GroupsReader(this.#table, list);
    const sums = new Float64Array(this.#width);
    for (let first = 0, count; first < list.count; first += count) {
      count = Math.min(BATCH_GROUPS, list.count - first);
      const columns = this.#aggregates().map((_, i) => reader.numbers(i, first, count!).values);
      const [rows, groups] = columns.slice(this.#width);
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < this.#width; j++) sums[j] = columns[j][i];
        if (rows[i] > 0) use(groups?.[i] ?? 0, sums, rows[i]);
      }
    }
    this.#forget();
  }

  /** Hands over the sums to those of another thread, and forgets them. */
  handOver(): HandedOver {
    const handed = handOver(this.#table);
    this.#forget();
    return handed;
  }

  /** Adds sums of another thread. */
  takeOver(handed: HandedOver): void {
    takeOver(this.#table, handed);
  }

  #forget(): void {
    this.#table = this.#open();
    this.#rows = 0;
  }

  #open(): GroupTable {
    return openGroupTable(this.#instance, {
      aggregates: this.#aggregates(),
      // The number of groups is limited where they get their numbers.
      memory: Infinity,
      seed: this.#seed,
      hasKeys: this.#hasGroups,
    });
  }

  /** The sums, the rows and, if there are several, the number of the group, which all its rows have. */
  #aggregates(): Aggregates {
    const sums = Array.from({ length: this.#width + 1 }, (_, result) => ({
      aggregate: "sum" as const,
      result,
    }));
    const number = { aggregate: "max" as const, result: this.#width + 1 };
    return [...sums, ...this.#hasGroups ? [number] : []];
  }
}
