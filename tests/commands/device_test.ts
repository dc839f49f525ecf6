import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { formatHeader } from "../../formats/npy/header.ts";
import { digamma, lgamma, readTable, writeTable } from "../../mod.ts";
import { assertUlpEquals } from "../../testing/mod.ts";
import { makeNpy } from "../../support/make_npy.ts";
import { isSkipped, testOnGpu } from "../webgpu/test_on_gpu.ts";
import { Workdir } from "../workdir.ts";

const ULP = 1;
/** No adapter answers to a backend that this system has not. */
const NO_ADAPTER = { DENO_WEBGPU_BACKEND: Deno.build.os === "darwin" ? "dx12" : "metal" };
const REAL = "webgpu/preload/real_gpu.ts";
const LOST = "webgpu/preload/lost_device.ts";
const WRONG = "webgpu/preload/wrong_shader.ts";

/** So many numbers that a GPU would pay. */
const MANY = Float32Array.from({ length: 600_001 }, (_, i) => 0.1 + (i % 2000) / 100);

function npyOf(x: Float32Array | Float64Array | Float16Array): Uint8Array<ArrayBuffer> {
  const size = x.BYTES_PER_ELEMENT as 2 | 4 | 8;
  const header = formatHeader({ size, fortran: false, shape: [x.length] });
  const bytes = new Uint8Array(header.length + x.byteLength);
  bytes.set(header);
  bytes.set(new Uint8Array(x.buffer, x.byteOffset, x.byteLength), header.length);
  return bytes;
}

testOnGpu("npy of float32 and float16 is computed on a GPU, values and gradients", async () => {
  await using dir = await Workdir.create();
  for (const Floats of [Float32Array, Float16Array]) {
    const x = new Floats(1001).map((_, i) => i / 16 - 7.97) as Float32Array;
    await dir.write("x.npy", npyOf(x));
    const args = ["lgamma", "--grad", "--device", "webgpu", "--chunk-size", "300", "x.npy"];
    const { status, stderr, bytes } = await dir.specol(...args);
    assertEquals([status, stderr], [0, ""]);
    const both = new Floats(bytes.buffer, 128) as Float32Array;
    assertUlpEquals(both.filter((_, i) => i % 2 === 0), lgamma(x), { ulp: ULP });
    assertUlpEquals(both.filter((_, i) => i % 2 === 1), digamma(x), { ulp: ULP });
  }
});

testOnGpu("what is outside the domain is counted and refused as on the CPU", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", npyOf(Float32Array.of(1, -1, NaN, -2, 3)));
  for (const more of [[], ["--strict"]]) {
    const [cpu, gpu] = await Promise.all(
      ["cpu", "webgpu"].map((device) =>
        dir.specol("digamma", "x.npy", "-o", `${device}.npy`, "--device", device, ...more)
      ),
    );
    assertEquals([gpu.status, gpu.stderr], [cpu.status, cpu.stderr], more.join());
    assertStringIncludes(gpu.stderr, "outside the domain");
  }
  assertEquals(await dir.list(), ["cpu.npy", "webgpu.npy", "x.npy"]);
});

testOnGpu("CSV is computed on a GPU as on the CPU, whatever the chunks", async () => {
  await using dir = await Workdir.create();
  const cells = Array.from({ length: 3000 }, (_, i) => i % 7 === 0 ? "" : `${i / 8 + 0.1}`);
  await dir.write("in.csv", `id,x\n${cells.map((cell, i) => `"${i}\n",${cell}\n`).join("")}`);
  const args = ["lgamma", "-c", "x", "--grad", "in.csv", "--dtype", "float32"];
  const cpu = await dir.specol(...args);
  assertEquals([cpu.status, cpu.stderr], [0, ""]);
  for (const size of ["1000", "1M"]) {
    const gpu = await dir.specol(...args, "--device", "webgpu", "--chunk-size", size);
    assertEquals([gpu.status, gpu.stderr, gpu.stdout], [0, "", cpu.stdout]);
  }
  const wide = await dir.specol("lgamma", "-c", "x", "in.csv", "--device", "webgpu");
  assertEquals([wide.status, wide.stdout], [2, ""]);
  assertStringIncludes(wide.stderr, "use --dtype float32");
});

Deno.test("float64 and integers are refused with advice, before there is any output", async () => {
  await using dir = await Workdir.create();
  for (const descr of ["<f8", "<i4"]) {
    await dir.write("x.npy", makeNpy([1, 2, 3], { descr, shape: [3] }));
    for (const columns of [[], ["-c", "x"]]) {
      const args = ["lgamma", ...columns, "x.npy", "-o", "y.npy", "--device", "webgpu"];
      const { status, stderr } = await dir.specol(...args);
      assertEquals(status, 2, stderr);
      assertMatch(stderr, /^specol: GPUs have no float64.* --dtype float32.*\n$/);
      assertEquals(await dir.list(), ["x.npy"]);
      if (isSkipped) continue;
      const converted = await dir.specol(...args, "--dtype", "float32");
      assertEquals([converted.status, converted.stderr], [0, ""]);
      await Deno.remove(dir.path("y.npy"));
    }
  }
});

Deno.test("without an adapter webgpu fails, and auto uses the CPU and explains why", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", npyOf(MANY));
  const args = ["lgamma", "x.npy", "-o", "y.npy", "-v", "--device"];
  const webgpu = await dir.run([...args, "webgpu"], { env: NO_ADAPTER });
  assertEquals(webgpu.status, 1);
  assertStringIncludes(webgpu.stderr, "Cannot compute on the GPU: no WebGPU adapter found");
  assertEquals(await dir.list(), ["x.npy"]);
  const auto = await dir.run([...args, "auto"], { env: NO_ADAPTER });
  assertEquals(auto.status, 0);
  assertStringIncludes(auto.stderr, "specol: chosen: cpu, no WebGPU adapter found\n");
  assertEquals(await dir.read("y.npy"), npyOf(lgamma(MANY)));
});

