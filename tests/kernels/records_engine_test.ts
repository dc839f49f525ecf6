import { assertEquals } from "@std/assert";
import { CSV_DEFAULTS } from "../../formats/csv/dialect.ts";
import { planRecords } from "../../formats/csv/plan_records.ts";
import { registry } from "../../functions/registry.ts";
import { openEngine } from "../../kernels/open_engine.ts";
import { openRecordsEngine, openRecordsOn } from "../../kernels/open_records_engine.ts";
import type { RecordsPlan } from "../../kernels/records.ts";
import { planTable } from "../../pipeline/plan_table.ts";

const TEXT = "0.5,2\n,3\n\n".repeat(5000) + "2.5,-1\nthree,4\n";

function makePlan(dtype: "float32" | "float64"): RecordsPlan {
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
  });
}

Deno.test("records have the same text wherever their results are computed", async () => {
  for (const type of ["float64", "float32"] as const) {
    const plan = makePlan(type);
    const answers = [];
    using here = openRecordsEngine({ jobs: 1 });
    using shared = openRecordsEngine({ jobs: 2, patience: 0 });
    using elsewhere = openRecordsOn(openEngine({ jobs: 1 }));
    for (const engine of [here, shared, elsewhere]) {
      // The first is done by the calling thread, whatever comes.
      await engine.run({ plan, bytes: new TextEncoder().encode(TEXT) });
      const bytes = new TextEncoder().encode(TEXT);
      const { text, ...rest } = await engine.run({ plan, bytes });
      answers.push({ ...rest, text: new TextDecoder().decode(text) });
    }
    assertEquals([here.workers, shared.workers], [0, 1]);
    assertEquals(answers[0].text.length > TEXT.length, true);
    assertEquals(answers[0].problem?.kind, "invalid");
    assertEquals(answers[1], answers[0]);
    assertEquals(answers[2], answers[0]);
  }
});
