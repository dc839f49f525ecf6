import { sliceReader } from "../../formats/slices_of.ts";
import { type Batch, convertFloats, type Numbers } from "../../formats/table.ts";
import { runJobs } from "../../kernels/engine.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import type { Engine } from "../../kernels/job.ts";
import type { FitPlan } from "../../plan/plan_fit.ts";
import { listen } from "../../threads/proceed.ts";
import { batchesInFlight, RESULT_BYTES } from "../choose_way.ts";
import { firstFailure } from "../compute_batch.ts";
import { flow } from "../flow.ts";
import type { InputTable } from "../input_table.ts";
import type { Run } from "../run_request.ts";
import type { GroupSums, RowGroups } from "./fit_groups.ts";

/** Rows that are computed and added up at a time, and bytes of their keys, unless a single one is longer. */
const ROWS = 2 ** 15;
const KEY_BYTES = 2 ** 24;

/** What a pass over all rows needs. */
export interface FitPass {
  readonly plan: FitPlan;
  readonly table: InputTable;
  readonly engine: Engine;
  readonly groups: RowGroups;
  readonly sums: GroupSums;
  /** The parameters of each group, group after group; those of the first for all if it is the only one. */
  readonly parameters: Float64Array;
  /** Whether the rows of a group are needed. */
  isNeeded(group: number): boolean;
  /** Is called with the numbers of each column that is used, before they are converted. */
  look?(column: number, numbers: Numbers): void;
  /** Is called with the values of the expression, the groups of its rows, and their places in the table. */
  watch?(values: Float64Array, rows: KeptRows): void;
}

/** Rows that are computed: those of needed groups in which nothing is null. */
export interface KeptRows {
  readonly groups: Uint32Array;
  /** The row of each in the table. */
  readonly places: Float64Array;
}

interface Block extends KeptRows {
  readonly inputs: readonly Float64Array[];
}

/** How many rows a pass has read, and how many had a null. */
export interface PassedRows {
  readonly rows: number;
  readonly nulls: number;
}

/** Adds up the values and derivatives of all rows at the parameters of their groups. */
export async function passOver(run: Run, pass: FitPass): Promise<PassedRows> {
  const { plan, table, engine, sums } = pass;
  const { program, used, by } = plan;
  const { outputs } = program.program;
  table.reader.want?.([...used, ...by]);
  const read = sliceReader(table.reader, {
    rows: ROWS,
    texts: { bytes: KEY_BYTES, columns: by },
  });
  const numberGroups = pass.groups.begin();
  let rows = 0;
  let nulls = 0;

  async function readBlock(): Promise<Block | undefined> {
    for (;;) {
      const batch = await read();
      if (batch === undefined) return undefined;
      const block = keepRows(batch);
      rows += batch.rows;
      batch.release?.();
      if (block.groups.length > 0) return block;
      await listen();
    }
  }

  function keepRows(batch: Batch): Block {
    const columns = readColumns(batch);
    const all = numberGroups(batch);
    const kept = new Uint32Array(batch.rows);
    let count = 0;
    for (let i = 0; i < batch.rows; i++) {
      if (!columns.every(({ valid }) => isValid(valid, i))) nulls++;
      else if (pass.isNeeded(all[i])) kept[count++] = i;
    }
    const isAll = count === batch.rows;
    const picked = kept.subarray(0, count);
    const groups = isAll ? all : Uint32Array.from(picked, (row) => all[row]);
    const inputs = program.columns.map((column, i) => {
      if (column >= plan.columns) return gather(groups, column - plan.columns);
      const { values } = columns[used.indexOf(column)];
      const typed = convertFloats(convertFloats(values, program.types[i]), "float64");
      return (isAll ? typed : Float64Array.from(picked, (row) => typed[row])) as Float64Array;
    });
    return { inputs, groups, places: Float64Array.from(picked, (row) => rows + row) };
  }

  /** The numbers of the columns that are used. Of all cells that are no numbers, the first is reported. */
  function readColumns(batch: Batch): Numbers[] {
    try {
      return used.map((column) => {
        const numbers = batch.numbers(column, program.types[program.columns.indexOf(column)]);
        pass.look?.(column, numbers);
        return numbers;
      });
    } catch (failure) {
      const now: Engine = { workers: 0, run: runJobs, [Symbol.dispose](): void {} };
      const results = used.map((input) => ({ input, type: "float64" as const }));
      throw firstFailure(failure, {
        batch,
        plan: { results },
        passed: by,
        check: { strict: false, check(): void {} },
        engine: now,
        locate: () => "",
      });
    }
  }

  function gather(groups: Uint32Array, parameter: number): Float64Array {
    const { parameters } = pass;
    const width = plan.parameters;
    const isOne = parameters.length === width;
    return Float64Array.from(
      groups,
      (group) => parameters[(isOne ? 0 : group * width) + parameter],
    );
  }

  await flow<Block, Block & { readonly results: FloatArray }>({
    read: () => run.watch.time("read", readBlock),
    weigh: ({ groups }) => groups.length * (program.columns.length + outputs.length) * RESULT_BYTES,
    compute(block) {
      const { inputs, groups } = block;
      const x = inputs[0] ?? new Float64Array(groups.length);
      const job = { x, expressions: { program: program.program, inputs } };
      const done = run.watch.time("compute", () => engine.run([job]));
      return done instanceof Promise
        ? done.then(([results]) => ({ ...block, results }))
        : { ...block, results: done[0] };
    },
    async write({ groups, places, results }) {
      const { length } = groups;
      const values = outputs.map((_, i) =>
        results.subarray(i * length, (i + 1) * length) as Float64Array
      );
      await run.watch.time("write", () => {
        pass.watch?.(values[0], { groups, places });
        sums.add(groups, values);
        return listen();
      });
    },
  }, { inFlight: batchesInFlight(run) });
  return { rows, nulls };
}

function isValid(valid: Uint8Array | undefined, i: number): boolean {
  return valid === undefined || (valid[i >> 3] >> (i & 7) & 1) === 1;
}
