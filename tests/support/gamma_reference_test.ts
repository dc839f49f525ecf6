import { assert, assertEquals } from "@std/assert";
import type { Kernel } from "../../kernels/engine.ts";
import type { BigFloat } from "../../support/reference/big_float.ts";
import { correctlyRounded, reference } from "../../support/reference/reference.ts";

const lgamma: Kernel = { name: "lgamma" };
const digamma: Kernel = { name: "digamma" };
const polygamma = (parameter: number): Kernel => ({ name: "polygamma", parameter });
const multigammaln = (parameter: number): Kernel => ({ name: "multigammaln", parameter });
const multigammalnGrad = (parameter: number): Kernel => ({ name: "multigammalnGrad", parameter });

const DIGITS = 40;
// By mpmath, nstr(value, 40) with mp.prec = 1400: loggamma, psi(0, x), and the sum of (x + k)^-(n+1)
// with Euler-Maclaurin; on the left of 0 with reflection, or the sum over the poles.
const values: readonly [Kernel, number, string][] = [
  [lgamma, 5e-324, "7.444400719213812623141072984460816341131e+2"],
  [lgamma, 0.5, "5.723649429247000870717136756765293558236e-1"],
  [lgamma, 1 + 2 ** -52, "-1.281676242696000840264646457728320976417e-16"],
  [lgamma, 2 - 2 ** -52, "-9.387698065543116760865391332868876956843e-17"],
  [lgamma, 1e305, "7.012884533631838909639587354840732940518e+307"],
  [lgamma, -(2 ** -522), "3.618228282522914515157951674011681685354e+2"],
  [lgamma, -2.4570247382208006, "5.619192358950096450912568516947339310819e-17"],
  [lgamma, -2.7476826467274127, "1.733509244024500861096648802524065358966e-16"],
  [lgamma, -3.14358088834998, "1.697865590612108430222728479642844133257e-15"],
  [lgamma, -3.955294284858598, "-4.143827507577049950724401683405672460015e-16"],
  [lgamma, -1000.3, "-5.912844034778520504112304025966864397446e+3"],
  [lgamma, -(2 ** 52) + 0.5, "-1.578225843449288432051189980355966534332e+17"],
  [digamma, 1e-100, "-9.999999999999999800081001973971167800283e+99"],
  [digamma, 1.4616321449683623, "-9.241265521729427516792351415159887686508e-17"],
  [digamma, 1e300, "6.907755278982137052579021966605136811507e+2"],
  [digamma, -0.5040830082644554, "7.289763902976894944462434342461548264945e-17"],
  [digamma, -1.5734984731623905, "1.564978848183845336723039978285171059100e-16"],
  [digamma, -9.75, "-8.139190159811146623814654744238329719116e-1"],
  [digamma, -(2 ** 52) + 0.5, "3.604365338911715608969607031582518359425e+1"],
  [polygamma(1), 1e-100, "9.999999999999999600162003947942339597327e+199"],
  [polygamma(1), 1, "1.644934066848226436472415166646025189219e+0"],
  [polygamma(1), -9.5, "9.769687445030231885630546828430679187891e+0"],
  [polygamma(1), -16.5, "9.810797812993575111386275417742570870715e+0"],
  [polygamma(2), -8.5, "-1.230784580770933753140593403647885250148e-2"],
  [polygamma(2), -0.495715676913, "7.430051320969595023116490921509827550297e-12"],
  [polygamma(20), -1.5000000000000002, "-1.058734938679306174803560899111646842092e+11"],
  [polygamma(21), 0.75, "2.864152384535022893134171230770125851783e+22"],
  [polygamma(60), 1e6, "-1.386872790815445575866929351310412142775e-280"],
  [polygamma(171), 200, "3.607958931214698077440947918838622618893e-87"],
  [polygamma(200), 150, "-4.320948004654249060355982487292226663298e-63"],
  [polygamma(500), 400, "-3.990406447342673458895561152782869282091e-170"],
  [polygamma(1000), -0.25, "1.847972658727263817474801433506673054448e+3170"],
  [polygamma(1000000), 3e5, "-1.588992928244449758024553574967330279732e+88582"],
  [multigammaln(1), 2 + 2 ** -51, "1.877539613108624306104212857374568912069e-16"],
  [multigammaln(2), 1.5, "4.515827052894548647261952298948821435718e-1"],
  [multigammaln(3), 1 + 2 ** -52, "3.833311316081595574566086848506633274571e+1"],
  [multigammaln(10), 4.75, "3.501078518783416214625172490056009156076e+1"],
  [multigammaln(11), 7.125, "6.388079352975364602502442691023251650188e+1"],
  [multigammaln(1000), 600, "2.017219306324554889594221036961511486153e+6"],
  [multigammaln(4), 1e300, "2.759102111592854965897603675453169613741e+303"],
  [multigammalnGrad(1), 1.4616321449683623, "-9.241265521729427516792351415159887686508e-17"],
  [multigammalnGrad(2), 1.25, "-1.313314413162737577716416908913864270537e+0"],
  [multigammalnGrad(3), 1 + 2 ** -52, "-4.503599627370499117941355824487374410326e+15"],
  [multigammalnGrad(10), 4.75, "1.071567572325950251056055093570316786952e+0"],
  [multigammalnGrad(11), 7.125, "1.469108566081952283526897112817377703942e+1"],
  [multigammalnGrad(1000), 600, "5.754386018573755266678777468557526876794e+3"],
  [multigammalnGrad(4), 1e300, "2.763102111592854821031608786642054724603e+3"],
];

