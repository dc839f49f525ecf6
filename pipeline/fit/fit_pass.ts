import type { FitRows } from "../../fit/distinct_rows.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import type { Engine } from "../../kernels/job.ts";
import type { FitPlan } from "../../plan/plan_fit.ts";
import { listen } from "../../threads/cooperative.ts";
import { batchesInFlight, RESULT_BYTES } from "../strategy.ts";
import { runSequential } from "../sequential.ts";
import type { Run } from "../run.ts";
import type { GroupSums } from "./fit_groups.ts";

/** What a pass over all rows needs. */
export interface FitPass {
  readonly plan: FitPlan;
  readonly engine: Engine;
  readonly sums: GroupSums;
  /** The parameters of each group, group after group; those of the first for all if it is the only one. */
  readonly parameters: Float64Array;
  /** 1 for each group whose rows are needed; all are if omitted. */
  readonly needed?: Uint8Array;
  /** Is called with the values of the expression and the rows that they are of. */
  watch?(values: Float64Array, rows: FitRows): void;
}

interface Block extends FitRows {
  readonly inputs: readonly Float64Array[];
}

/** Adds up the values and derivatives of rows at the parameters of their groups. */
export async function passOver(
  run: Run,
  next: () => Promise<FitRows | undefined>,
  { plan, engine, sums, parameters, needed, watch }: FitPass,
): Promise<void> {
  const { program, parameters: width } = plan;
  const { outputs } = program.program;
  const isOne = parameters.length === width;

  async function readBlock(): Promise<Block | undefined> {
    for (;;) {
      const rows = await next();
      if (rows === undefined) return undefined;
      const picked = pickRows(rows, needed);
      if (picked.groups.length > 0) return { ...picked, inputs: inputsOf(picked) };
      await listen();
    }
  }

  function inputsOf({ groups, columns }: FitRows): Float64Array[] {
    let used = 0;
    return program.columns.map((column) => {
      if (column < plan.columns) return columns[used++];
      const parameter = column - plan.columns;
      const gathered = new Float64Array(groups.length);
      if (isOne) return gathered.fill(parameters[parameter]);
      for (let i = 0; i < groups.length; i++) {
        gathered[i] = parameters[groups[i] * width + parameter];
      }
      return gathered;
    });
  }

  await runSequential<Block, Block & { readonly results: FloatArray }>({
    // Pipes were copied before the first pass.
    isLive: false,
    next: () => run.watch.time("read", readBlock),
    weigh: ({ groups }) => groups.length * (program.columns.length + outputs.length) * RESULT_BYTES,
    transform(block) {
      const { inputs, groups } = block;
      const x = inputs[0] ?? new Float64Array(groups.length);
      const job = { x, expressions: { program: program.program, inputs } };
      const done = run.watch.time("compute", () => engine.run([job]));
      return done instanceof Promise
        ? done.then(([results]) => ({ ...block, results }))
        : { ...block, results: done[0] };
    },
    async emit({ results, ...block }) {
      const { groups, counts } = block;
      const { length } = groups;
      const values = outputs.map((_, i) =>
        results.subarray(i * length, (i + 1) * length) as Float64Array
      );
      await run.watch.time("write", () => {
        watch?.(values[0], block);
        sums.add(groups, values, counts);
        return listen();
      });
    },
  }, { inFlight: batchesInFlight(run) });
}

/** The rows of groups that are needed. The arrays are new: the caller may give them up. */
function pickRows(rows: FitRows, needed: Uint8Array | undefined): FitRows {
  const { groups, columns, counts, places, first } = rows;
  const picked = new Uint32Array(groups.length);
  let count = 0;
  for (let i = 0; i < groups.length; i++) {
    if (needed === undefined || needed[groups[i]] === 1) picked[count++] = i;
  }
  if (count === groups.length) return { ...rows, columns: columns.map((column) => column.slice()) };
  const some = picked.subarray(0, count);
  return {
    groups: some.map((i) => groups[i]),
    columns: columns.map((column) => Float64Array.from(some, (i) => column[i])),
    counts: counts && Float64Array.from(some, (i) => counts[i]),
    first,
    places: places === undefined ? some : some.map((i) => places[i]),
  };
}
