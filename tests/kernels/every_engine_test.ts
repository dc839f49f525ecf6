import { assertEquals } from "@std/assert";
import { compute } from "../../kernels/engine.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import type { Kernel } from "../../kernels/job.ts";
import { assertUlpEquals } from "../../testing/mod.ts";
import { subjects } from "../functions/subjects.ts";
import { engines, floats } from "./engines.ts";

// What holds for every engine. What only some have: job_engine_test.ts, pool_test.ts, tests/webgpu.

const LGAMMA: Kernel = { name: "lgamma" };
const DIGAMMA: Kernel = { name: "digamma" };
const SPECIAL = [NaN, Infinity, -Infinity, 0, -0, -1, -2, 1, 2, 0.5, 1e-40, -1e-40, 3e38, 65504];
const X = [...SPECIAL, ...Array.from({ length: 1500 }, (_, i) => (i - 300) * 0.0375 + 0.01)];

function computed(kernel: Kernel, x: FloatArray, upstream?: FloatArray): FloatArray {
  const out = x.slice();
  compute(kernel, x, out, upstream);
  return out;
}

for (const { name, types, open, test, ulp } of engines) {
  test(`${name} computes every function and gradient, alone and times upstream`, async () => {
    using engine = await open();
    for (const type of types) {
      for (const { title, kernel } of subjects) {
        const x = floats(type, X);
        const upstream = floats(type, X.map((value) => 1 + value / 64));
        const expected = [computed(kernel, x), computed(kernel, x, upstream)];
        const actual = await engine.run([
          { kernel, x: x.slice() },
          { kernel, x: x.slice(), upstream },
        ]);
        const msg = `${title}, ${type}`;
        expected.forEach((y, i) => assertUlpEquals(actual[i] as Float64Array, y, { ulp, msg }));
      }
    }
  });

  test(`${name} gives results in order, of any length, whichever is done first`, async () => {
    using engine = await open();
    const type = types[0];
    const lengths = [70_000, 1, 40_000, 0, 16_384, 16_385, 3, 100_000];
    const results = await Promise.all(
      lengths.map((length, i) =>
        engine.run([
          { kernel: LGAMMA, x: floats(type, new Array(length).fill(i + 3.5)) },
          { kernel: DIGAMMA, x: floats("float32", new Array(length).fill(i + 3.5)) },
        ])
      ),
    );
    lengths.forEach((length, i) => {
      const numbers = new Array(length).fill(i + 3.5);
      const expected = [
        computed(LGAMMA, floats(type, numbers)),
        computed(DIGAMMA, floats("float32", numbers)),
      ];
      expected.forEach((y, j) => {
        assertUlpEquals(results[i][j] as Float64Array, y, { ulp, msg: `batch ${i}, job ${j}` });
      });
    });
  });

  test(`${name} takes one array for several jobs, as x and as upstream, and parts of it`, async () => {
    using engine = await open();
    for (const type of types) {
      const jobs = (x: FloatArray, w: FloatArray) => [
        { kernel: LGAMMA, x: x.subarray(100, 900), upstream: x.subarray(90, 890) },
        { kernel: LGAMMA, x },
        { kernel: DIGAMMA, x, upstream: w },
        { kernel: DIGAMMA, x, upstream: x },
        { kernel: LGAMMA, x: w },
        { kernel: LGAMMA, x: x.subarray(101) },
      ];
      const [x, w] = [floats(type, X), floats(type, X.toReversed())];
      const expected = jobs(x, w).map((job) => computed(job.kernel, job.x, job.upstream));
      const actual = await engine.run(jobs(x.slice(), w.slice()));
      expected.forEach((y, i) => {
        assertUlpEquals(actual[i] as Float64Array, y, { ulp, msg: `${type}, job ${i}` });
      });
    }
  });

  test(`${name} has no results for no jobs`, async () => {
    using engine = await open();
    assertEquals(await engine.run([]), []);
  });
}
