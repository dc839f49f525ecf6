import { assert, assertEquals, assertRejects } from "@std/assert";
import { CSV_DEFAULTS } from "../../../formats/csv/dialect.ts";
import { openCsvInput } from "../../../formats/csv/csv_input.ts";
import type { Texts } from "../../../formats/table.ts";
import { openInput } from "../../../io/open_source.ts";
import { compile } from "../../../kernels/compile.ts";
import { makeInstance } from "../../../kernels/instance.ts";
import { exchangeGroups } from "../../../pipeline/aggregate/exchange_groups.ts";
import {
  type GroupRecordsOptions,
  openGroupTable,
  WorkerGroups,
} from "../../../pipeline/aggregate/group_records.ts";
import type { GroupTable } from "../../../pipeline/aggregate/group_table.ts";
import { GroupsReader } from "../../../pipeline/aggregate/listed_groups.ts";
import { RowBoxes, shareBoxes } from "../../../pipeline/aggregate/row_boxes.ts";
import { rowsTaker } from "../../../pipeline/aggregate/rows_taker.ts";
import { planRecords } from "../../../pipeline/inputs/plan_records.ts";
import { openCsvTask } from "../../../pipeline/parallel/csv_task.ts";
import { makeQuestion } from "../../../pipeline/parallel/share_csv.ts";
import { openThread, openWorkerLoop } from "../../../pipeline/parallel/worker_loop.ts";
import { planTable } from "../../../plan/plan_table.ts";
import { lgammaOf } from "../../../support/transform_csv.ts";
import { Random } from "../../../support/random.ts";
import { Workdir } from "../../workdir.ts";
import { poolOf } from "../aggregate/pool_of.ts";

const COMMA = 44;
const OPTIONS: GroupRecordsOptions = {
  aggregates: [{ aggregate: "sum", result: 0 }, { aggregate: "count" }],
  memory: 2 ** 26,
  seed: 11n,
  hasKeys: true,
};

/** What threads made of a file. */
interface Grouped {
  /** A line for each group: its key, its sum, and its rows. */
  readonly groups: readonly string[];
  readonly failure?: unknown;
  /** The chunks that each thread has taken. */
  readonly steps: readonly number[];
}

/** Groups the file x.csv by its column k, on threads that take turns at random. */
async function group(
  dir: Workdir,
  { threads, chunkSize, random, ...options }:
    & { threads: number; chunkSize: number; random: Random }
    & Partial<GroupRecordsOptions>,
): Promise<Grouped> {
  await using input = await openInput(dir.path("x.csv"));
  const csv = CSV_DEFAULTS;
  const records = await openCsvInput(input.source, { csv, delimiter: COMMA, chunkSize });
  const ahead = records.handOver();
  const table = planTable(records.columns, lgammaOf("x"), { from: "x.csv", named: true });
  const plan = planRecords(table, {
    csv,
    columns: records.columns.length,
    delimiter: COMMA,
    newDelimiter: COMMA,
    strict: false,
    chunkSize,
    by: [records.columns.findIndex(({ name }) => name === "k")],
  });
  const groups = { ...OPTIONS, ...options, boxes: shareBoxes(threads) };
  const own = openGroupTable(makeInstance(compile()), groups, new RowBoxes(groups.boxes));
  const workers = Array.from(
    { length: threads - 1 },
    () => new WorkerGroups(() => makeInstance(compile())),
  );
  const question = makeQuestion({
    plan,
    ahead: ahead!,
    files: { input: dir.path("x.csv") },
    fileSize: input.fileSize,
    threads,
    chunkSize,
    start: 0,
    groups: { options: groups, table: own, before: 1000, takeFrom: (at) => rowsTaker(own, at) },
  });
  function open(table: GroupTable) {
    const thread = openThread(question);
    const task = openCsvTask(makeInstance(compile()), question, { ...thread, table });
    return openWorkerLoop(task, thread);
  }
  const loops = [
    open(own),
    ...workers.map((worker) => open(worker.open(groups))),
  ];
  const steps = loops.map(() => 0);
  let going = loops.map((_, i) => i);
  while (going.length > 0) {
    const i = going[random.bits() % going.length];
    if (loops[i].step() === "went") steps[i]++;
    else going = going.filter((other) => other !== i);
  }
  const answers = loops.map((loop) => loop.end());
  const failure = answers.find(({ failure }) => failure !== undefined)?.failure;
  if (failure !== undefined) return { groups: [], failure, steps };
  const { list } = await exchangeGroups(own, { pool: poolOf(workers), groups });
  const reader = new GroupsReader(own, list);
  const keys = reader.keys(0, { name: "k", typeName: "utf8", values: "texts" }, 0, list.count);
  const [sums, counts] = [0, 1].map((i) => reader.numbers(i, 0, list.count).values);
  const { bytes, offsets } = keys as Texts;
  return {
    groups: Array.from(
      counts,
      (count, i) =>
        `${new TextDecoder().decode(bytes.subarray(offsets[i], offsets[i + 1]))},${
          sums[i]
        },${count}`,
    ),
    steps,
  };
}

