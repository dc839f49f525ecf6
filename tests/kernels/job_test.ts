import { assertEquals } from "@std/assert";
import { findOverwriters, type Job } from "../../kernels/job.ts";

const kernel = { name: "lgamma" } as const;

Deno.test("a job may write over its input where no later one reads it, nor it its own factors", () => {
  const [a, b, c] = [new Float64Array(8), new Float64Array(8), new Float64Array(8)];
  const cases: [Omit<Job, "kernel">[], boolean[]][] = [
    [[], []],
    [[{ x: a }, { x: b }, { x: c }], [true, true, true]],
    [[{ x: a }, { x: a }, { x: a }], [false, false, true]],
    [[{ x: a }, { x: b, upstream: a }], [false, true]],
    [[{ x: b, upstream: a }, { x: a }], [true, true]],
    [[{ x: a, upstream: a }], [true]],
    // What is read at one place must not have been written at another.
    [[{ x: a.subarray(0, 4), upstream: a.subarray(1, 5) }], [false]],
    [[{ x: a.subarray(0, 4) }, { x: a.subarray(2, 6) }], [false, true]],
  ];
  for (const [jobs, expected] of cases) {
    assertEquals(findOverwriters(jobs.map((job) => ({ kernel, ...job }))), expected);
  }
});

Deno.test("a job for each of 300,000 columns is looked at once", () => {
  // Whoever compares each with all others has 45 billion pairs, an hour.
  const factors = new Float64Array(1);
  const jobs = Array.from({ length: 300_000 }, () => ({
    kernel,
    x: new Float64Array(1),
    upstream: factors,
  }));
  assertEquals(findOverwriters(jobs).every((overwrites) => overwrites), true);
});
