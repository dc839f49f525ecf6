import { assertEquals } from "@std/assert";
import { outcomesOf } from "../../../formats/csv/transform_plan.ts";
import { CSV_DEFAULTS } from "../../../formats/csv/dialect.ts";
import { openTransformer } from "../../../formats/csv/record_transformer.ts";
import { registry } from "../../../functions/registry.ts";
import { compile } from "../../../kernels/compile.ts";
import { type Instance, makeInstance } from "../../../kernels/instance.ts";
import { planRecords } from "../../../pipeline/inputs/plan_records.ts";
import { planTable } from "../../../plan/plan_table.ts";
import type { ApplyWork } from "../../../plan/request.ts";

const COMMA = 44;
const INSTANCE = makeInstance(compile());

/**
 * Transforms a text with two columns, and lists the kernels that run, those of two results with
 * `both`.
 */
function transform(text: string, work: ApplyWork, dtype: "float16" | "float32" | "float64") {
  const calls: string[] = [];
  const watched: Instance = {
    ...INSTANCE,
    choose(name, isFloat32, hasUpstream) {
      const { isShort, run, both } = INSTANCE.choose(name, isFloat32, hasUpstream);
      return {
        isShort,
        run: (...args) => (calls.push(`${name} ${isShort ? 32 : 64}`), run(...args)),
        both: (...args) => (calls.push(`both ${name} ${isShort ? 32 : 64}`), both!(...args)),
      };
    },
  };
  const columns = ["x", "u"].map((name) => ({ name, typeName: "text", type: "decimal" } as const));
  const plan = planRecords(planTable(columns, work, { from: "x.csv", named: true, dtype }), {
    csv: CSV_DEFAULTS,
    columns: 2,
    strict: false,
    chunkSize: 2 ** 20,
    delimiter: COMMA,
    newDelimiter: COMMA,
  });
  const transformer = openTransformer(watched, plan);
  const bytes = new TextEncoder().encode(text);
  transformer.room(bytes.length).set(bytes);
  const made = transformer.transform({ start: 0, end: bytes.length });
  const rows = new TextDecoder().decode(made.text).trimEnd().split("\n");
  return {
    calls,
    cells: rows.map((row) => row.split(",").slice(2)),
    outside: outcomesOf(made.counts, plan),
  };
}

const TEXT = Array.from({ length: 100 }, (_, i) => {
  const x = i % 11 === 0 ? "" : String((i - 20) / 7);
  return `${x},${i % 7 === 0 ? "" : i / 3}\n`;
}).join("");

for (const spec of registry) {
  const parameter = spec.name === "polygamma" ? 1 : spec.name === "multigammaln" ? 2 : undefined;
  const base = {
    kind: "apply",
    spec,
    parameter,
    columns: "x",
    replace: false,
    only: false,
  } as const;
  for (const dtype of ["float64", "float32", "float16"] as const) {
    for (const upstream of [undefined, "u"]) {
      const times = upstream === undefined ? "" : " times an upstream";
      Deno.test(`${spec.name} and its gradient${times} in ${dtype} over CSV are those computed alone`, () => {
        const run = (results: ApplyWork["results"], upstream?: string) =>
          transform(TEXT, { ...base, results, upstream }, dtype);
        const both = run("value and gradient", upstream);
        const value = run("value");
        const gradient = run("gradient", upstream);
        const expected = value.cells.map((cells, i) => [...cells, ...gradient.cells[i]]);
        assertEquals(both.cells, expected);
        assertEquals(both.outside, [...value.outside, ...gradient.outside]);
        // A float32 gradient with an upstream is computed in float64, and its value is not.
        const isApart = dtype === "float32" && upstream !== undefined;
        assertEquals(both.calls.length, isApart ? 2 : 1, both.calls.join(", "));
      });
    }
  }
}
