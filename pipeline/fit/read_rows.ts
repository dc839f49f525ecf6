import { distinctRows, type FitRows } from "../../fit/distinct_rows.ts";
import { sliceReader } from "../../formats/slice_batches.ts";
import { type Batch, convertFloats, type Numbers } from "../../formats/table.ts";
import { runJobs } from "../../kernels/engine.ts";
import type { FitPlan } from "../../plan/plan_fit.ts";
import { firstFailure } from "../compute_batch.ts";
import type { InputTable } from "../inputs/input_table.ts";
import type { RowGroups } from "./row_groups.ts";

/** Rows that are computed and added up at a time, and bytes of their keys, unless a single one is longer. */
export const ROWS: number = 2 ** 15;
const KEY_BYTES = 2 ** 24;

/** Reads the rows of a table: their groups, and the columns that are used. */
export class RowReader {
  /** How many rows were read, and how many of them had a null. */
  rows = 0;
  nulls = 0;
  readonly #plan: FitPlan;
  readonly #read: () => Promise<Batch | undefined>;
  readonly #numberGroups: (batch: Batch) => Uint32Array;
  readonly #share: (rows: FitRows) => FitRows;
  readonly #look?: (column: number, numbers: Numbers) => void;

  constructor(
    { reader }: InputTable,
    { plan, groups, share, look }: {
      readonly plan: FitPlan;
      readonly groups: RowGroups;
      /** Lets other threads read rows, if there are any. */
      readonly share: (rows: FitRows) => FitRows;
      /** Is called with the numbers of each column that is used, before they are converted. */
      readonly look?: (column: number, numbers: Numbers) => void;
    },
  ) {
    const { used, by } = plan;
    this.#plan = plan;
    this.#share = share;
    this.#look = look;
    reader.want?.([...used, ...by]);
    this.#read = sliceReader(reader, {
      rows: ROWS,
      texts: { bytes: KEY_BYTES, columns: by },
    });
    this.#numberGroups = groups.begin();
  }

  /** The next rows in which nothing is null, perhaps none. Equal ones may be counted. */
  async next(): Promise<FitRows | undefined> {
    const batch = await this.#read();
    if (batch === undefined) return undefined;
    const rows = this.#share(distinctRows(this.#take(batch)));
    this.rows += batch.rows;
    batch.release?.();
    return rows;
  }

  #take(batch: Batch): FitRows {
    const { program } = this.#plan;
    const columns = this.#numbers(batch);
    const all = this.#numberGroups(batch);
    const typed = columns.map(({ values }, i) =>
      convertFloats(convertFloats(values, program.types[i]), "float64") as Float64Array
    );
    const first = this.rows;
    const bits = columns.flatMap(({ valid }) => valid === undefined ? [] : [valid]);
    if (bits.length === 0) return { groups: all, columns: typed, first };
    const picked = new Uint32Array(batch.rows);
    let count = 0;
    for (let i = 0; i < batch.rows; i++) {
      if (bits.every((valid) => (valid[i >> 3] >> (i & 7) & 1) === 1)) picked[count++] = i;
    }
    this.nulls += batch.rows - count;
    const places = picked.slice(0, count);
    return {
      groups: places.map((row) => all[row]),
      columns: typed.map((column) => Float64Array.from(places, (row) => column[row])),
      first,
      places,
    };
  }

  /** The numbers of the columns that are used. Of all cells that are no numbers, the first is reported. */
  #numbers(batch: Batch): Numbers[] {
    const { used, by, program } = this.#plan;
    try {
      return used.map((column, i) => {
        const numbers = batch.numbers(column, program.types[i]);
        this.#look?.(column, numbers);
        return numbers;
      });
    } catch (failure) {
      throw firstFailure(failure, {
        batch,
        plan: { results: used.map((input, i) => ({ input, type: program.types[i] })) },
        passed: by,
        check: { strict: false, check(): void {} },
        engine: { workers: 0, run: runJobs, [Symbol.dispose](): void {} },
        locate: () => "",
      });
    }
  }
}
