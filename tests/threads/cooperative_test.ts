import { assert, assertEquals } from "@std/assert";
import { compute } from "../../kernels/engine.ts";
import { openEngine } from "../../pipeline/parallel/job_engine.ts";
import { WORKERS_PAY } from "../../pipeline/thresholds.ts";
import { cooperate, MAX_SILENCE_MS } from "../../threads/cooperative.ts";
import { fastClock } from "../fast_clock.ts";
import { assertSameBits } from "../functions/assert_same_bits.ts";

function* count(steps: number, taken: number[]): Generator<undefined, string> {
  for (let i = 0; i < steps; i++) {
    taken.push(i);
    yield;
  }
  return "done";
}

Deno.test("work that is soon done is done at once", () => {
  assertEquals(cooperate(count(3, [])), "done");
  assertEquals(cooperate(count(0, [])), "done");
});

Deno.test("work that takes long lets the event loop have its turn again and again", async () => {
  const taken: number[] = [];
  using _clock = fastClock(MAX_SILENCE_MS / 2);
  const result = cooperate(count(100, taken));
  assert(result instanceof Promise);
  assertEquals(taken.length, 2, "steps before the first pause");
  let turns = 0;
  let isDone = false;
  const waiting = (async () => {
    for (; !isDone; turns++) await new Promise((resolve) => setTimeout(resolve, 0));
  })();
  assertEquals(await result, "done");
  isDone = true;
  await waiting;
  assertEquals(taken.length, 100);
  assert(turns > 1, `${turns} turns of the event loop`);
});

Deno.test("an engine listens while it computes on the calling thread, with the same bits", async () => {
  const x = Float64Array.from({ length: 100_000 }, (_, i) => 0.1 + i / 1000);
  const w = x.map((x) => 1 / x);
  const jobs = () => [
    { kernel: { name: "lgamma" } as const, x: x.slice() },
    { kernel: { name: "i0e" } as const, x: x.slice(), upstream: w.slice() },
  ];
  const both = x.slice();
  const pair = [
    { kernel: { name: "lgamma" } as const, x: both },
    { kernel: { name: "digamma" } as const, x: both, upstream: w.slice() },
  ];
  using engine = openEngine({ ...WORKERS_PAY, jobs: 1 });
  let [values, pairs]: [Float64Array[], Float64Array[]] = [[], []];
  {
    using _clock = fastClock(MAX_SILENCE_MS);
    const result = engine.run(jobs());
    assert(result instanceof Promise);
    values = await result as Float64Array[];
    pairs = await engine.run(pair) as Float64Array[];
  }
  const expect = (name: "lgamma" | "digamma" | "i0e", upstream?: Float64Array) => {
    const y = x.slice();
    compute({ name }, x, y, upstream);
    return y;
  };
  assertSameBits(values[0], expect("lgamma"), "lgamma");
  assertSameBits(values[1], expect("i0e", w), "i0e");
  assertSameBits(pairs[0], expect("lgamma"), "lgamma of a pair");
  assertSameBits(pairs[1], expect("digamma", w), "digamma of a pair");
});
