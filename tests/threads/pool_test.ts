import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { compute, type Kernel, type KernelName } from "../../kernels/engine.ts";
import { statusesOf } from "../../kernels/result_status.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import { compileProgram } from "../../plan/expression/compile_program.ts";
import { Graph } from "../../plan/expression/graph.ts";
import { openPool } from "../../threads/pool.ts";
import { assertSameBits } from "../functions/assert_same_bits.ts";
import { subjects } from "../functions/subjects.ts";

const types = [Float64Array, Float32Array, Float16Array] as unknown as Float64ArrayConstructor[];
const LGAMMA: Kernel = { name: "lgamma" };
const DIGAMMA: Kernel = { name: "digamma" };
const X = Array.from({ length: 1500 }, (_, i) => (i - 300) * 0.0375 + 0.01);

function computed(kernel: Kernel, x: FloatArray, upstream?: FloatArray): FloatArray {
  const out = x.slice();
  compute(kernel, x, out, upstream);
  return out;
}

Deno.test("every function has the same bits from a worker as here, in each type", async () => {
  using pool = openPool(2);
  for (const { title, kernel } of subjects) {
    for (const Floats of types) {
      const x = new Floats(X);
      const upstream = new Floats(X).reverse();
      const expected = [computed(kernel, x), computed(kernel, x, upstream)];
      const actual = await pool.run([
        { kernel, x: x.slice() },
        { kernel, x: x.slice(), upstream },
      ]);
      expected.forEach((y, i) => assertSameBits(actual[i], y, `${title}, ${Floats.name}`));
    }
  }
});

Deno.test("a worker computes rows of expressions that need many more digits", async () => {
  using pool = openPool(1);
  const graph = new Graph();
  const x = graph.column(0);
  // log(1 + exp(x)) at 800, where a part is beyond the range of float64.
  const node = graph.call("log", graph.add(graph.number(1), graph.call("exp", x)));
  const inputs = [Float64Array.of(800)];
  const { program } = compileProgram([node]);
  const [actual] = await pool.run([{ x: inputs[0], expressions: { program, inputs } }]);
  assertEquals(actual.subarray(0, 1), Float64Array.of(800));
  assertEquals(statusesOf(actual as Float64Array, 1), Uint8Array.of(0));
});

Deno.test("results come back in order, over more blocks than one, whichever is done first", async () => {
  using pool = openPool(3);
  const lengths = [70_000, 1, 40_000, 0, 16_384, 16_385, 3, 100_000];
  const results = await Promise.all(
    lengths.map((length, i) =>
      pool.run([
        { kernel: LGAMMA, x: new Float64Array(length).fill(i + 3.5) },
        { kernel: DIGAMMA, x: new Float32Array(length).fill(i + 3.5) },
      ])
    ),
  );
  assertEquals(pool.workers, 3);
  lengths.forEach((length, i) => {
    const x = new Float64Array(length).fill(i + 3.5);
    assertSameBits(results[i][0], computed(LGAMMA, x), `batch ${i}`);
    assertSameBits(results[i][1], computed(DIGAMMA, Float32Array.from(x)), `batch ${i}`);
  });
});

Deno.test("no jobs have no results", async () => {
  using pool = openPool(1);
  assertEquals(await pool.run([]), []);
});

Deno.test("arrays that fill their buffer are moved; parts of one are copied and stay", async () => {
  using pool = openPool(1);
  const whole = new Float64Array(X);
  const all = new Float64Array(X);
  const part = all.subarray(100, 200);
  const shared = new Float64Array(new SharedArrayBuffer(8)).fill(3);
  const [a, b, c] = await pool.run([whole, part, shared].map((x) => ({ kernel: LGAMMA, x })));
  const expected = computed(LGAMMA, new Float64Array(X));
  assertSameBits(a, expected, "whole");
  assertSameBits(b, expected.subarray(100, 200), "part");
  assertSameBits(c, [Math.log(2)], "shared");
  assertEquals(whole.length, 0);
  assertSameBits(all, X, "the rest");
  assertEquals(shared[0], 3);
});

