import {
  assert,
  assertEquals,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import type { FloatArray } from "../../kernels/float_types.ts";
import type { Kernel } from "../../kernels/job.ts";
import { GpuEngine } from "../../webgpu/engine.ts";
import { SLOTS } from "../../webgpu/conveyor.ts";
import { makePlainProgram, makeWrongProgram } from "./plain_programs.ts";
import { testDevice, testOnGpu } from "./test_on_gpu.ts";
import { watchDevice, type WatchOptions } from "./watched_device.ts";

// Programs that only invert bits: it is their way to the device and back that is tested here. What
// the real ones compute: tests/kernels/every_engine_test.ts.

const KERNEL: Kernel = { name: "lgamma" };
const OTHER: Kernel = { name: "digamma" };
const types = [Float32Array, Float16Array] as unknown as Float64ArrayConstructor[];

/** An array of bits in no order, none of them a NaN, whose bits could change on the way. */
function ramp(Floats: Float64ArrayConstructor, length: number): Float64Array<ArrayBuffer> {
  return Floats.from({ length }, (_, i) => (i * 7919 % 2048) / 8 - 100);
}

function bitsOf(array: FloatArray): Uint16Array | Uint32Array {
  const { buffer, byteOffset, length } = array;
  const Bits =
    (array instanceof Float16Array ? Uint16Array : Uint32Array) as Uint32ArrayConstructor;
  return new Bits(buffer, byteOffset, length);
}

function assertInverted(actual: FloatArray, x: FloatArray, msg: string): void {
  const expected = bitsOf(x.slice()).map((word) => ~word);
  const found = bitsOf(actual);
  assertEquals(found.length, expected.length, msg);
  const i = found.findIndex((word, i) => word !== expected[i]);
  assertEquals(i, -1, `${msg}, element ${i}`);
}

async function openPlain(options: WatchOptions = {}) {
  const watched = watchDevice(await testDevice(), options);
  return { ...watched, watched, engine: new GpuEngine(watched.device, { make: makePlainProgram }) };
}

testOnGpu("arrays of any length and place go through, float16 of odd ones too", async () => {
  using engine = new GpuEngine(await testDevice(), { make: makePlainProgram });
  for (const Floats of types) {
    for (const length of [0, 1, 2, 3, 63, 64, 65, 257, 5001]) {
      for (const start of [0, 1, 3]) {
        const x = ramp(Floats, length + start).subarray(start);
        const given = ramp(Floats, length + start);
        const [y] = await engine.run([{ kernel: KERNEL, x: given.subarray(start) }]);
        assertInverted(y, x, `${Floats.name}, ${length} from ${start}`);
        assertEquals(given.subarray(0, start), ramp(Floats, start), "what stands before stays");
      }
    }
  }
});

testOnGpu("results stand in the array that was given up", async () => {
  using engine = new GpuEngine(await testDevice(), { make: makePlainProgram });
  const x = ramp(types[0], 100);
  assertStrictEquals((await engine.run([{ kernel: KERNEL, x }]))[0], x);
});

const limits: readonly [string, Partial<GPUSupportedLimits>][] = [
  ["few workgroups", { maxComputeWorkgroupsPerDimension: 3 }],
  ["small bindings", { maxStorageBufferBindingSize: 1000 }],
  ["small buffers", { maxBufferSize: 523 }],
];
for (const [title, limit] of limits) {
  testOnGpu(`a device of ${title} gets pieces that it can take`, async () => {
    const { engine, watched } = await openPlain({ limits: limit });
    using _ = engine;
    for (const Floats of types) {
      const x = ramp(Floats, 5001);
      const upstream = ramp(Floats, 5001).fill(0);
      const [y, z] = await engine.run([
        { kernel: KERNEL, x: x.slice() },
        { kernel: KERNEL, x: x.slice(), upstream },
      ]);
      assertInverted(y, x, Floats.name);
      assertInverted(z, x, Floats.name);
    }
    const most = limit.maxStorageBufferBindingSize ?? limit.maxBufferSize ?? Infinity;
    assert(watched.alive.every((size) => size <= most), `${watched.alive}`);
  });
}

testOnGpu("an array longer than the largest piece comes back whole", async () => {
  using engine = new GpuEngine(await testDevice(), { make: makePlainProgram });
  for (const Floats of types) {
    const x = ramp(Floats, 9_000_001);
    const [y] = await engine.run([{ kernel: KERNEL, x: x.slice() }]);
    assertInverted(y, x, Floats.name);
  }
});

testOnGpu("one array can be the input of several jobs and the upstream of others", async () => {
  const { engine } = await openPlain({ limits: { maxBufferSize: 400 } });
  using _ = engine;
  const x = ramp(types[0], 1001);
  const zeros = x.map(() => 0);
  const given = x.slice();
  const results = await engine.run([
    { kernel: KERNEL, x: given, upstream: zeros },
    { kernel: OTHER, x: given },
    { kernel: KERNEL, x: given.subarray(1) },
    { kernel: KERNEL, x: given, upstream: given },
  ]);
  assertInverted(results[0], x, "job 0");
  assertInverted(results[1], x, "job 1");
  assertInverted(results[2], x.subarray(1), "job 2");
  assert(bitsOf(results[3]).every((word) => word === 0xffffffff), "job 3");
});

testOnGpu("thousands of runs use the buffers of the first", async () => {
  const { engine, made, watched } = await openPlain();
  using _ = engine;
  const lengths = [1, 70_000, 300, 0, 4096, 9001];
  for (let turn = 0; turn < 340; turn++) {
    await Promise.all(lengths.map(async (length, i) => {
      const x = ramp(types[i % 2], length);
      const upstream = i % 3 === 0 ? ramp(types[i % 2], length).fill(0) : undefined;
      const kernel = i % 2 === 0 ? KERNEL : OTHER;
      const [y] = await engine.run([{ kernel, x: x.slice(), upstream }]);
      assertInverted(y, x, `turn ${turn}, length ${length}`);
    }));
  }
  // Each slot has five buffers, which grow from 1 KiB to the size of the longest array, at most
  // nine times; which slot a piece gets depends on time. Each of the four programs has a table.
  const tables = 4;
  assert(watched.alive.length <= 5 * SLOTS + tables, `${watched.alive.length} buffers`);
  assert(made.buffers <= 10 * 5 * SLOTS + tables, `${made.buffers} buffers were made`);
  // One with upstream and one without, whichever the kernel and the type: the code is the same.
  assertEquals(made.pipelines, 2);
});

const LOST = "Cannot compute on the GPU: the device was lost: ";

testOnGpu("a device that is lost fails what runs, and what is asked for later", async () => {
  const { engine, device, held } = await openPlain({ holdFrom: 2 ** 20 });
  using _ = engine;
  const x = ramp(types[0], 4);
  assertInverted((await engine.run([{ kernel: KERNEL, x: x.slice() }]))[0], x, "before it");
  // More pieces than there are slots: some are computed, some wait, and none can come back.
  const runs = [1, 2, 3].map(() => engine.run([{ kernel: KERNEL, x: ramp(types[0], 2 ** 22) }]));
  await held;
  device.destroy();
  for (const run of await Promise.allSettled(runs)) assertLost(run);
  assertLost(...await Promise.allSettled([engine.run([{ kernel: OTHER, x }])]));
});

testOnGpu("whenever a device is lost, that is the reason of all that fails", async () => {
  for (let loseAt = 1; loseAt <= 8; loseAt++) {
    const { engine } = await openPlain({ loseAt });
    using _ = engine;
    // Four arrays of two pieces each.
    const runs = await Promise.allSettled(
      [1, 2, 3, 4].map(() => engine.run([{ kernel: KERNEL, x: ramp(types[0], 2 ** 20 + 100) }])),
    );
    assertLost(runs.at(-1)!);
    for (const run of runs) if (run.status === "rejected") assertLost(run);
  }
});

function assertLost(settled: PromiseSettledResult<unknown>): void {
  const message = settled.status === "rejected" ? settled.reason.message : "it succeeded";
  assertStringIncludes(message, LOST);
}

testOnGpu("disposing fails what has not been finished", async () => {
  const engine = new GpuEngine(await testDevice(), { make: makePlainProgram });
  const run = engine.run([{ kernel: KERNEL, x: ramp(types[0], 2 ** 22) }]);
  engine[Symbol.dispose]();
  engine[Symbol.dispose]();
  await assertRejects(() => run, Error, "Cannot compute on the GPU: the device was closed");
});

testOnGpu("a device that is out of memory says so, and can be tried again", async () => {
  const { engine } = await openPlain({ fullFrom: 2 ** 20 });
  using _ = engine;
  await assertRejects(
    () => engine.run([{ kernel: KERNEL, x: ramp(types[0], 2 ** 18) }]),
    Error,
    "Cannot compute on the GPU: it is out of memory: not enough memory left",
  );
  const x = ramp(types[0], 1000);
  assertInverted((await engine.run([{ kernel: KERNEL, x: x.slice() }]))[0], x, "after it");
});

testOnGpu("a shader that does not compile fails in one line", async () => {
  using engine = new GpuEngine(await testDevice(), { make: makeWrongProgram });
  const { message } = await assertRejects(
    () => engine.run([{ kernel: KERNEL, x: ramp(types[0], 4) }]),
    Error,
    "Cannot compute on the GPU: the shader of lgamma does not compile: ",
  );
  assert(!message.includes("\n"), message);
});

testOnGpu("float64 is refused", async () => {
  using engine = new GpuEngine(await testDevice(), { make: makePlainProgram });
  await assertRejects(
    () => engine.run([{ kernel: KERNEL, x: new Float64Array(4) }]),
    Error,
    "Cannot compute on the GPU: it has no float64; convert to float32",
  );
});
