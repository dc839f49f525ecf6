import { assertEquals } from "@std/assert";
import { compute, computeNumber, type Kernel } from "../../kernels/engine.ts";
import {
  compareBlocks,
  compareFollowers,
  comparePairs,
  compareTypes,
  KERNELS,
  type TypeName,
  TYPES,
} from "./mixed_blocks.ts";

// A kernel sorts the numbers of a block by region, and each region has a formula of its own. However
// they are mixed, every number has the result that it has alone.

for (const kernel of KERNELS) {
  const { name, parameter } = kernel;
  const title = parameter === undefined ? name : `${name} of parameter ${parameter}`;
  Deno.test(`${title} gives a number in any block the bits that it has alone`, () => {
    for (const type of Object.keys(TYPES) as TypeName[]) {
      assertEquals(compareBlocks(kernel, { type, seed: 12, blocks: 12 }).differences, []);
    }
  });

  Deno.test(`${title} gives a number the same bits beside numbers of any other region`, () => {
    for (const type of ["float64", "float32"] as const) {
      assertEquals(comparePairs(kernel, { type, seed: 13 }).differences, []);
    }
  });

  Deno.test(`${title} gives a number the same bits whatever follows it in memory`, () => {
    assertEquals(compareFollowers(kernel, 15), []);
  });

  Deno.test(`${title} of a float32 is the float64 result, rounded`, () => {
    assertEquals(compareTypes(kernel, 14), []);
  });
}

Deno.test("multigammaln of p >= 2^26 computes blocks with numbers of four regions", () => {
  // One number outside the domain, one far away, and 510 between, which filled a list to its end.
  for (const parameter of [2 ** 26, 2 ** 26 + 1, 1e9, 2 ** 40]) {
    const edge = (parameter - 1) / 2;
    const between = Array.from({ length: 510 }, (_, i) => edge * (1 + (i + 1) / 511));
    const x = Float64Array.of(edge - 1, ...between, edge + 1e13);
    for (const name of ["multigammaln", "multigammalnGrad"] as const) {
      const kernel: Kernel = { name, parameter };
      const y = x.slice();
      compute(kernel, y, y);
      assertEquals(y, x.map((value) => computeNumber(kernel, value)), `${name} ${parameter}`);
    }
  }
});
