import { assert } from "@std/assert";
import { Random } from "../../support/random.ts";
import { COUNT, draw, KERNELS, probe, PROBE_ACCURATE, PROBE_PAIRS } from "./gamma_probe.ts";

// An element of the gamma family is computed again where a bound of its error does not decide how
// to round it. These tests let every element be computed again, and look for the largest error in
// units of the bound: it must stay below 1. The fast phase, its compensated evaluation and the
// table entries of zeros are looked at together: where an element has several, each counts. Runs of
// a minute found 0.997 for them (what the breakpoint of an entry leaves out is known exactly, and
// often nearly the complete bound).

/** Ranges, from the edge of the domain on; those of one sign evenly in the logarithm. */
const RANGES = [
  [1e-200, 1e-6],
  [1e-6, 0.0156],
  [0.0156, 4],
  [4, 64],
  [64, 2 ** 20],
  [2 ** 20, 1e10],
  [1e10, 1e85],
] as const;
const NEGATIVE_RANGES = [[-1, 0], [-3, -2], [-8, -1], [-40, -8], [-2000, -40], [
  -1e5,
  -2000,
]] as const;
/** Where table entries end, and beyond the other ranges, for lgamma and digamma. */
const END_RANGES = [
  [1e-320, 1e-200],
  [2 ** -22, 2 ** -18],
  [2 ** 39, 2 ** 42],
  [1e85, 1e280],
  [-1e14, -1e6],
] as const;

/** Those of the fast phase of order 2 alone: there is no accurate one, and from 2^450 on it is another. */
const FAR_RANGES = [[2 ** 39, 2 ** 42], [1e85, 1e135], [2 ** 450, 1e150]] as const;

/**
 * Zeros, as far as a float64 can represent them: at some ulps from them almost nothing of f is left. And zeros of
 * the derivative, where a value of multigammaln is large compared with all changes of it.
 */
const ZEROS: Readonly<Record<string, readonly number[]>> = {
  lgamma: [1, 2, -2.4570247382208006, -2.7476826467274127, -3.955294284858598, -10.000000275573192],
  digamma: [
    1.4616321449683623,
    -0.5040830082644554,
    -4.653237761743143,
    -9.702672540001864,
    -30.764538586718174,
    ...[-127.81717272937543, -128.81740469563522, -300.8398518068341, -1000.8641588557815],
    ...[-10000.895366998628, -1000000.9288278671, -34359738367.957],
  ],
  "polygamma(2)": [
    ...[-1.4987861940097746, -6.499895770245409, -19.499987175514406, -99.5],
    ...[-127.49999968671187, -1000.4999999948773, -20000.5],
  ],
  // Where two terms of the reflection cancel, and where the zero is.
  "polygamma(4)": [
    ...[-0.49977397564859133, -2.499995579548798, -14.5, -30.499999999578005, -39.5, -40.5],
    ...[-200.5, -20000.5],
  ],
  "polygamma(10)": [-0.499999871226233, -1.4999999995222324, -9.5, -40.5],
  "polygamma(14)": [-0.5, -1.5, -20.5],
  "polygamma(20)": [-0.5, -1.5, -7.5, -18.5, -22.5, -26.5, -39.5, -40.5, -50.5],
  "polygamma(60)": [-0.5, -3.5, -40.5],
  "polygamma(600)": [-0.5, -1.5, -41.5, -300.5],
  "multigammaln(40)": [19.51342403427069],
  "multigammaln(3000)": [1499.5000528328053],
  "multigammalnGrad(2)": [1.7398437252140893],
  "multigammalnGrad(3)": [2.037339063413847],
  "multigammalnGrad(10)": [4.7104054886333655],
  "multigammalnGrad(40)": [19.51342403427069],
  "multigammalnGrad(190)": [94.5014984007184],
  "multigammalnGrad(401)": [200.0005828763213],
  "multigammalnGrad(3000)": [1499.5000528328053],
};

/** Numbers next to zeros, from an ulp to a sixteenth of their distances from the edge away. */
function drawBesideZeros(random: Random, zeros: readonly number[], edge: number): Float64Array {
  return Float64Array.from({ length: COUNT }, (_, i) => {
    const zero = zeros[i % zeros.length];
    return zero + (zero - edge) * random.sign() * 2 ** random.between(-52, -4);
  });
}

/** Numbers next to the poles 0 to -19, from 2^-50 to 2^-4 away. */
function drawBesidePoles(random: Random): Float64Array {
  return Float64Array.from({ length: COUNT }, () => {
    const x = -(random.bits() % 20) + random.sign() * 2 ** random.between(-50, -4);
    return x === Math.round(x) ? -0.5 : x;
  });
}

for (const kernel of KERNELS) {
  const { name, parameter } = kernel;
  const isSum = name.startsWith("multigammaln");
  const edge = isSum ? (parameter! - 1) / 2 : 0;
  const ranges = isSum ? RANGES.slice(1) : [...RANGES, ...NEGATIVE_RANGES];
  const title = parameter === undefined ? name : `${name}(${parameter})`;
  for (
    const [what, words] of [[PROBE_PAIRS, "the fast phase"], [
      PROBE_ACCURATE,
      "the accurate phase",
    ]] as const
  ) {
    Deno.test(`errors of ${words} of ${title} stay below their bounds`, () => {
      const random = new Random(what);
      let total = 0;
      const inputs = ranges.map((range) => draw(random, range, edge));
      if (name === "lgamma" || name === "digamma") {
        inputs.push(...END_RANGES.map((range) => draw(random, range, 0)));
      }
      if (title === "polygamma(2)" && what === PROBE_PAIRS) {
        inputs.push(...FAR_RANGES.map((range) => draw(random, range, 0)));
      }
      if (!isSum) inputs.push(drawBesidePoles(random));
      if (title in ZEROS) inputs.push(drawBesideZeros(random, ZEROS[title], edge));
      for (const x of inputs) {
        const { worst, at, count } = probe(kernel, x, what);
        assert(worst < 1, `${worst} times the bound at ${at}`);
        total += count;
      }
      assert(total > COUNT, `${total} elements were looked at`);
    });
  }
}