Deno.test("threads that share a file group its records as one thread does, in their order", async () => {
  await using dir = await Workdir.create();
  const random = new Random(31);
  const rows = Array.from(
    { length: 4000 },
    (_, i) => `"k ""${random.bits() % (i < 2000 ? 40 : 900)}",${random.bits() % 50},"a\nb"\n`,
  );
  await dir.write("x.csv", `k,x,text\n${rows.join("\n")}`);
  const expected = await group(dir, { threads: 1, chunkSize: 2 ** 14, random });
  assert(expected.groups.length > 500);
  for (const threads of [1, 2, 3, 5]) {
    for (const chunkSize of [64, 999, 8192]) {
      for (const minSharedGroups of [0, 100, Infinity]) {
        const found = await group(dir, { threads, chunkSize, random, minSharedGroups });
        assertEquals(found.groups, expected.groups, `${threads} ${chunkSize} ${minSharedGroups}`);
        if (chunkSize < 1000) assert(found.steps.every((count) => count > 0));
      }
    }
  }
});

Deno.test("threads stop as soon as their groups take more memory than all of them may", async () => {
  await using dir = await Workdir.create();
  const random = new Random(32);
  const pad = "x".repeat(1000);
  const rows = Array.from({ length: 40000 }, (_, i) => `${pad} ${i},${i}\n`);
  await dir.write("x.csv", `k,x\n${rows.join("")}`);
  const options = { threads: 3, chunkSize: 2 ** 16, random };
  const { groups } = await group(dir, { ...options, memory: 2 ** 26 });
  assertEquals(groups.length, rows.length);
  // The groups of each thread would fit into this.
  const { message } = await assertRejects(
    () => group(dir, { ...options, memory: 2 ** 24 }),
    RangeError,
    "groups do not fit into 17 MB of memory; raise --memory",
  );
  const count = Number(/\d+/.exec(message));
  assert(count > 15000 && count < 30000, message);
});

Deno.test("threads that group a file report its first invalid row, with the lines before it", async () => {
  await using dir = await Workdir.create();
  const random = new Random(33);
  for (const bad of [0, 1, 700, 1999]) {
    const rows = Array.from({ length: 2000 }, (_, i) => `k${i % 9},${i >= bad ? "oops" : i}\n`);
    await dir.write("x.csv", `k,x\n${rows.join("")}`);
    for (const threads of [1, 3]) {
      const { failure } = await group(dir, { threads, chunkSize: 300, random });
      const { what, lines, problem } = failure as {
        what: string;
        lines: number;
        problem: { lines: number };
      };
      assertEquals([what, lines + problem.lines], ["record", bad]);
    }
  }
});
