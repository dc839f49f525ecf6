import { assert, assertEquals } from "@std/assert";
import { CSV_DEFAULTS } from "../../formats/csv/dialect.ts";
import { planRecords } from "../../pipeline/inputs/plan_records.ts";
import { registry } from "../../functions/registry.ts";
import { openEngine } from "../../pipeline/parallel/job_engine.ts";
import { WORKERS_PAY } from "../../pipeline/thresholds.ts";
import { transformHere, transformOn } from "../../pipeline/transform_records.ts";
import {
  countPlaces,
  type Problem,
  type RecordsAnswer,
  type RecordsPlan,
  type RecordsQuestion,
} from "../../formats/csv/transform_plan.ts";
import { planTable } from "../../plan/plan_table.ts";

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
async function runAll(
  transform: (question: RecordsQuestion) => RecordsAnswer | Promise<RecordsAnswer>,
  plan: RecordsPlan,
): Promise<Whole> {
  const decoder = new TextDecoder();
  let rest: Uint8Array | undefined = new TextEncoder().encode(TEXT);
  let all: Whole = {
    text: "",
    lines: 0,
    counts: new Array(countPlaces(plan).length).fill(0),
    parts: 0,
  };
  while (rest !== undefined) {
    const answer: RecordsAnswer = await transform({ plan, bytes: rest, position: 0 });
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
  using engine = openEngine({ ...WORKERS_PAY, jobs: 1 });
  const ways = [
    (question: RecordsQuestion) => transformHere(question),
    (question: RecordsQuestion) => transformOn(engine, question),
  ];
  for (const type of ["float64", "float32"] as const) {
    const plan = makePlan(type, 2 ** 20);
    const answers: Whole[] = [];
    for (const transform of ways) answers.push(await runAll(transform, plan));
    assertEquals(answers[0].text.length > TEXT.length, true);
    assertEquals(answers[0].problem?.kind, "invalid");
    // A slow machine makes more parts: this thread listens now and then.
    const wholes = answers.map(({ parts: _, ...whole }) => whole);
    assertEquals(wholes[1], wholes[0]);

    // The same in many parts, where a text may not be as long.
    const short = makePlan(type, 1000);
    for (const transform of ways) {
      const { parts, lines: _, ...whole } = await runAll(transform, short);
      const { parts: _1, lines: _lines, ...expected } = answers[0];
      assertEquals(whole, expected);
      assert(parts > TEXT.length / 4000, `${parts} parts`);
    }
  }
});
