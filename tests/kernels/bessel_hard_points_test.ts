import { assert, assertEquals } from "@std/assert";
import { registry } from "../../functions/registry.ts";
import { bindNumber, compute, computeBoth, type KernelName } from "../../kernels/engine.ts";
import { Random } from "../../support/random.ts";
import { readHardPoints } from "../../support/hard_points.ts";

const ODD: readonly KernelName[] = ["i1", "i1e", "i0eGrad"];
const points = new Map(
  (await readHardPoints()).filter(({ name }) => name.startsWith("i"))
    .map(({ name, points: [group] }) => [name as KernelName, group]),
);

/** Fails at the first number whose bits are not the same. */
function assertSame(
  name: string,
  x: Float64Array,
  actual: Float64Array,
  expected: Float64Array,
): void {
  const i = actual.findIndex((value, i) => !Object.is(value, expected[i]));
  assert(i < 0, `${name}(${x[i]}) is ${actual[i]}, not ${expected[i]}`);
}

for (const [name, { x, y }] of points) {
  Deno.test(`${name} is correctly rounded in float64 at ${x.length} hard points, of both signs`, () => {
    assert(x.length >= 900);
    const results = new Float64Array(x.length);
    compute({ name }, x, results);
    assertSame(name, x, results, y);
    const mirrored = x.map((value) => -value);
    compute({ name }, mirrored, mirrored); // in place
    const sign = ODD.includes(name) ? -1 : 1;
    assertSame(name, x, mirrored, y.map((value) => sign * value));
  });

  Deno.test(`${name} of hard points that repeat, and that take each other's places in memory, keeps its bits`, () => {
    const random = new Random(5);
    const sign = ODD.includes(name) ? -1 : 1;
    // Few points in a turn are all remembered; many are not, and each is met again after others.
    for (const count of [1, 2, 3, 40, x.length]) {
      const picks = Array.from({ length: 3000 }, () => random.bits() % count);
      const signs = picks.map(() => random.sign());
      const input = Float64Array.from(picks, (k, i) => signs[i] * x[k]);
      const expected = Float64Array.from(picks, (k, i) => signs[i] < 0 ? sign * y[k] : y[k]);
      const results = new Float64Array(input.length);
      compute({ name }, input, results);
      assertSame(name, input, results, expected);
    }
  });

  Deno.test(`${name} of one number has the bits of an array at its hard points`, () => {
    const one = bindNumber(name);
    assertSame(name, x, x.map((value) => one(value)), y);
  });
}

for (const { name, kernel, gradientKernel } of registry.slice(0, 4)) {
  Deno.test(`${name} and its gradient in one pass are correctly rounded at the hard points of both`, () => {
    for (const { x } of [points.get(kernel)!, points.get(gradientKernel)!]) {
      const both = { y: new Float64Array(x.length), slope: new Float64Array(x.length) };
      computeBoth({ name: kernel }, x, both.y, { out: both.slope });
      const apart = { y: new Float64Array(x.length), slope: new Float64Array(x.length) };
      compute({ name: kernel }, x, apart.y);
      compute({ name: gradientKernel }, x, apart.slope);
      assertEquals(both, apart);
    }
  });
}

Deno.test("half of the smallest numbers is rounded to the side where the series goes on", () => {
  const unit = 2 ** -1074;
  const x = Float64Array.of(1, 2, 3, 4, 5, 2 ** 52 + 1, 2 ** 53 - 1, 2 ** 53 + 2).map((n) =>
    n * unit
  );
  const halves = (up: number) =>
    Float64Array.of(0 + up, 1, 1 + up, 2, 2 + up, 2 ** 51 + up, 2 ** 52 - 1 + up, 2 ** 52 + 1)
      .map((n) => n * unit);
  for (const [name, up] of [["i1", 1], ["i1e", 0]] as const) {
    const results = new Float64Array(x.length);
    compute({ name }, x, results);
    assertSame(name, x, results, halves(up));
    compute({ name }, x.map((value) => -value), results);
    assertSame(name, x, results, halves(up).map((value) => -value));
  }
});

Deno.test("exact midpoints that the next term decides do not loop", () => {
  // i0e = 1 - x + 3/4 x^2 - ..., i1e' = 1/2 - x + 15/16 x^2 - ...: just above the midpoint.
  const expected = {
    i0e: [2 ** -54, 1],
    i1eGrad: [2 ** -55, 0.5],
    i0eGrad: [2 ** -54, -1 + 2 ** -53],
  };
  for (const [name, [x, y]] of Object.entries(expected)) {
    const results = new Float64Array(1);
    compute({ name: name as KernelName }, Float64Array.of(x), results);
    assertEquals(results[0], y);
  }
});

Deno.test("i0 and i1 are finite up to where they round to infinity", () => {
  for (const [name, last] of [["i0", 713.9869085439682], ["i1", 713.9876098185422]] as const) {
    const next = last + 2 ** -43;
    const results = new Float64Array(2);
    compute({ name }, Float64Array.of(last, next), results);
    assert(
      Number.isFinite(results[0]) && results[0] > 1.797e308,
      `${name}(${last}) is ${results[0]}`,
    );
    assertEquals(results[1], Infinity);
  }
});
