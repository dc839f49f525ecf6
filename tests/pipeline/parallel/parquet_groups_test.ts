import { assertEquals } from "@std/assert";
import { type Footer, readFooter } from "../../../formats/parquet/footer.ts";
import { ParquetReader } from "../../../formats/parquet/decode/reader.ts";
import { compile } from "../../../kernels/compile.ts";
import { makeInstance } from "../../../kernels/instance.ts";
import { exchangeGroups } from "../../../pipeline/aggregate/exchange_groups.ts";
import { openGroupTable, WorkerGroups } from "../../../pipeline/aggregate/group_records.ts";
import { GroupsReader } from "../../../pipeline/aggregate/listed_groups.ts";
import { RowBoxes, shareBoxes } from "../../../pipeline/aggregate/row_boxes.ts";
import { withoutFunctions } from "../../../pipeline/compute_batch.ts";
import { openTableTask, type TableQuestion } from "../../../pipeline/parallel/table_task.ts";
import { openThread, openWorkerLoop } from "../../../pipeline/parallel/worker_loop.ts";
import { AGGREGATES, parseAggregate } from "../../../plan/expression/parse_aggregate.ts";
import { planReduce } from "../../../plan/plan_reduce.ts";
import { keyRows, keySample, keySampleNames } from "../../../support/key_samples.ts";
import { Random } from "../../../support/random.ts";
import { SEQUENCER_BYTES } from "../../../threads/sequencer.ts";
import { type Group, groupRows } from "../aggregate/oracle.ts";
import { poolOf } from "../aggregate/pool_of.ts";
import { Workdir } from "../../workdir.ts";

const COLUMNS = ["k", "w", "n"];

Deno.test("row groups that threads take in any turns give the groups of a map", async () => {
  await using dir = await Workdir.create();
  const random = new Random(20261119);
  for (const name of keySampleNames().filter((name) => name.endsWith(".parquet"))) {
    const bytes = keySample(name);
    await dir.write(name, bytes);
    const footer = await readFooter({
      name,
      size: bytes.length,
      read(into, position): Promise<void> {
        into.set(bytes.subarray(position, position + into.length));
        return Promise.resolve();
      },
    });
    for (const by of [["k"], ["w"], ["n"], ["w", "k"], ["k", "n"]]) {
      for (const threads of [1, 2, 4]) {
        const found = await groupBy(dir.path(name), { footer, by, threads, random });
        const rows = keyRows().map((row) => ({
          keys: by.map((name) => row[COLUMNS.indexOf(name)]?.toString() ?? null),
          value: row[3],
        }));
        const expected = groupRows(rows, AGGREGATES);
        assertEquals(found, expected, `${name} by ${by} on ${threads} threads`);
      }
    }
  }
});

/** Groups the rows of a file with threads that are all on this one, and take steps in random order. */
async function groupBy(
  path: string,
  { footer, by, threads, random }: {
    readonly footer: Footer;
    readonly by: readonly string[];
    readonly threads: number;
    readonly random: Random;
  },
): Promise<Group[]> {
  const { columns, groups: rowGroups } = ParquetReader.over(path, footer);
  const work = {
    kind: "reduce",
    aggregates: AGGREGATES.map((name) => parseAggregate(`${name}_x = ${name}(x)`)),
    by: by.join(),
    memory: 2 ** 24,
  } as const;
  const plan = planReduce(columns, work, { from: path, named: true });
  const groups = {
    aggregates: plan.reductions.map(({ aggregate, result }) => ({ aggregate, result })),
    memory: work.memory,
    seed: 7n,
    hasKeys: true,
    boxes: shareBoxes(threads),
    minSharedGroups: 20,
  };
  const question: TableQuestion = {
    files: { input: path },
    file: {
      format: "parquet",
      footer: { bytes: footer.bytes, start: footer.start },
      columns: columns.map((_, i) => i),
    },
    columns,
    by: plan.by,
    chunks: rowGroups.rows().map((_, i, all) => ({
      rowsBefore: all.slice(0, i).reduce((a, b) => a + b, 0),
    })),
    sliceRows: 8 * (1 + random.bits() % 40),
    plan: withoutFunctions(plan),
    strict: false,
    groups,
    counts: new SharedArrayBuffer(16),
    order: new SharedArrayBuffer(SEQUENCER_BYTES),
  };
  const table = openGroupTable(makeInstance(compile()), groups, new RowBoxes(groups.boxes));
  const workers = Array.from(
    { length: threads - 1 },
    () => new WorkerGroups(() => makeInstance(compile())),
  );
  const tables = [table, ...workers.map((worker) => worker.open(groups))];
  const loops = tables.map((table) => {
    const thread = openThread(question, { table });
    return openWorkerLoop(openTableTask(makeInstance(compile()), question, thread), thread);
  });
  for (const left = [...loops]; left.length > 0;) {
    const i = random.bits() % left.length;
    if (left[i].step() === "done") left.splice(i, 1);
  }
  for (const loop of loops) assertEquals(loop.end().failure, undefined);
  const { list } = await exchangeGroups(table, { pool: poolOf(workers), groups });
  const reader = new GroupsReader(table, list);
  const keys = plan.by.map((column, i) => textsOf(reader.keys(i, columns[column], 0, list.count)));
  const values = AGGREGATES.map((_, i) => reader.numbers(i, 0, list.count));
  return Array.from({ length: list.count }, (_, row) => ({
    keys: keys.map((column) => column[row]),
    values: values.map(({ values, valid }) => isThere(valid, row) ? values[row] : null),
  }));
}

function isThere(valid: Uint8Array | undefined, row: number): boolean {
  return valid === undefined || (valid[row >> 3] >> (row & 7) & 1) === 1;
}

function textsOf(column: ReturnType<GroupsReader["keys"]>): (string | null)[] {
  if (column.kind !== "texts") {
    return Array.from(
      column.values as ArrayLike<number | bigint>,
      (value, i) => isThere(column.valid, i) ? String(value) : null,
    );
  }
  const { bytes, offsets, valid } = column;
  return Array.from({ length: offsets.length - 1 }, (_, i) => {
    const text = bytes.subarray(offsets[i], offsets[i + 1]);
    return isThere(valid, i) ? new TextDecoder().decode(text) : null;
  });
}
