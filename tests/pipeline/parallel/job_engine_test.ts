import { assert, assertEquals } from "@std/assert";
import { compute } from "../../../kernels/engine.ts";
import type { FloatArray } from "../../../kernels/float_types.ts";
import { openEngine } from "../../../pipeline/parallel/job_engine.ts";
import { WORKERS_PAY } from "../../../pipeline/thresholds.ts";
import { assertSameBits } from "../../functions/assert_same_bits.ts";

const kernel = { name: "lgamma" } as const;
const X = Float64Array.from({ length: 1500 }, (_, i) => (i - 300) * 0.0375 + 0.01);
const Y = X.slice();
compute(kernel, X, Y);

Deno.test("an engine for one job at a time computes at once, in place, with no worker", () => {
  using engine = openEngine({ ...WORKERS_PAY, jobs: 1, afterMs: 0 });
  const x = X.slice();
  const results = engine.run([{ kernel, x }]) as FloatArray[];
  assert(results[0] === x);
  assertSameBits(results[0], Y, "in place");
  assertEquals(engine.workers, 0);
});

Deno.test("workers start when computing here has taken a while, and not before", async () => {
  const always = { minNsPerElement: 0, minNsPerArray: 0 };
  using engine = openEngine({ ...WORKERS_PAY, ...always, jobs: 2, afterMs: 5 });
  let results = await engine.run([{ kernel, x: X.slice() }]);
  assertEquals(engine.workers, 0);
  for (let i = 0; i < 1e6 && engine.workers === 0; i++) {
    results = await engine.run([{ kernel, x: X.slice() }]);
  }
  assertSameBits(results[0], Y, "from the worker");
  assertEquals(engine.workers, 1);
});

Deno.test("what is cheap starts no worker, however much there is of it", async () => {
  // Elements that take no time, and arrays that are too short to be moved.
  for (const cheap of [{ minNsPerElement: Infinity }, { minNsPerArray: Infinity }]) {
    using engine = openEngine({
      ...WORKERS_PAY,
      minNsPerElement: 0,
      ...cheap,
      jobs: 2,
      afterMs: 1,
    });
    // Far more than what takes a millisecond.
    for (let i = 0; i < 5000; i++) await engine.run([{ kernel, x: X.slice() }]);
    assertEquals(engine.workers, 0);
  }
});

Deno.test("a small input starts no worker", async () => {
  using engine = openEngine({ ...WORKERS_PAY, jobs: 2 });
  for (let i = 0; i < 3; i++) {
    assertSameBits((await engine.run([{ kernel, x: X.slice() }]))[0], Y, "");
  }
  assertEquals(engine.workers, 0);
});

Deno.test("where there are no workers, an engine does without", async () => {
  const { Worker } = globalThis;
  try {
    (globalThis as { Worker?: unknown }).Worker = undefined;
    using engine = openEngine({ ...WORKERS_PAY, jobs: 2, afterMs: 0 });
    assertSameBits((await engine.run([{ kernel, x: X.slice() }]))[0], Y, "here");
  } finally {
    globalThis.Worker = Worker;
  }
});
