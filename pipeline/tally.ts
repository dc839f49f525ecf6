import type { Reduction } from "../plan/plan_reduce.ts";
import { ExactSum } from "./exact_sum.ts";

/** All that is known of a value of a group, for another thread or a file. */
export interface TallyState {
  readonly count: number;
  readonly nulls: number;
  readonly extreme?: number;
  /** The state of its `ExactSum`. */
  readonly sum?: Float64Array;
}

/** What is known of the rows of a group so far, for one value of it. */
export class Tally {
  /** Rows that have a value, and rows that have none. */
  count = 0;
  nulls = 0;
  #extreme: number | undefined;
  readonly #sum: ExactSum | undefined;
  readonly #aggregate: Reduction["aggregate"];

  constructor({ aggregate }: Pick<Reduction, "aggregate">) {
    this.#aggregate = aggregate;
    if (aggregate === "sum" || aggregate === "mean") this.#sum = new ExactSum();
  }

  /** Adds the value of a row. */
  add(value: number): void {
    this.count++;
    if (this.#sum !== undefined) this.#sum.add(value);
    else if (this.#aggregate !== "count") this.#bound(value);
  }

  #bound(value: number): void {
    const before = this.#extreme ?? value;
    this.#extreme = this.#aggregate === "min" ? Math.min(before, value) : Math.max(before, value);
  }

  /** The value of the group; missing if no row has a value. */
  get value(): number | undefined {
    if (this.#aggregate === "count") return this.count;
    if (this.#aggregate === "sum") return this.#sum!.value;
    if (this.count === 0) return undefined;
    return this.#aggregate === "mean" ? this.#sum!.divide(this.count) : this.#extreme;
  }

  get state(): TallyState {
    const { count, nulls } = this;
    return { count, nulls, extreme: this.#extreme, sum: this.#sum?.state };
  }

  /** Adds what another tally knows of other rows. */
  merge({ count, nulls, extreme, sum }: TallyState): void {
    this.count += count;
    this.nulls += nulls;
    if (extreme !== undefined) this.#bound(extreme);
    if (sum !== undefined) this.#sum!.merge(sum);
  }
}
