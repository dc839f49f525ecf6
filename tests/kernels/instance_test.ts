import { assertEquals } from "@std/assert";
import { gradientKernel, registry, valueKernel } from "../../functions/registry.ts";
import { compile } from "../../kernels/compile.ts";
import { makeInstance } from "../../kernels/instance.ts";
import { takeAllSteps } from "../../kernels/job.ts";

// Kernels work on four lanes. Where an array does not fill the last four, its last element does:
// whatever was there before might need a slower way, and all that is computed with it would go that
// way.

const KERNEL = { name: "lgamma" } as const;
/** It needs a way of its own, next to a zero of lgamma. */
const SLOW = -2.4570247382208006;

Deno.test("the lanes after the last element of an array repeat that element", () => {
  const { compute, exports, memory } = makeInstance(compile());
  for (const [Floats, shift] of [[Float32Array, 0], [Float64Array, 16384 * 8]] as const) {
    for (const length of [1, 2, 3, 5, 33, 1023]) {
      const block = new Floats(memory.buffer as ArrayBuffer, exports.ARENA.value + shift, 1024);
      block.fill(SLOW);
      const x = new Floats(length).fill(2.5) as Float64Array;
      compute(KERNEL, x, x);
      const lanes = Math.ceil(length / 2) * 2; // those that are computed
      assertEquals(
        [...block.subarray(0, lanes)],
        Array(lanes).fill(x[0]),
        `${Floats.name} ${length}`,
      );
    }
  }
});

Deno.test("the lanes after the elements in lent memory repeat the last one", () => {
  for (const Floats of [Float64Array, Float32Array]) {
    const { lend, computeLent } = makeInstance(compile());
    for (const count of [1, 2, 3, 5, 1023]) {
      const floats = new Floats(lend(8192).buffer, lend(8192).byteOffset, 1024).fill(SLOW);
      floats.fill(2.5, 0, count);
      computeLent(KERNEL, { size: Floats.BYTES_PER_ELEMENT as 4 | 8, count });
      const lanes = Math.ceil(count / 2) * 2;
      assertEquals(
        [...floats.subarray(0, lanes)],
        Array(lanes).fill(floats[0]),
        `${Floats.name} ${count}`,
      );
    }
  }
});

Deno.test("float16 results of a table have the bits of computed ones, and the same one is the first that is not finite", () => {
  const { compute, computeLent, lend } = makeInstance(compile());
  const bits = Uint16Array.from({ length: 65536 }, (_, i) => i);
  const names = ["i0", "i1eGrad", "lgamma", "digamma", "polygamma", "multigammaln"] as const;
  for (const name of names) {
    const kernel = {
      name,
      parameter: name === "polygamma" || name === "multigammaln" ? 2 : undefined,
    };
    const x = new Float16Array(bits.slice().buffer);
    const computed = x.slice();
    // Arrays that are too short for a table.
    for (let at = 0; at < x.length; at += 512) {
      compute(kernel, x.subarray(at, at + 512), computed.subarray(at, at + 512));
    }
    const looked = x.slice();
    for (let times = 0; times < 2; times++) compute(kernel, x, looked);
    assertEquals(new Uint16Array(looked.buffer), new Uint16Array(computed.buffer), name);
    const strange = computed.findIndex((y) => !Number.isFinite(y));
    const halves = new Uint16Array(lend(2 * 65536).buffer, lend(2 * 65536).byteOffset, 65536);
    halves.set(bits);
    assertEquals(computeLent(kernel, { size: 2, count: 65536 }), strange, name);
    assertEquals(halves, new Uint16Array(computed.buffer), name);
    // The same without the table.
    const other = makeInstance(compile());
    const room = new Uint16Array(
      other.lend(2 * 65536).buffer,
      other.lend(2 * 65536).byteOffset,
      65536,
    );
    room.set(bits);
    assertEquals(other.computeLent(kernel, { size: 2, count: 65536 }), strange, name);
    assertEquals(room, new Uint16Array(computed.buffer), name);
  }
});

Deno.test("jobs for a function and its gradient are done in one pass, with the results of two", () => {
  const { run, compute, exports, memory } = makeInstance(compile());
  for (const spec of registry) {
    const parameter = spec.parameter && 3;
    const kernels = [valueKernel(spec, parameter), gradientKernel(spec, parameter)];
    const x = Float64Array.from({ length: 20_000 }, (_, i) => 1.5 + i / 700);
    const upstream = x.map((_, i) => i % 5);
    const alone = kernels.map((kernel, i) => {
      const out = x.slice();
      compute(kernel, x, out, i === 1 ? upstream : undefined);
      return out;
    });
    // The gradients are in a place of their own, which nothing else writes to.
    const slopes = exports.ARENA.value + 5 * 16384 * 8;
    new Float64Array(memory.buffer as ArrayBuffer, slopes, 1)[0] = NaN;
    const jobs = [{ kernel: kernels[0], x }, { kernel: kernels[1], x, upstream }];
    assertEquals(takeAllSteps(run(jobs, [false, true])), alone, spec.name);
    const found = new Float64Array(memory.buffer as ArrayBuffer, slopes, 1)[0];
    assertEquals(Number.isNaN(found), false, spec.name);
  }
});
