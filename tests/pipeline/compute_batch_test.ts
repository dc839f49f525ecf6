import { assert, assertEquals, assertThrows } from "@std/assert";
import type { Batch, Numbers } from "../../formats/table.ts";
import { gradientKernel, registry, valueKernel } from "../../functions/registry.ts";
import { bindNumber, compute } from "../../kernels/engine.ts";
import { openEngine } from "../../pipeline/parallel/job_engine.ts";
import { WORKERS_PAY } from "../../pipeline/thresholds.ts";
import { checkBatch, computeBatch, type ComputedBatch } from "../../pipeline/compute_batch.ts";
import { DomainCheck } from "../../pipeline/report/domain_check.ts";
import { kernelClassifier } from "../../kernels/outcome.ts";
import { subjectsOf } from "../../pipeline/report/subjects_of.ts";
import { parseAggregate } from "../../plan/expression/parse_aggregate.ts";
import type { Result } from "../../plan/plan.ts";
import { planReduce } from "../../plan/plan_reduce.ts";

const LGAMMA = registry.find(({ name }) => name === "lgamma")!;
const DIGAMMA = registry.find(({ name }) => name === "digamma")!;
const VALUE = { kernel: valueKernel(LGAMMA), spec: LGAMMA };
const GRADIENT = { kernel: gradientKernel(LGAMMA), spec: LGAMMA };

function makeBatch(columns: readonly Numbers[]): Batch {
  return {
    rows: columns[0].values.length,
    numbers: (column) => ({ ...columns[column], values: columns[column].values.slice() }),
  };
}

function makeCheck(results: readonly Result[], strict = false): DomainCheck {
  const subjects = results.map(({ computation }, i) => ({
    spec: computation?.spec,
    classify: computation && kernelClassifier(computation.kernel, { bindNumber }),
    name: `y${i}`,
  }));
  return new DomainCheck(subjects, { strict });
}

async function run(
  columns: readonly Numbers[],
  results: readonly Result[],
  { jobs = 1 } = {},
): Promise<ComputedBatch> {
  using engine = openEngine({ ...WORKERS_PAY, jobs, afterMs: 0 });
  return await computeBatch(makeBatch(columns), { results }, { engine });
}

Deno.test("results of one column do not disturb each other, here and in a worker", async () => {
  const x = new Float64Array([0.5, 3, -1.5, 20, NaN]);
  const u = new Float32Array([1, 2, 3, 4, 5]);
  const results: Result[] = [
    { input: 0, type: "float64", computation: VALUE },
    { input: 0, type: "float64", computation: GRADIENT, upstream: 1 },
    { input: 0, type: "float32" },
    { input: 0, type: "float64" },
    { input: 0, type: "float32", computation: GRADIENT, upstream: 0 },
  ];
  const value = x.slice();
  const slope = x.slice();
  const square = new Float32Array(x);
  compute(VALUE.kernel, x, value);
  compute(GRADIENT.kernel, x, slope, new Float64Array(u));
  compute(GRADIENT.kernel, new Float32Array(x), square, new Float32Array(x));
  for (const jobs of [1, 2]) {
    const computed = await run([{ values: x }, { values: u }], results, { jobs });
    assertEquals(
      computed.results.map(({ values }) => values),
      [value, slope, new Float32Array(x), x, square],
    );
  }
});

Deno.test("where a number or its upstream is missing, so is the result", async () => {
  const x = { values: new Float64Array(10).fill(1), valid: new Uint8Array([0b11111110, 0b11]) };
  const u = { values: new Float64Array(10).fill(2), valid: new Uint8Array([0b01111111, 0b01]) };
  const results: Result[] = [
    { input: 0, type: "float64", computation: VALUE },
    { input: 0, type: "float64", computation: GRADIENT, upstream: 1 },
    { input: 1, type: "float32" },
  ];
  const computed = await run([x, u], results);
  assertEquals(
    computed.results.map(({ valid }) => valid),
    [x.valid, new Uint8Array([0b01111110, 0b01]), u.valid],
  );
});

