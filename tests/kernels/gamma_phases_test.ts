import { assert, assertEquals } from "@std/assert";
import type { Kernel } from "../../kernels/engine.ts";
import { Random } from "../../support/random.ts";
import {
  bindNumber,
  compute,
  draw,
  KERNELS,
  NORMAL,
  PROBE_ACCURATE,
  PROBE_PAIRS,
  probes,
} from "./gamma_probe.ts";

// Whichever phase decides an element of the gamma family, its result is the same, and right.

Deno.test("polygamma of even order is one term at the midpoint between two poles, whatever the order", () => {
  // Both sums have the same terms, as all others cancel.
  const x = Float64Array.from(
    { length: 512 },
    (_, i) => i < 300 ? -0.5 - i : -0.5 - 2 ** (11 + (i & 31)) - i,
  );
  for (const parameter of [2, 4, 6, 12, 14, 16, 20, 40, 100, 150, 400, 1000, 1022]) {
    for (const what of [NORMAL, PROBE_PAIRS]) {
      probes.gamma_probe(what);
      const actual = x.slice();
      compute({ name: "polygamma", parameter }, x, actual);
      probes.gamma_probe(NORMAL);
      const expected = x.map((value) => 1 - value);
      compute({ name: "polygamma", parameter }, expected, expected);
      assertEquals(actual, expected, `order ${parameter}, mode ${what}`);
    }
  }
});

Deno.test("results of elements that fall back are cached by function, order and dimension", () => {
  // Elements of the same x: what is cached of one function must not be another's.
  const random = new Random(12);
  const x = draw(random, [0.01, 100], 0);
  const all = KERNELS.filter(({ name }) => !name.startsWith("multigammaln"));
  const run = (kernel: Kernel): Float64Array => {
    const y = x.slice();
    compute(kernel, x, y);
    return y;
  };
  probes.gamma_probe(PROBE_ACCURATE); // every element is computed again
  const expected = all.map(run);
  probes.gamma_probe(NORMAL);
  for (const [i, kernel] of all.entries()) {
    for (let round = 0; round < 2; round++) assertEquals(run(kernel), expected[i], kernel.name);
  }
  assert(probes.accurate_count() > 0);
  run(all[0]);
  const before = probes.accurate_count();
  run(all[0]);
  assertEquals(
    probes.accurate_count(),
    before,
    "what fell back just before is in the cache",
  );
});

Deno.test("polygamma of large even orders is right next to the midpoint between poles, in every phase", () => {
  // 150! and 100! times the sums of 1/(x + k)^(n + 1), k = 0 to 59, with 2000 bits (mpmath).
  const points = [
    [150, -4.499996699742288, 3.250930033185997e305],
    [150, -2.4999992282493544, 7.602154651936588e304],
    [100, -4.499996699742288, 3.154731988907832e185],
  ] as const;
  for (const [parameter, x, expected] of points) {
    for (const what of [NORMAL, PROBE_PAIRS, PROBE_ACCURATE]) {
      const y = new Float64Array(1);
      probes.gamma_probe(what);
      compute({ name: "polygamma", parameter }, Float64Array.of(x), y);
      probes.gamma_probe(NORMAL);
      assertEquals(y[0], expected, `polygamma(${x}, ${parameter}), mode ${what}`);
    }
  }
});

Deno.test("lgamma is finite up to where it overflows, in every phase", () => {
  const last = 2.5599833278516383e305; // mpmath, 60 digits
  const ulp = 2 ** (1014 - 52);
  const random = new Random(8);
  const x = Float64Array.from(
    { length: 2048 },
    (_, i) => i < 1024 ? last + (i - 1000) * ulp : last * (1 - 2 ** random.between(-50, -6)),
  );
  for (const what of [NORMAL, PROBE_PAIRS, PROBE_ACCURATE]) {
    const y = x.slice();
    probes.gamma_probe(what);
    compute({ name: "lgamma" }, x, y);
    probes.gamma_probe(NORMAL);
    for (const [i, value] of y.entries()) {
      assertEquals(value < Infinity, x[i] <= last, `${x[i]}, mode ${what}`);
      assert(Math.abs(value / (x[i] * (Math.log(x[i]) - 1)) - 1) < 1e-15 || x[i] > last, `${x[i]}`);
    }
  }
});

Deno.test("tiny and large numbers, mixed, have the bits of single numbers", () => {
  const random = new Random(6);
  const x = Float64Array.from({ length: 2000 }, () => Math.exp(random.between(-690, 690)));
  for (const name of ["lgamma", "digamma"] as const) {
    const y = x.slice();
    compute({ name }, x, y);
    const one = bindNumber(name);
    assertEquals(y, x.map((value) => one(value)));
  }
});

Deno.test("subnormal results of polygamma that are almost half-way between two are right", () => {
  // 1/x^2 is half-way between two subnormal numbers, but for 3 2^-54 of the smallest one.
  const x = 2 ** 512 * (1 - 2 ** -52);
  const y = Float64Array.of(x, x, x);
  // Nine times, each with an empty cache.
  for (let k = 0; k < 9; k++) {
    compute({ name: "polygamma", parameter: 2 }, Float64Array.of(x, x, x), y);
    assertEquals(y[0], -(2 ** 50 + 1) * 2 ** -1074);
    probes.gamma_probe(NORMAL);
  }
});

Deno.test("the three phases give the same bits", () => {
  const random = new Random(4);
  for (const kernel of KERNELS) {
    const edge = kernel.name.startsWith("multigammaln") ? (kernel.parameter! - 1) / 2 : 0;
    const x = draw(random, [0.01, 100], edge);
    const expected = x.slice();
    compute(kernel, x, expected);
    for (const what of [PROBE_PAIRS, PROBE_ACCURATE]) {
      const actual = x.slice();
      probes.gamma_probe(what);
      compute(kernel, x, actual);
      probes.gamma_probe(NORMAL);
      assertEquals(actual, expected, `${kernel.name} ${kernel.parameter}`);
    }
  }
});