testOnGpu("auto never chooses a software adapter", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", npyOf(MANY));
  const { status, stderr } = await dir.specol(..."lgamma x.npy -o y -v --device auto".split(" "));
  assertEquals(status, 0);
  assertMatch(stderr, /^specol: chosen: (webgpu, |cpu, .* is a software adapter$)/m);
});

testOnGpu("auto chooses a GPU for large batches of short floats", async () => {
  await using dir = await Workdir.create();
  await dir.write("f4.npy", npyOf(MANY));
  await dir.write("f8.npy", npyOf(new Float64Array(MANY)));
  const run = async (words: string) =>
    await dir.run([...words.split(" "), "-v", "--device", "auto"], { preload: [REAL] });
  const large = await run("lgamma f4.npy -o y.npy");
  assertStringIncludes(large.stderr, "specol: chosen: webgpu, Fancy 3000\n");
  const y = new Float32Array((await dir.read("y.npy")).buffer, 128);
  assertUlpEquals(y, lgamma(MANY), { ulp: ULP });
  const small = await run("lgamma f4.npy -o y --chunk-size 1K");
  assertStringIncludes(small.stderr, "specol: chosen: cpu, batches of 256 elements are too small");
  const long = await run("lgamma f8.npy -o y");
  assertStringIncludes(long.stderr, "specol: chosen: cpu, there is no float32 or float16");
});

testOnGpu("in a table auto computes short floats on a GPU and long ones on the CPU", async () => {
  await using dir = await Workdir.create();
  const wide = new Float64Array(MANY);
  const columns = [["a", "float64"], ["b", "float32"]] as const;
  const table = writeTable({
    columns: columns.map(([name, type]) => ({ name, type, typeName: type })),
    batches: ReadableStream.from([{
      rows: MANY.length,
      numbers: (column: number) => ({ values: column === 0 ? wide : MANY }),
    }]),
  }, { format: "arrow" });
  await dir.write("t.arrow", await new Response(table).bytes());
  const args = ["lgamma", "-c", "a,b", "--only", "t.arrow", "-o", "y.arrow", "--device", "auto"];
  const { stderr } = await dir.run([...args, "-v"], { preload: [REAL] });
  assertStringIncludes(stderr, "specol: chosen: webgpu, Fancy 3000\n");
  const { batches } = await readTable(new Blob([await dir.read("y.arrow")]).stream());
  const [batch] = await Array.fromAsync(batches);
  assertUlpEquals(batch.numbers(0).values as Float64Array, lgamma(wide), { ulp: 0 });
  assertUlpEquals(batch.numbers(1).values as Float32Array, lgamma(MANY), { ulp: ULP });
});

testOnGpu("a device that is lost half-way is an error and leaves no output", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", npyOf(MANY));
  for (const [device, size] of [["webgpu", "100K"], ["auto", "4M"]]) {
    // With gradients there are more pieces than the device lives for.
    const args = ["lgamma", "--grad", "x.npy", "-o", "y.npy", "--chunk-size", size];
    const { status, stderr } = await dir.run([...args, "--device", device], {
      preload: [REAL, LOST],
    });
    assertEquals(status, 1, stderr);
    assertMatch(stderr, /^specol: Cannot compute on the GPU: the device was lost.*\n$/);
    assertEquals(await dir.list(), ["x.npy"]);
  }
});

testOnGpu("a shader that does not compile fails webgpu, and auto uses the CPU", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", npyOf(MANY));
  const args = ["lgamma", "x.npy", "-o", "y.npy", "-v", "--device"];
  const webgpu = await dir.run([...args, "webgpu"], { preload: [WRONG] });
  assertEquals(webgpu.status, 1);
  assertStringIncludes(webgpu.stderr, "specol: Cannot compute on the GPU: the shader of lgamma");
  assertEquals(await dir.list(), ["x.npy"]);
  const auto = await dir.run([...args, "auto"], { preload: [REAL, WRONG] });
  assertEquals(auto.status, 0);
  assertStringIncludes(auto.stderr, "specol: chosen: cpu, Fancy 3000 fails: Cannot compute");
  assertEquals(await dir.read("y.npy"), npyOf(lgamma(MANY)));
});

Deno.test("devices needs no permission, and shows the CPU where there is nothing else", async () => {
  await using dir = await Workdir.create();
  const { status, stdout } = await dir.run(["devices"], { permissions: [], env: NO_ADAPTER });
  assertEquals(status, 0);
  assertMatch(stdout, /^cpu {5}\d+ cores?, with WebAssembly SIMD\n {8}float64, float32, float16\n/);
  assertStringIncludes(stdout, "\nauto    cpu: no WebGPU adapter found\n");
});

testOnGpu("devices shows adapters with their limits, and what auto would use", async () => {
  await using dir = await Workdir.create();
  const { stdout } = await dir.run(["devices"], { permissions: [] });
  assertMatch(stdout, /^webgpu {2}\S/m);
  assertMatch(stdout, /^ {8}limits: buffers of .*, bindings of .* workgroups$/m);
  assertMatch(stdout, /^ {8}features: /m);
  assertMatch(stdout, /^auto {4}(webgpu for|cpu: )/m);
  const real = await dir.run(["devices"], { preload: [REAL] });
  assertMatch(real.stdout, /^webgpu {2}Fancy 3000$/m);
  assertMatch(real.stdout, /^auto {4}webgpu for float32 and float16/m);
});
