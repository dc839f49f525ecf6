import { assert, assertEquals, assertMatch } from "@std/assert";
import { fit } from "../../mod.ts";

const NB = "lgamma(n + r) - lgamma(r) - lgamma(n + 1) + r * log(p) + n * log1p(-p)";
const NB_MEAN = "lgamma(n + r) - lgamma(r) + r * log(r / (r + m)) + n * log(m / (r + m))";
const LOGISTIC = "y * (a + b * x) - log1p(exp(a + b * x))";
const START = { r: 1, p: 0.5 };

Deno.test("counts that vary less than those of Poisson have no maximum, which few steps show", () => {
  const n = [19, 16, 18, 17, 17, 16, 18, 19, 18, 16];
  for (const [text, start] of [[NB, START], [NB_MEAN, { r: 1, m: 1 }]] as const) {
    const { converged, reason, iterations, parameters } = fit(text, { n }, { start });
    assertEquals(converged, false);
    assertMatch(reason!, /no maximum: the sum still rises as r runs off/);
    assert(iterations < 30, `${iterations} iterations`);
    assert(parameters.r > 1e3, `r = ${parameters.r}`);
  }
});

Deno.test("a maximum at a large size is found, though the sum is almost flat there", () => {
  // The variance is 3.98, the mean 3.94. Truth by mpmath with 40 digits, as the root of the gradient.
  const n = [
    ...[4, 3, 3, 5, 5, 4, 2, 1, 6, 6, 8, 5, 2, 5, 6, 6, 4, 7, 2, 1, 3, 2, 4, 1, 4],
    ...[4, 5, 4, 3, 2, 3, 2, 3, 4, 9, 6, 1, 6, 5, 4, 4, 4, 3, 6, 9, 1, 1, 3, 2, 4],
  ];
  const { converged, parameters } = fit(NB, { n }, { start: START });
  assertEquals(converged, true);
  assertNear(parameters.r, 430.37409906074537);
  assertNear(parameters.p, 0.9909282245072847);
});

Deno.test("classes that a line separates have no maximum", () => {
  for (const shift of [0, 1e-3, 0.4]) {
    const x = Array.from({ length: 30 }, (_, i) => Math.sin(i * i) + shift);
    const y = x.map((value) => Number(value > 0));
    for (const text of [LOGISTIC, `${LOGISTIC} - 1`]) {
      const { converged, reason } = fit(text, { x, y }, { start: { a: 0, b: 0 } });
      assertEquals(converged, false, `${shift}: ${text}`);
      assertMatch(reason!, /no maximum|singular/);
    }
  }
});

Deno.test("a search that runs out of steps names the parameter that still changes", () => {
  const { reason } = fit("k * log(b) - lgamma(k) + (k - 1) * log(x) - b * x", { x: [2, 2, 2] }, {
    start: { k: 1, b: 1 },
    iterations: 5,
  });
  assertMatch(reason!, /^5 iterations were not enough: k is still changing \(k = /);
});

Deno.test("a parameter that shrinks without end goes to 0", () => {
  const { converged, reason } = fit("x - (sqrt(s) + 1)^2", { x: [1, 2] }, { start: { s: 1 } });
  assertEquals(converged, false);
  assertMatch(reason!, /rises as s goes to 0/);
});

function assertNear(actual: number, expected: number): void {
  const error = Math.abs(actual / expected - 1);
  assert(error < 1e-12, `${actual} is not ${expected}`);
}

Deno.test("counts that a line fits in the limit have no maximum, not a singular Hessian", () => {
  // Only the outermost count is not 0: the means of all others go to 0, and rounding hides the rest.
  const cases = [
    { x: [1.5434540567937876, -1.3727978089194872, -0.573353742876811, 0.5227428342820937] },
    { x: [-0.9028667764220779, 1.131371519323733, 1.8595055864379626, -0.17481287323276806] },
  ];
  for (const { x } of cases) {
    const columns = { x, n: [1, 0, 0, 0] };
    const { reason } = fit("n * (a + b * x) - exp(a + b * x)", columns, { start: { a: 0, b: 0 } });
    assertMatch(reason!, /^there is no maximum: the sum still rises as [ab] runs off/);
  }
});

Deno.test("a search that gets stuck where a parameter has run off says so", () => {
  const text = "log(k) - log(l) + (k - 1) * log(x / l) - (x / l) ^ k";
  const { reason } = fit(text, { x: [232.68850209298856] }, { start: { k: 1, l: 1 } });
  assertMatch(reason!, /^there is no maximum: the sum still rises as k runs off/);
});

Deno.test("a scale that is far too small grows, though the sum has a kink at each x there", () => {
  const text = "-(x - m) / s - log(s) - 2 * log1p(exp(-(x - m) / s))";
  const x = Array.from(
    { length: 55 },
    (_, i) => 2 + 3 * Math.log((i + 0.5) / (54.5 - i)) + i % 7 / 9,
  );
  const best = fit(text, { x }, { start: { m: 2, s: 3 } });
  assertEquals(best.converged, true);
  for (let factor = 1e3; factor <= 1e8; factor *= 10) {
    for (const m of [0.7, 1.9, 3.3]) {
      const { parameters, reason } = fit(text, { x }, { start: { m, s: 3 / factor } });
      assertEquals(reason, undefined, `m = ${m}, s = 3 / ${factor}`);
      for (const name of ["m", "s"]) {
        assert(Math.abs(parameters[name] / best.parameters[name] - 1) < 1e-12);
      }
    }
  }
});

Deno.test("a parameter that is almost 0 does not hold up the others, and comes back when they have settled", () => {
  const text =
    "if(n == 0, logaddexp(log(w), log1p(-w) - m), log1p(-w) + n * log(m) - m - lgamma(n + 1))";
  // True values from mpmath.
  const cases: [number[], number, number][] = [
    [[4, 2, 1, 4, 0, 0, 3, 1, 1, 0, 0, 2, 0], 0.278921435285, 1.92020045023],
    [[0, 1, 3, 2, 1, 0], 0.0645875441101, 1.24722165],
  ];
  for (const [n, w, m] of cases) {
    const { parameters, converged } = fit(text, { n }, { start: { w: 0.1, m: 5 } });
    assertEquals(converged, true);
    assertEquals(Math.abs(parameters.w / w - 1) < 1e-11, true);
    assertEquals(Math.abs(parameters.m / m - 1) < 1e-11, true);
  }
});
