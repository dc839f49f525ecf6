import { assertEquals } from "@std/assert";
import { openFitEngine } from "../../../pipeline/fit/fit_engine.ts";
import type { FitModel } from "../../../pipeline/fit/fit_share.ts";
import { shareRows } from "../../../pipeline/fit/share_rows.ts";
import { compile, resolve } from "../../../plan/expression/expression.ts";
import { Graph } from "../../../plan/expression/graph.ts";
import { Random } from "../../../support/random.ts";

/** Computes `n * log(m) - m` and `m` for a parameter m, and for a column n. */
function makeModel(hasGroups: boolean): FitModel {
  const graph = new Graph();
  const inputs: string[] = [];
  const outputs = ["n * log(m) - m", "m"].map((text) => resolve(text, { graph, inputs }));
  const { program, columns } = compile(graph, outputs);
  const parameters = columns.map((column) => inputs[column] === "m" ? 0 : -1);
  return { program, inputs: parameters, width: 1, hasGroups, seed: 5n };
}

async function sumsOf(
  { jobs, hasGroups, size, order }: {
    jobs: number;
    hasGroups: boolean;
    /** Rows of a block. */
    size: number;
    order: readonly number[];
  },
): Promise<{ sums: number[][]; undefined: number; workers: number }> {
  const random = new Random(11);
  const values = order.map(() => random.between(-1, 1) * 2 ** random.between(-40, 40));
  const found: number[][] = [];
  const model = makeModel(hasGroups);
  using engine = openFitEngine(model, { jobs, aloneMs: 0 });
  let count = 0;
  // The second pass needs only some groups, and its sums are not those of the first.
  for (const needed of [undefined, Uint8Array.of(1, 0, 1, 1)]) {
    const place = { parameters: Float64Array.of(...hasGroups ? [0.5, 1, 3, -1] : [0.5]), needed };
    const answers = [];
    for (let first = 0; first < order.length; first += size) {
      const rows = order.slice(first, first + size);
      answers.push(engine.add(
        place,
        shareRows({
          groups: Uint32Array.from(rows, (row) => hasGroups ? row % 4 : 0),
          columns: [Float64Array.from(rows, (row) => values[row])],
          counts: Float64Array.from(rows, (row) => 1 + row % 3),
          first,
        }),
      ));
    }
    for (const answer of await Promise.all(answers)) count += answer.undefined;
    const sums = await engine.join();
    const all: number[][] = [];
    sums.take((group, [value, m], rows) => all.push([group, value, m, rows]));
    found.push(...all.sort(([a], [b]) => a - b));
  }
  return { sums: found, undefined: count, workers: engine.workers };
}

Deno.test("sums of all threads have the bits of one, for any order of rows and size of blocks", async () => {
  const order = Array.from({ length: 4001 }, (_, i) => i);
  const random = new Random(3);
  const shuffled = order.map((row) => [random.between(0, 1), row]).sort(([a], [b]) => a - b)
    .map(([, row]) => row);
  for (const hasGroups of [false, true]) {
    const alone = await sumsOf({ jobs: 1, hasGroups, size: 4001, order });
    assertEquals(alone.sums.map(([group]) => group), hasGroups ? [0, 1, 2, 3, 0, 2, 3] : [0, 0]);
    assertEquals(alone.workers, 0);
    for (const [jobs, size] of [[1, 300], [2, 500], [3, 37]]) {
      const { workers, ...found } = await sumsOf({ jobs, hasGroups, size, order: shuffled });
      assertEquals({ ...found, workers: 0 }, alone);
      assertEquals(workers, jobs === 1 ? 0 : jobs);
    }
  }
});
