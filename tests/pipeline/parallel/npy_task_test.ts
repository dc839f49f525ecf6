import { assertEquals, assertObjectMatch, assertRejects } from "@std/assert";
import {
  type NpyAnswer,
  type NpyQuestion,
  openNpyTask,
} from "../../../pipeline/parallel/npy_task.ts";
import {
  openThread,
  openWorkerLoop,
  runWorkerLoop,
} from "../../../pipeline/parallel/worker_loop.ts";
import { compile } from "../../../kernels/compile.ts";
import { compute } from "../../../kernels/engine.ts";
import { makeInstance } from "../../../kernels/instance.ts";
import { openSequencer, SEQUENCER_BYTES } from "../../../threads/sequencer.ts";
import { assertSameBits } from "../../functions/assert_same_bits.ts";
import { Workdir } from "../../workdir.ts";

const kernel = { name: "digamma" } as const;

/** Numbers. Some are NaN and some become NaN. */
function numbers(length: number): number[] {
  return Array.from({ length }, (_, i) => i % 7 === 0 ? NaN : i % 5 === 0 ? -3 : 0.1 + i / 8);
}

async function run(
  dir: Workdir,
  { x, files, ...more }: { x: ArrayBufferView } & Partial<NpyQuestion>,
): Promise<NpyAnswer> {
  const size = (x as Float64Array).BYTES_PER_ELEMENT as 2 | 4 | 8;
  const bytes = new Uint8Array(x.buffer, x.byteOffset, x.byteLength);
  await dir.write("x", new Uint8Array([1, 2, 3, ...bytes]));
  await dir.write("y", "12345");
  const question: NpyQuestion = {
    files: files ?? { input: dir.path("x"), output: dir.path("y") },
    offsets: { input: 3, output: 5 },
    counts: { all: bytes.length / size, chunk: 37 },
    size,
    kernel,
    strict: false,
    order: new SharedArrayBuffer(SEQUENCER_BYTES),
    ...more,
  };
  const thread = openThread(question);
  const task = openNpyTask(makeInstance(compile()), question, thread);
  return runWorkerLoop(openWorkerLoop(task, thread));
}

Deno.test("a worker reads, computes and writes chunks of every type, and counts new NaN", async () => {
  await using dir = await Workdir.create();
  for (const Floats of [Float64Array, Float32Array, Float16Array]) {
    for (const length of [0, 1, 2, 3, 36, 37, 38, 111, 500]) {
      const x = new Floats(numbers(length));
      const expected = x.slice();
      compute(kernel, x, expected);
      const nans = (y: Iterable<number>) => [...y].filter(Number.isNaN).length;
      const { counts: outside, failure } = await run(dir, { x });
      assertEquals(failure, undefined);
      assertEquals(outside[0] ?? 0, nans(expected) - nans(x), `${Floats.name} ${length}`);
      const written = await dir.read("y");
      assertEquals(new TextDecoder().decode(written.subarray(0, 5)), "12345");
      assertSameBits(new Floats(written.slice(5).buffer), expected, `${Floats.name} ${length}`);
    }
  }
});

Deno.test("a worker writes everything before a failure, and reports why and where it stopped", async () => {
  await using dir = await Workdir.create();
  const x = new Float64Array(100).fill(2);
  const early = await run(dir, { x, counts: { all: 101, chunk: 37 } });
  assertEquals(early.failure, { what: "end", bytes: 803, chunk: 2 });
  assertEquals((await dir.read("y")).length, 5 + 2 * 37 * 8);

  const outside = await run(dir, { x: x.with(40, -3), strict: true });
  assertEquals(outside.failure, { what: "domain", chunk: 1 });
  assertEquals((await dir.read("y")).length, 5 + 37 * 8);

  for (const what of ["input", "output"] as const) {
    const { failure } = await run(dir, {
      x,
      files: { input: dir.path("x"), output: dir.path("y"), [what]: dir.path("missing/file") },
    });
    assertEquals(failure?.what, what === "input" ? "read" : "write");
    assertEquals(failure && "name" in failure && failure.name, "NotFound");
  }

  const names = { input: dir.path("x"), output: dir.path("y") };
  const { dev, ino } = await Deno.stat(dir.path("x"));
  const identity = { dev, ino: ino! };
  assertEquals((await run(dir, { x, files: { ...names, identity } })).failure, undefined);
  const { failure } = await run(dir, {
    x,
    files: { ...names, identity: { dev, ino: ino! + 1 } },
  });
  assertObjectMatch(failure!, {
    what: "read",
    message: "It was replaced by another file while it was read",
  });
});

Deno.test("a chunk that was taken is brought to its end, even if the work is stopped meanwhile", async () => {
  await using dir = await Workdir.create();
  const order = new SharedArrayBuffer(SEQUENCER_BYTES);
  const { add } = Atomics;
  // Another thread fails right after this one has taken its first chunk.
  Atomics.add = ((array: Int32Array, index: number, value: number): number => {
    const before = add(array, index, value);
    if (array.buffer === order && index === 1) openSequencer(order).abort();
    return before;
  }) as typeof add;
  try {
    const x = new Float64Array(100).fill(2);
    const answer = await run(dir, { x, order, files: undefined });
    assertEquals(answer.failure, undefined);
  } finally {
    Atomics.add = add;
  }
  assertEquals((await dir.read("y")).length, 5 + 37 * 8);
});

Deno.test("a worker that throws stops the order of chunks, so that no other waits for it", async () => {
  await using dir = await Workdir.create();
  const order = new SharedArrayBuffer(SEQUENCER_BYTES);
  const unknown = { name: "gamma" as "lgamma" };
  const x = new Float64Array(100).fill(2);
  await assertRejects(() => run(dir, { x, order, kernel: unknown }));
  assertEquals(openSequencer(order).aborted, true);
});