Deno.test("an array can be the input of several jobs and the upstream of others", async () => {
  using pool = openPool(1);
  const x = new Float64Array(X);
  const w = new Float64Array(X).reverse();
  const jobs = (x: FloatArray, w: FloatArray) => [
    { kernel: LGAMMA, x },
    { kernel: DIGAMMA, x, upstream: w },
    { kernel: DIGAMMA, x, upstream: x },
    { kernel: LGAMMA, x: w },
  ];
  const expected = jobs(x, w).map((job) => computed(job.kernel, job.x, job.upstream));
  const actual = await pool.run(jobs(x.slice(), w.slice()));
  expected.forEach((y, i) => assertSameBits(actual[i], y, `job ${i}`));
});

Deno.test("a job that fails fails its run with its message, and no other", async () => {
  using pool = openPool(1);
  const wrong = { name: "nonsense" as KernelName };
  const failing = pool.run([{ kernel: wrong, x: Float64Array.of(1) }]);
  const waiting = pool.run([{ kernel: LGAMMA, x: Float64Array.of(3) }]);
  await assertRejects(() => failing, TypeError, "no kernel is called nonsense");
  assertEquals((await waiting)[0][0], Math.log(2));
});

Deno.test("an array that was given up before fails its run, and no other", async () => {
  using pool = openPool(1);
  const x = Float64Array.of(3);
  const first = pool.run([{ kernel: LGAMMA, x }]);
  const second = pool.run([{ kernel: LGAMMA, x }]);
  const third = pool.run([{ kernel: LGAMMA, x: Float64Array.of(3) }]);
  await assertRejects(() => second);
  assertEquals((await first)[0][0], Math.log(2));
  assertEquals((await third)[0][0], Math.log(2));
});

Deno.test("disposing fails what is running and waiting, and what is asked for later", async () => {
  const pool = openPool(1);
  const runs = [1, 2].map(() => pool.run([{ kernel: LGAMMA, x: new Float64Array(1e6).fill(3) }]));
  pool[Symbol.dispose]();
  pool[Symbol.dispose]();
  for (const run of runs) await assertRejects(() => run, Error, "the pool was closed");
  await assertRejects(() => pool.run([]), Error, "the pool was closed");
});

Deno.test("a worker starts only when no other is free", async () => {
  using pool = openPool(4);
  assertEquals(pool.workers, 0);
  for (let i = 0; i < 3; i++) await pool.run([]);
  assertEquals(pool.workers, 1);
});

Deno.test("a pool has one worker at least", () => {
  for (const size of [0, -1, 1.5, NaN]) {
    assertThrows(() => openPool(size), RangeError, `size must be an integer >= 1, got ${size}`);
  }
});

/** Runs pool_program.ts without any permission. */
async function runProgram(how: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = new URL("./pool_program.ts", import.meta.url);
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-check", program.href, how],
    signal: AbortSignal.timeout(30_000),
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

const endings = [
  ["disposed", "2.000000 6.000000 24.000000\n"],
  ["disposed while running", "done\n"],
  ["left by an exit while running", "done\n"],
];
for (const [how, stdout] of endings) {
  Deno.test(`a process with a pool that is ${how} ends, and needs no permission`, async () => {
    assertEquals(await runProgram(how), { code: 0, stdout, stderr: "" });
  });
}

Deno.test("a worker that dies fails all runs with its message", async () => {
  const { code, stdout } = await runProgram("of workers that die");
  assertEquals(stdout.match(/a worker failed: .*out of luck/g)?.length, 3, stdout);
  assertEquals(code, 0);
});

Deno.test({
  name: "a pool has as many workers as there are files for, and says so where there are none",
  ignore: Deno.build.os === "windows",
  async fn() {
    const { openSync } = Deno;
    /** Lets the process open so many files at the same time. */
    async function limit(files: number, action: () => Promise<void>): Promise<void> {
      let left = files;
      Deno.openSync = (...args) => {
        if (left-- === 0) throw new Error("Too many open files (os error 24)");
        return openSync(...args);
      };
      try {
        await action();
      } finally {
        Deno.openSync = openSync;
      }
    }
    const jobs = () => [{ kernel: { name: "lgamma" } as const, x: new Float64Array([3]) }];
    await limit(2 * 8 + 4, async () => {
      using pool = openPool(4);
      const results = await Promise.all([1, 2, 3, 4, 5].map(() => pool.run(jobs())));
      assertEquals(results.map(([[y]]) => y), Array(5).fill(Math.log(2)));
      assertEquals(pool.workers, 2);
    });
    await limit(8 + 3, async () => {
      using pool = openPool(4);
      await assertRejects(() => pool.run(jobs()), Error, "allow more with ulimit -n");
    });
  },
});
