import { assertEquals } from "@std/assert";
import type { Kernel } from "../../kernels/engine.ts";
import { parsePoints } from "../../support/hard_points.ts";
import { compute, NORMAL, PROBE_PAIRS, probes } from "./gamma_probe.ts";

// multigammaln of large p, from (p - 1)/2 to 2^250 p: half of the points are pairs' work, and all of them
// are computed once more by the last phase, whose time must not grow with p. The true values are by mpmath
// (tools/mpmath_reference/long_multigammaln.py).

const TEXT = await Deno.readTextFile(
  new URL("../data/long_multigammaln.tsv", import.meta.url),
);

for (const name of ["multigammaln", "multigammalnGrad"] as const) {
  const lines = TEXT.split("\n").filter((line) => line.startsWith(`${name}\t`));
  for (const { parameter, x, y } of parsePoints(lines.join("\n"))) {
    const kernel: Kernel = { name, parameter };
    Deno.test(`${name}(${parameter}) is correctly rounded by both of its phases`, () => {
      const results = x.slice();
      compute(kernel, x, results);
      assertEquals(results, y);
      probes.gamma_probe(PROBE_PAIRS);
      compute(kernel, x, results);
      probes.gamma_probe(NORMAL);
      assertEquals(results, y);
    });
  }
}