Deno.test("what is outside the domain is counted: not NaN, and not what is missing", async () => {
  const x = {
    values: new Float64Array([-Infinity, NaN, 1, -Infinity, -Infinity]),
    valid: new Uint8Array([0b10111]),
  };
  const u = { values: new Float64Array([NaN, 1, 1, 1, 1]) };
  const results: Result[] = [
    { input: 0, type: "float16", computation: { kernel: valueKernel(DIGAMMA), spec: DIGAMMA } },
    { input: 0, type: "float32", computation: GRADIENT, upstream: 1 },
    { input: 0, type: "float64", computation: VALUE },
    { input: 0, type: "float64" },
  ];
  const check = makeCheck(results);
  const computed = await run([x, u], results);
  for (let batch = 0; batch < 2; batch++) {
    checkBatch(computed, { check, locate: () => "" });
  }
  assertEquals(
    check.summaries(),
    [
      "NaN was written where a value is outside the domain: 4 in y0, 2 in y1; " +
      "--strict makes that an error",
    ],
  );
  assertEquals(makeCheck(results).summaries(), []);
});

Deno.test("where it is refused, the first is named", async () => {
  for (const Floats of [Float64Array, Float32Array, Float16Array]) {
    const x = {
      values: new Floats([NaN, -Infinity, 1, -Infinity]),
      valid: new Uint8Array([0b1101]),
    };
    const type = `float${Floats.BYTES_PER_ELEMENT * 8}` as Result["type"];
    const results: Result[] = [{ input: 0, type, computation: GRADIENT }];
    const check = makeCheck(results, true);
    const computed = await run([x], results);
    const locate = (_: number, row: number) => `column x in row ${row + 1001}`;
    assertThrows(
      () => checkBatch(computed, { check, locate }),
      RangeError,
      "Cannot compute lgamma: column x in row 1004 is -Infinity, outside the domain, all x except 0",
    );
  }
});

/** Computes rows that are entries of a dictionary as such, and as numbers. Returns what is counted, as JSON. */
async function countEntries(numbers: Float64Array, sums: readonly string[]): Promise<string> {
  const rows = 8 * numbers.length + 3;
  const places = Int32Array.from({ length: rows }, (_, i) => i % 9 - 1);
  const valid = new Uint8Array(Math.ceil(rows / 8));
  places.forEach((place, i) => valid[i >> 3] |= Number(place >= 0) << (i & 7));
  const plain: Batch = {
    rows,
    numbers: () => ({ values: Float64Array.from(places, (place) => numbers[place] ?? 5), valid }),
  };
  const columns = [{ name: "n", typeName: "float64", type: "float64" }] as const;
  let asked = 0;
  let counted = "";
  const stored: Batch = {
    ...plain,
    numberEntries() {
      asked++;
      return { places, values: numbers };
    },
  };
  for (const dtype of [undefined, "float32"] as const) {
    const plan = planReduce(columns, {
      kind: "reduce",
      aggregates: sums.map((text) => parseAggregate(text)),
      memory: 2 ** 24,
    }, { from: "in", named: true, dtype });
    for (const jobs of [1, 2]) {
      const outcomes = [];
      for (const batch of [plain, stored, stored]) {
        using engine = openEngine({ ...WORKERS_PAY, jobs, afterMs: 0 });
        const computed = await computeBatch(batch, plan, { engine, mayShare: jobs === 1 });
        const check = new DomainCheck(subjectsOf(plan, { columns }), {
          strict: false,
        });
        checkBatch(computed, { check, locate: () => "" });
        const { results, statuses } = computed;
        const there = places.map((place) => Number(place >= 0));
        outcomes.push({
          counts: check.counts,
          values: results.map(({ values }) => values.filter((_, i) => there[i] === 1)),
          valid: results.map(({ valid }) => valid),
          // Those of a dictionary are left out if none is to be reported.
          statuses: statuses.map((all) => all?.filter((_, i) => there[i] === 1).join("") ?? "")
            .map((all) => all.replace(/^0+$/, "")),
        });
      }
      assertEquals(outcomes[1], outcomes[0]);
      assertEquals(outcomes[2], outcomes[0], "the dictionary is as it was");
      counted += JSON.stringify(outcomes[0].counts);
    }
  }
  assertEquals(asked, 8);
  return counted;
}

Deno.test("rows that are entries of a dictionary have the results, statuses and counts of their numbers", async () => {
  const odd = Float64Array.of(0, 1, 2.5, -1, 7, NaN, 3, 9);
  const sums = ["b = sum(lgamma(n - 1))", "c = max(log(n))", "d = max(n)"];
  const counts = await countEntries(odd, ["a = sum(exp(log(n)) - n)", ...sums]);
  assert(/"zero":[1-9]/.test(counts) && /"pole":[1-9]/.test(counts), counts);
  // Nothing is to be reported of these.
  const usual = Float64Array.of(3.5, 4, 2.5, 11, 7, 100, 3, 9);
  assert(!/[1-9]/.test(await countEntries(usual, sums)));
});
