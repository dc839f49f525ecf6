import { storedEntries } from "../../formats/entry_numbers.ts";
import { keepRows } from "../../formats/keep_rows.ts";
import type { Batch, ColumnSpec, Numbers, TableReader } from "../../formats/table.ts";
import { runJobs, startJobs } from "../../kernels/engine.ts";
import { UNDECIDED } from "../../kernels/result_status.ts";
import type { Engine } from "../../kernels/job.ts";
import { columnsOf } from "../../plan/plan.ts";
import type { WherePlan } from "../../plan/plan_where.ts";
import { cooperate } from "../../threads/cooperative.ts";
import { computeBatch, firstFailure } from "../compute_batch.ts";

/** Rows for which the condition is computed at a time, unless a batch cannot be cut. */
const ROWS = 2 ** 16;

/** Computes on this thread, and listens to interrupts in between. */
const COOPERATIVE: Engine = {
  workers: 0,
  run: (jobs) => cooperate(startJobs(jobs)),
  [Symbol.dispose](): void {},
};

/** Computes on this thread, at once. */
const AT_ONCE: Engine = { workers: 0, run: runJobs, [Symbol.dispose](): void {} };

/** Rows of a batch that are kept, and where they are among all rows. */
interface Segment {
  /** The rows that were kept before this batch, and the rows that were read before it. */
  readonly keptBefore: number;
  readonly readBefore: number;
  /** How many rows of the batch are kept, and which, if not all are. */
  readonly count: number;
  readonly rows?: Uint32Array;
}

/**
 * Reads the rows of a table for which a condition is true. A batch without a kept row stays, as
 * an empty one, since dictionaries of Arrow may come with it.
 */
export class KeptReader implements TableReader {
  /** Rows that were read and not kept, and of these the ones for which that could not be decided. */
  dropped = 0;
  undecided = 0;
  /** Is called with the numbers of each column that the condition uses, before they are converted. */
  look?: (column: number, numbers: Numbers) => void;
  readonly #reader: TableReader;
  readonly #plan: WherePlan;
  /** Where the rows of the last batches are among all rows. */
  #segments: Segment[] = [];
  #kept = 0;

  constructor(reader: TableReader, plan: WherePlan) {
    this.#reader = reader;
    this.#plan = plan;
  }

  get columns(): readonly ColumnSpec[] {
    return this.#reader.columns;
  }

  get note(): string | undefined {
    return this.#reader.note;
  }

  get hint(): string | undefined {
    return this.#reader.hint;
  }

  want(columns: readonly number[]): void {
    this.#reader.want?.([...new Set([...columns, ...columnsOf(this.#plan)])]);
  }

  computeFrom(inputs: readonly number[]): void {
    this.#reader.computeFrom?.(inputs);
  }

  get noted(): TableReader["noted"] {
    return this.#reader.noted;
  }

  async read(most?: number): Promise<Batch | undefined> {
    const batch = await this.#reader.read(most);
    if (batch === undefined) return undefined;
    const rows = await this.#choose(batch);
    const { length: count } = rows;
    const isWhole = count === batch.rows;
    this.#segments.push({
      keptBefore: this.#kept,
      readBefore: this.#kept + this.dropped,
      count,
      rows: isWhole ? undefined : rows,
    });
    this.#kept += count;
    this.dropped += batch.rows - count;
    return isWhole ? batch : keepRows(batch, rows);
  }

  /** The number of a row among all rows that were read, given its number among those that are kept. */
  placeOf(row: number): number {
    const segment = this.#segments.findLast(({ keptBefore, count }) =>
      keptBefore <= row && row < keptBefore + count
    );
    if (segment === undefined) throw new RangeError(`Row ${row} is not known any more`);
    const place = row - segment.keptBefore;
    return segment.readBefore + (segment.rows?.[place] ?? place);
  }

  /** Promises that nobody will ask for the place of a row before this one. */
  forget(row: number): void {
    this.#segments = this.#segments.filter(({ keptBefore, count }) => keptBefore + count > row);
  }

  [Symbol.dispose](): void {
    this.#reader[Symbol.dispose]();
  }

  /** The rows of a batch for which the condition is true. */
  async #choose(batch: Batch): Promise<Uint32Array> {
    const rows = new Uint32Array(batch.rows);
    let count = 0;
    for (let first = 0; first < batch.rows;) {
      const isWhole = batch.slice === undefined || batch.rows <= ROWS;
      const part = isWhole ? batch : batch.slice!(first, { rows: ROWS });
      const result = await this.#condition(part);
      const { valid } = result;
      // Of a dictionary, only the entries are looked at.
      const { values, places } = storedEntries(result) ??
        { values: result.values, places: undefined };
      for (let i = 0; i < part.rows; i++) {
        const isValid = valid === undefined || (valid[i >> 3] >> (i & 7) & 1) === 1;
        // The next row overwrites one that is not kept.
        rows[count] = first + i;
        count += Number(isValid && Math.abs(values[places === undefined ? i : places[i]]) > 0);
      }
      first += part.rows;
    }
    return rows.subarray(0, count);
  }

  async #condition(batch: Batch): Promise<Numbers> {
    const plan = this.#plan;
    try {
      const look = (column: number, numbers: Numbers) => this.look?.(column, numbers);
      // Kernels may write over what they read, expressions do not.
      const mayShare = plan.results.every(({ computation }) => computation === undefined);
      const computed = await computeBatch(batch, plan, { engine: COOPERATIVE, look, mayShare });
      const { results: [result], statuses: [statuses] } = computed;
      for (const status of statuses ?? []) this.undecided += Number(status === UNDECIDED);
      return result;
    } catch (failure) {
      throw firstFailure(failure, {
        batch,
        plan,
        passed: [],
        check: { strict: false, check(): void {} },
        engine: AT_ONCE,
        locate: () => "",
      });
    }
  }
}
