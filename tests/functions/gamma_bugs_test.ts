import type { FloatType } from "../../kernels/float_types.ts";
import { assertUlpEquals } from "../../testing/mod.ts";
import { subject } from "./subjects.ts";

// The bugs that others have had with the gamma family, each with a number. Each row:
// function, x or x and parameter, the correctly rounded value (mpmath, 120 digits).
type Row = readonly [string, number | readonly [number, number], number];

const bugs: Readonly<Record<string, readonly Row[]>> = {
  "4: polygamma of negative numbers is right, and infinite at the poles": [
    ["polygamma", [-1, 1], Infinity],
    ["polygamma", [-9.5, 1], 9.7696874450302319],
    ["polygamma", [-16.5, 1], 9.8107978129935751],
    ["polygamma", [-8.5, 2], -0.012307845807709338],
  ],
  "5: polygamma has all its digits": [
    ["polygamma", [1, 1], 1.6449340668482264],
    ["digammaGrad", 1, 1.6449340668482264],
    ["polygammaGrad", [1, 0], 1.6449340668482264],
  ],
  "6: polygamma of high orders is finite where n! is not": [
    ["polygamma", [200, 171], 3.6079589312146981e-87],
    ["polygamma", [150, 200], -4.3209480046542491e-63],
    ["polygamma", [400, 500], -3.9904064473426735e-170],
    ["polygammaGrad", [400, 499], -3.9904064473426735e-170],
  ],
  "7: next to 0 the pole alone counts, until it overflows": [
    ["digamma", 1e-100, -1e100],
    ["polygamma", [1e-100, 1], 1e200],
    ["polygamma", [1e-155, 1], Infinity],
    ["digamma", 5.562684646268003e-309, -Infinity],
    ["digamma", 5.56268464626801e-309, -1.7976931348623143e308],
    ["polygamma", [7.458340731200207e-155, 1], Infinity],
    ["polygamma", [7.458340731200208e-155, 1], 1.7976931348623151e308],
  ],
  "8: digamma keeps its digits at its zero": [
    ["digamma", 1.4616321449683623, -9.2412655217294275e-17],
    ["lgammaGrad", 1.4616321449683623, -9.2412655217294275e-17],
  ],
  "9: lgamma keeps its digits at its zeros, and next to 0": [
    ["lgamma", 1 + 2 ** -52, -1.2816762426960008e-16],
    ["lgamma", 2 - 2 ** -52, -9.3876980655431168e-17],
    ["lgamma", -2.4570247382208006, 5.6191923589500965e-17],
    ["lgamma", -2.7476826467274127, 1.7335092440245009e-16],
    ["lgamma", -3.14358088834998, 1.6978655906121084e-15],
    ["lgamma", -3.955294284858598, -4.14382750757705e-16],
    ["lgamma", -(2 ** -522), 361.82282825229146], // 522 log(2)
    ["lgamma", 2.559983327851638e305, 1.7976931348623155e308],
    ["lgamma", 2.5599833278516383e305, Number.MAX_VALUE],
    ["lgamma", 2.5599833278516387e305, Infinity],
  ],
  "10: next to negative integers, and between large ones, x is reduced exactly": [
    ["lgamma", -1 - 2 ** -52, 36.04365338911715],
    ["digamma", -1 - 2 ** -52, 4503599627370496],
    ["polygamma", [-1 - 2 ** -52, 1], 2.028240960365167e31],
    ["polygamma", [-1 - 2 ** -52, 2], 1.8268770466636286e47],
    ["polygamma", [-1 - 2 ** -52, 3], 2.468256835981809e63],
    ["lgamma", -1 + 2 ** -53, 36.7368005696771],
    ["digamma", -1 + 2 ** -53, -9007199254740992],
    ["polygamma", [-1 + 2 ** -53, 1], 8.112963841460668e31],
    ["polygamma", [-1 + 2 ** -53, 2], -1.461501637330903e48],
    ["polygamma", [-1 + 2 ** -53, 3], 3.9492109375708945e64],
    ["lgamma", -2 - 2 ** -10, 6.237424848898806],
    ["digamma", -2 - 2 ** -10, 1024.9199571755642],
    ["polygamma", [-2 - 2 ** -10, 1], 1048578.895090705],
    ["polygamma", [-2 - 2 ** -10, 2], 2147483647.8333187],
    ["polygamma", [-2 - 2 ** -10, 3], 6597069766668.869],
    ["lgamma", -20 - 2 ** -48, -9.06455179387612],
    ["digamma", -20 - 2 ** -48, 281474976710659],
    ["polygamma", [-20 - 2 ** -48, 1], 7.922816251426434e28],
    ["polygamma", [-20 - 2 ** -48, 2], 4.460149039706125e43],
    ["polygamma", [-20 - 2 ** -48, 3], 3.7662610412320085e58],
    ["lgamma", -20 + 2 ** -48, -9.064551793876099],
    ["digamma", -20 + 2 ** -48, -281474976710652.97],
    ["polygamma", [-20 + 2 ** -48, 1], 7.922816251426434e28],
    ["polygamma", [-20 + 2 ** -48, 2], -4.460149039706125e43],
    ["polygamma", [-20 + 2 ** -48, 3], 3.7662610412320085e58],
    ["lgamma", -20 + 2 ** -8, -36.77861536671676],
    ["digamma", -20 + 2 ** -8, -252.9668153605088],
    ["polygamma", [-20 + 2 ** -8, 1], 65539.24118711147],
    ["polygamma", [-20 + 2 ** -8, 2], -33554431.9516427],
    ["polygamma", [-20 + 2 ** -8, 3], 25769803788.98951],
    ["lgamma", -100000 - 2 ** -36, -1051274.268600622],
    ["digamma", -100000 - 2 ** -36, 68719476747.51292],
    ["polygamma", [-100000 - 2 ** -36, 1], 4.722366482869645e21],
    ["polygamma", [-100000 - 2 ** -36, 2], 6.490371073168535e32],
    ["polygamma", [-100000 - 2 ** -36, 3], 1.3380447119118374e44],
    ["lgamma", -1e10 - 2 ** -19, -220258509298.6667],
    ["digamma", -1e10 - 2 ** -19, 524311.0258446551],
    ["polygamma", [-1e10 - 2 ** -19, 1], 274877906947.28986],
    ["polygamma", [-1e10 - 2 ** -19, 2], 2.8823037615171174e17],
    ["polygamma", [-1e10 - 2 ** -19, 3], 4.5334718235548594e23],
    ["lgamma", -(2 ** 52) + 0.5, -1.5782258434492883e17],
    ["digamma", -(2 ** 52) + 0.5, 36.04365338911715],
    ["polygamma", [-(2 ** 52) + 0.5, 1], 9.869604401089358],
    ["polygamma", [-(2 ** 52) + 0.5, 2], -4.930380657631324e-32],
    ["polygamma", [-(2 ** 52) + 0.5, 3], 194.8181820680049],
    ["lgamma", -170.5, -707.9984331450788],
    ["digamma", -170.5, 5.141664981433999],
    ["polygamma", [-170.5, 1], 9.863756464538747],
    ["polygamma", [-170.5, 2], -3.419826444141262e-5],
    ["polygamma", [-170.5, 3], 194.8181816680286],
  ],
  "11: multigammaln is NaN below its domain, and right just inside": [
    ["multigammaln", [0.25, 2], NaN],
    ["multigammaln", [-0.25, 2], NaN],
    ["multigammaln", [-1.5, 3], NaN],
    ["multigammaln", [0.75, 3], NaN],
    ["multigammaln", [-2.25, 1], NaN],
    ["multigammalnGrad", [-0.25, 2], NaN],
    ["multigammalnGrad", [0.75, 3], NaN],
    ["multigammalnGrad", [-2.25, 1], NaN],
    ["multigammaln", [0.5 + 2 ** -53, 2], 37.8815304555265],
    ["multigammalnGrad", [0.5 + 2 ** -53, 2], -9007199254740994],
    ["multigammaln", [1 + 2 ** -52, 3], 38.333113160815955],
    ["multigammalnGrad", [1 + 2 ** -52, 3], -4503599627370499],
    ["multigammaln", [4.5 + 2 ** -10, 10], 39.566433917544614],
    ["multigammalnGrad", [4.5 + 2 ** -10, 10], -1021.2733101884807],
    ["multigammaln", [1e-310, 1], 713.8013788281542],
    ["multigammalnGrad", [1e-310, 1], -Infinity],
  ],
};

const types: readonly (readonly [FloatType, Float64ArrayConstructor])[] = [
  ["float64", Float64Array],
  ["float32", Float32Array as unknown as Float64ArrayConstructor],
  ["float16", Float16Array as unknown as Float64ArrayConstructor],
];

for (const [bug, rows] of Object.entries(bugs)) {
  Deno.test(`bug ${bug}`, () => {
    for (const [name, at, expected] of rows) {
      const [x, parameter] = typeof at === "number" ? [at] : at;
      const { title, call } = subject(name, parameter);
      const msg = `${title} at ${x}`;
      assertUlpEquals(call(x), expected, { ulp: 1, msg });
      for (const [type, Floats] of types) {
        const array = Floats.of(1, x, 1);
        // In a smaller type another x has another value.
        if (array[1] !== x) continue;
        assertUlpEquals(call(array)[1], expected, { ulp: type === "float64" ? 1 : 0, type, msg });
      }
    }
  });
}
