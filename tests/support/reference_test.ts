import { assert, assertEquals } from "@std/assert";
import { assertUlpEquals } from "../../testing/mod.ts";
import { referencePoints } from "../../testing/reference_points.ts";
import { type BesselName, besselTraits } from "../../support/reference/bessel_traits.ts";
import { fromNumber } from "../../support/reference/big_float.ts";
import { correctlyRounded, reference } from "../../support/reference/reference.ts";
import { readFloat16References, readFloat32References } from "../data/references.ts";

// Two implementations that share nothing, ours in BigInt and mpmath's, must round to the same
// number: every float64 and float32 point, and each SAMPLED-th float16, because all of them take 5
// s.
const SAMPLED = 31;

const names = Object.keys(besselTraits) as BesselName[];

for (const name of names) {
  const kernel = { name };
  Deno.test(`mpmath and BigInt agree on ${name}`, async (t) => {
    await t.step("in float64", () => {
      const { x, y } = referencePoints(name);
      const ours = x.map((value) => correctlyRounded(kernel, value));
      assertUlpEquals(ours, y, { ulp: 0 });
    });
    await t.step("in float32", async () => {
      const { x, y } = (await readFloat32References()).get(name)!;
      const ours = x.map((value) => correctlyRounded(kernel, value, { type: "float32" }));
      assertUlpEquals(ours, y, { ulp: 0 });
    });
    await t.step("in float16", async () => {
      const all = (await readFloat16References()).get(name)!;
      const x = all.x.filter((_, i) => i % SAMPLED === 0);
      const y = all.y.filter((_, i) => i % SAMPLED === 0);
      const ours = x.map((value) => correctlyRounded(kernel, value, { type: "float16" }));
      assertUlpEquals(ours, y, { ulp: 0 });
    });
  });
}

Deno.test("special values have the sign that parity gives them", () => {
  assertEquals(correctlyRounded({ name: "i1" }, -0), -0);
  assertEquals(correctlyRounded({ name: "i1e" }, -Infinity), -0);
  assertEquals(correctlyRounded({ name: "i0eGrad" }, Infinity), -0);
  assertEquals(correctlyRounded({ name: "i1" }, -Infinity), -Infinity);
  assertEquals(correctlyRounded({ name: "i0" }, -Infinity), Infinity);
  for (const name of names) assertEquals(correctlyRounded({ name }, NaN), NaN);
});

Deno.test("subnormal ties are broken by the term that follows x/2", () => {
  // x/2 lies halfway between 1 and 2 smallest subnormals; i1 is above it, i1e below.
  const x = 3 * Number.MIN_VALUE;
  assertEquals(correctlyRounded({ name: "i1" }, x), 2 * Number.MIN_VALUE);
  assertEquals(correctlyRounded({ name: "i1e" }, x), Number.MIN_VALUE);
  const x32 = 3 * 2 ** -149;
  const type = "float32";
  assertEquals(correctlyRounded({ name: "i1" }, x32, { type }), 2 ** -148);
  assertEquals(correctlyRounded({ name: "i1e" }, x32, { type }), 2 ** -149);
});

Deno.test("the two expansions of the reference meet at 64", () => {
  // The derivative is so small that one step of x changes a value by less than 2^-46 of itself.
  for (const name of names) {
    const below = reference({ name }, 64 - 2 ** -46);
    const above = reference({ name }, 64);
    const ratio = toNumber(below.m, above) * 2 ** (below.e - above.e);
    assert(Math.abs(ratio - 1) < 2 ** -45, `${name}: ratio ${ratio}`);
  }
});

Deno.test("huge arguments keep their relative accuracy", () => {
  // i0e'(x) = -1/(2 x sqrt(2 pi x)) (1 + O(1/x))
  const x = 1e150;
  const leading = -0.5 / (x * Math.sqrt(2 * Math.PI * x));
  assertUlpEquals(correctlyRounded({ name: "i0eGrad" }, x), leading, { ulp: 4 });
  assertEquals(fromNumber(leading).m < 0n, true);
});

function toNumber(m: bigint, over: { m: bigint }): number {
  return Number((m << 64n) / over.m) / 2 ** 64;
}
