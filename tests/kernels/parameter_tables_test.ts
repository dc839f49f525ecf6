import { assertEquals } from "@std/assert";
import { compile } from "../../kernels/compile.ts";
import { makeInstance } from "../../kernels/instance.ts";
import type { Kernel } from "../../kernels/job.ts";
import { Random } from "../../support/random.ts";

// The module keeps the tables of 256 orders of polygamma, and of 256 dimensions of multigammaln and
// its gradient. Further ones take the places of the oldest.

const X = Float64Array.from({ length: 61 }, (_, i) => 0.25 + i * 0.375);

const KERNELS: readonly Kernel[] = Array.from({ length: 300 }, (_, i): Kernel[] => [
  { name: "polygamma", parameter: 3 + 3 * i },
  { name: "multigammaln", parameter: 2 + i },
  { name: "multigammalnGrad", parameter: 2 + i },
]).flat();

function boundary({ name, parameter }: Kernel): number {
  return name === "polygamma" ? 0 : (parameter! - 1) / 2;
}

Deno.test("900 kernels with parameters give the same bits in any order", () => {
  const instance = makeInstance(compile());
  const run = (kernel: Kernel): Float64Array => {
    const y = X.map((x) => boundary(kernel) + x);
    instance.compute(kernel, y, y);
    return y;
  };
  const first = KERNELS.map(run);
  const random = new Random(5);
  for (let i = 0; i < 3000; i++) {
    const k = random.bits() % KERNELS.length;
    const { name, parameter } = KERNELS[k];
    assertEquals(run(KERNELS[k]), first[k], `${name}(${parameter})`);
  }
});

Deno.test("an instance reserves 130 MB of memory at most, however many parameters it is given", () => {
  const instance = makeInstance(compile());
  const before = instance.memory.buffer.byteLength;
  for (const kernel of KERNELS) instance.compute(kernel, X, X.slice());
  assertEquals(instance.memory.buffer.byteLength, before);
  assertEquals(before < 130e6, true, `${before}`);
});
