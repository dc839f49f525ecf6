import { assert, assertEquals } from "@std/assert";
import { CSV_DEFAULTS } from "../../formats/csv/dialect.ts";
import { planRecords } from "../../pipeline/inputs/plan_records.ts";
import { registry } from "../../functions/registry.ts";
import { openEngine } from "../../pipeline/parallel/job_engine.ts";
import { openPool } from "../../threads/pool.ts";
import { WORKERS_PAY } from "../../pipeline/thresholds.ts";
import {
  openRecordsEngine,
  openRecordsOn,
  type RecordsEngine,
} from "../../pipeline/open_records_engine.ts";
import { countPlaces, type Problem, type RecordsPlan } from "../../formats/csv/transform_plan.ts";
import { planTable } from "../../plan/plan_table.ts";
import { compile } from "../../kernels/compile.ts";
import { makeInstance } from "../../kernels/instance.ts";
import { exchangeGroups } from "../../pipeline/aggregate/exchange_groups.ts";
import {
  groupRecords,
  type GroupRecordsOptions,
  openGroupTable,
} from "../../pipeline/aggregate/group_records.ts";
import { GroupsReader } from "../../pipeline/aggregate/listed_groups.ts";

const TEXT = "0.5,2\n,3\n\n".repeat(5000) + "2.5,-1\nthree,4\n";

function makePlan(dtype: "float32" | "float64", chunkSize: number): RecordsPlan {
  const columns = ["x", "w"].map((name) => ({ name, typeName: "text", type: "decimal" } as const));
  const plan = planTable(columns, {
    kind: "apply",
    spec: registry.find(({ name }) => name === "digamma")!,
    results: "value and gradient",
    columns: "x",
    upstream: "w",
    replace: false,
    only: false,
  }, { from: "test", named: true, dtype });
  return planRecords(plan, {
    csv: CSV_DEFAULTS,
    columns: 2,
    delimiter: 44,
    newDelimiter: 44,
    strict: false,
    chunkSize,
  });
}

interface Whole {
  readonly text: string;
  readonly lines: number;
  readonly counts: readonly number[];
  readonly problem?: Problem;
  readonly parts: number;
}

/** Transforms the text, and what is left of it each time. */
async function runAll(engine: RecordsEngine, plan: RecordsPlan): Promise<Whole> {
  const decoder = new TextDecoder();
  let rest: Uint8Array | undefined = new TextEncoder().encode(TEXT);
  let all: Whole = {
    text: "",
    lines: 0,
    counts: new Array(countPlaces(plan).length).fill(0),
    parts: 0,
  };
  while (rest !== undefined) {
    const answer = await engine.run({ plan, bytes: rest, position: 0 });
    assert(answer.text.length <= plan.textSize, `${answer.text.length} bytes`);
    all = {
      text: all.text + decoder.decode(answer.text),
      lines: all.lines + answer.lines,
      counts: all.counts.map((sum, i) => sum + answer.counts[i]),
      // Lines are counted from the part's beginning.
      problem: answer.problem && { ...answer.problem, lines: all.lines + answer.problem.lines },
      parts: all.parts + 1,
    };
    rest = answer.rest;
  }
  return all;
}

Deno.test("records have the same text wherever their results are computed", async () => {
  for (const type of ["float64", "float32"] as const) {
    const plan = makePlan(type, 2 ** 20);
    const answers: Whole[] = [];
    using here = openRecordsEngine({ jobs: 1 });
    using shared = openRecordsEngine({ jobs: 2, aloneMs: 0 });
    using elsewhere = openRecordsOn(openEngine({ ...WORKERS_PAY, jobs: 1 }));
    for (const engine of [here, shared, elsewhere]) {
      // The first is done by the calling thread, whatever comes.
      await runAll(engine, plan);
      answers.push(await runAll(engine, plan));
    }
    assertEquals([here.workers, shared.workers], [0, 1]);
    assertEquals(answers[0].text.length > TEXT.length, true);
    assertEquals(answers[0].problem?.kind, "invalid");
    // A slow machine makes more parts: this thread listens now and then.
    const wholes = answers.map(({ parts: _, ...whole }) => whole);
    assertEquals(wholes[1], wholes[0]);
    assertEquals(wholes[2], wholes[0]);

    // The same in many parts, where a text may not be as long.
    const short = makePlan(type, 1000);
    for (const engine of [here, shared, elsewhere]) {
      const { parts, lines: _, ...whole } = await runAll(engine, short);
      const { parts: _1, lines: _lines, ...expected } = answers[0];
      assertEquals(whole, expected);
      assert(parts > TEXT.length / 4000, `${parts} parts`);
    }
  }
});

Deno.test("no worker starts where few records are left", async () => {
  const plan = makePlan("float64", 2 ** 20);
  async function countWorkers(bytes: number | undefined): Promise<number> {
    using engine = openRecordsEngine({ jobs: 2, aloneMs: 0, bytes });
    for (const _ of [1, 2, 3]) await runAll(engine, plan);
    return engine.workers;
  }
  assertEquals(await countWorkers(TEXT.length), 0);
  assertEquals(await countWorkers(1e6 * TEXT.length), 1);
  assertEquals(await countWorkers(undefined), 1);
});

Deno.test("records that workers group are joined to what one thread makes of them", async () => {
  const plan = makePlan("float64", 2 ** 20);
  const groups: GroupRecordsOptions = {
    aggregates: [
      { aggregate: "sum", result: 0 },
      { aggregate: "min", result: 1 },
      { aggregate: "count" },
    ],
    memory: 2 ** 26,
    seed: 7n,
    hasKeys: true,
  };
  const text = Array.from({ length: 3000 }, (_, i) => `${i % 7},${(i * i) % 271}\n\n`).join("");
  async function run(jobs: number): Promise<unknown> {
    const table = openGroupTable(makeInstance(compile()), groups);
    using pool = openPool(Math.max(1, jobs - 1));
    using engine = openRecordsEngine({
      jobs,
      aloneMs: 0,
      openPool: () => Promise.resolve(pool),
      work: {
        run: (question) => groupRecords(makeInstance(compile()), question, { table }),
        call: (question) => ({
          service: "groups",
          question: { ...question, groups },
        }),
      },
    });
    const keyed = { ...plan, keys: Uint32Array.of(1) };
    await Promise.all(Array.from({ length: 8 }, (_, i) => {
      const bytes = new TextEncoder().encode(text.replaceAll(/,(.*)/g, `,${i}$1`));
      return engine.run({ plan: keyed, bytes, position: i * 2 ** 20 });
    }));
    assertEquals(engine.workers, jobs - 1);
    const { list } = await exchangeGroups(table, { pool, groups });
    const reader = new GroupsReader(table, list);
    const spec = { name: "w", typeName: "utf8", values: "texts" } as const;
    return [
      reader.keys(0, spec, 0, list.count),
      ...groups.aggregates.map((_, i) => reader.numbers(i, 0, list.count)),
      table.nulls,
    ];
  }
  const expected = await run(1);
  assertEquals(await run(2), expected);
  assertEquals(await run(3), expected);
});