for (const [kernel, x, decimal] of values) {
  Deno.test(`the reference of ${title(kernel)} at ${x} has the digits that mpmath gives it`, () => {
    assert(agrees(reference(kernel, x), decimal));
  });
}

const specials: readonly [Kernel, number, number][] = [
  [lgamma, 0, Infinity],
  [lgamma, -0, Infinity],
  [lgamma, -3, Infinity],
  [lgamma, -(2 ** 60), Infinity],
  [lgamma, Infinity, Infinity],
  [lgamma, -Infinity, Infinity],
  [lgamma, 1, 0],
  [lgamma, 2, 0],
  [lgamma, 3e305, Infinity],
  [digamma, 0, -Infinity],
  [digamma, -0, Infinity],
  [digamma, -1, NaN],
  [digamma, -(2 ** 53), NaN],
  [digamma, Infinity, Infinity],
  [digamma, -Infinity, NaN],
  [digamma, 5e-324, -Infinity],
  [digamma, -5e-324, Infinity],
  [polygamma(0), 0, -Infinity],
  [polygamma(0), -0, Infinity],
  [polygamma(0), -1, NaN],
  [polygamma(0), Infinity, Infinity],
  [polygamma(1), 0, Infinity],
  [polygamma(1), -0, Infinity],
  [polygamma(1), -1, Infinity],
  [polygamma(1), 1e-155, Infinity],
  [polygamma(1), Infinity, 0],
  [polygamma(1), -Infinity, NaN],
  [polygamma(1), -1e300, Infinity],
  [polygamma(2), 0, -Infinity],
  [polygamma(2), -0, Infinity],
  [polygamma(2), -1, NaN],
  [polygamma(2), -1e300, NaN],
  [polygamma(2), Infinity, -0],
  [polygamma(2), -Infinity, NaN],
  [polygamma(2), 1e300, -0],
  [polygamma(2), -1e-200, Infinity],
  [multigammaln(1), 0, Infinity],
  [multigammaln(1), -0, Infinity],
  [multigammaln(1), -0.5, NaN],
  [multigammaln(1), 1, 0],
  [multigammaln(1), 2, 0],
  [multigammaln(4), 1.5, Infinity],
  [multigammaln(4), 1, NaN],
  [multigammaln(4), -3.25, NaN],
  [multigammaln(4), -Infinity, NaN],
  [multigammaln(4), Infinity, Infinity],
  [multigammalnGrad(4), 1.5, -Infinity],
  [multigammalnGrad(4), 1, NaN],
  [multigammalnGrad(4), -3.25, NaN],
  [multigammalnGrad(4), -Infinity, NaN],
  [multigammalnGrad(4), Infinity, Infinity],
];

Deno.test("special values are limits and definitions, with the sign of a zero", () => {
  for (const [kernel, x, y] of specials) {
    assertEquals(correctlyRounded(kernel, x), y, `${title(kernel)} at ${x}`);
    assertEquals(correctlyRounded(kernel, NaN), NaN);
  }
});

Deno.test("a tie of the leading term of polygamma is broken by the next one", () => {
  // psi''(x) = -1/x^2 - 1/x^3 - ..., and 1/x^2 lies halfway between 0 and the smallest float32.
  assertEquals(correctlyRounded(polygamma(2), 2 ** 75, { type: "float32" }), -(2 ** -149));
});

Deno.test("on both sides of where the method changes the references agree", () => {
  // One step of x changes a value by about its derivative: nothing jumps.
  const kernels = [lgamma, digamma, polygamma(1), polygamma(20), polygamma(300), multigammaln(5)];
  for (const kernel of kernels) {
    for (let x = 20; x < 200; x += 0.5) {
      const [below, here, above] = [x - 2 ** -40, x, x + 2 ** -40].map((x) => reference(kernel, x));
      const second = difference(difference(above, here), difference(here, below));
      assert(Math.abs(ratio(second, here)) < 2 ** -60, `${title(kernel)} at ${x}`);
    }
  }
});

function title({ name, parameter }: Kernel): string {
  return parameter === undefined ? name : `${name}(${parameter})`;
}

/** Whether the value is within a unit of the last digit. */
function agrees({ m, e }: BigFloat, decimal: string): boolean {
  const [digits, exponent] = decimal.split("e");
  assertEquals(digits.replace("-", "").length, DIGITS + 1);
  const power = Number(exponent) - (DIGITS - 1);
  // Both in units of the last digit, times a number that makes them whole.
  const ours = power < 0 ? m * 10n ** BigInt(-power) : m;
  const unit = power < 0 ? 1n : 10n ** BigInt(power);
  const theirs = BigInt(digits.replace(".", "")) * unit;
  const [a, b, one] = e < 0
    ? [ours, theirs << BigInt(-e), unit << BigInt(-e)]
    : [ours << BigInt(e), theirs, unit];
  return a - b <= one && b - a <= one;
}

function difference(a: BigFloat, b: BigFloat): BigFloat {
  const e = Math.min(a.e, b.e);
  return { m: (a.m << BigInt(a.e - e)) - (b.m << BigInt(b.e - e)), e };
}

function ratio(a: BigFloat, b: BigFloat): number {
  const shift = 400 + a.e - b.e;
  const m = shift >= 0 ? a.m << BigInt(shift) : a.m >> BigInt(-shift);
  return Number(m / b.m) * 2 ** -400;
}
