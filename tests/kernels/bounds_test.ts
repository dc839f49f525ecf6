import { assert, assertEquals } from "@std/assert";
import { bindNumber, compute, type Kernel, openInstance } from "../../kernels/engine.ts";
import { Random } from "../../support/random.ts";

// An element of the gamma family is computed again where a bound of its error does not decide how to round it. These
// tests let every element be computed again, and look for the largest error in units of the bound: it must stay
// below 1. Pairs of kernels, of a closer look, of fine rows (of polygamma_fine.ts too) and of the rows of zeros are looked
// at together: where an element has several, each counts. Runs of a minute found 0.997 for them (what the centre of a row
// leaves out is known exactly, and often all but the whole bound), and 0.2 for gamma_quick.ts.

/** What gamma_resolve.ts is told. */
const NORMAL = 0;
const PROBE_PAIRS = 1;
const PROBE_QUICK = 2;

const COUNT = 2048;
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
/** Where rows end, and beyond the other ranges, for lgamma and digamma. */
const END_RANGES = [
  [1e-320, 1e-200],
  [2 ** -22, 2 ** -18],
  [2 ** 39, 2 ** 42],
  [1e85, 1e280],
  [-1e14, -1e6],
] as const;

const KERNELS: readonly Kernel[] = [
  { name: "lgamma" },
  { name: "digamma" },
  ...[1, 2, 3, 7, 20, 60, 171].map((parameter): Kernel => ({ name: "polygamma", parameter })),
  ...[2, 3, 10, 40, 190, 401, 3000, 70001, 1000000003].flatMap((parameter): Kernel[] => [
    { name: "multigammaln", parameter },
    { name: "multigammalnGrad", parameter },
  ]),
  ...[4, 10, 14, 600].map((parameter): Kernel => ({ name: "polygamma", parameter })),
];

/**
 * Zeros, as far as a float64 tells: at some ulps from them almost nothing of f is left. And zeros of
 * the derivative, where a value of multigammaln is large beside all changes of it.
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
  "polygamma(4)": [-0.49977397564859133, -2.499995579548798, -14.5, -30.499999999578005, -200.5],
  "polygamma(10)": [-0.499999871226233, -1.4999999995222324, -9.5, -40.5],
  "polygamma(14)": [-0.5, -1.5, -20.5],
  "polygamma(20)": [-0.5, -1.5, -7.5, -50.5],
  "polygamma(60)": [-0.5, -3.5],
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

interface Probed {
  /** The largest error in units of the bound, and where it was found. */
  readonly worst: number;
  readonly at: number;
  /** How many elements were computed again, and how many of them the third way. */
  readonly count: number;
  readonly third: number;
}

function probe(kernel: Kernel, x: Float64Array, what: number): Probed {
  const { exports } = openInstance();
  const address = exports.gamma_probe(what);
  try {
    compute(kernel, x, x.slice());
    const [worst, at, third] = new Float64Array(exports.memory.buffer, address, 3);
    return { worst, at, count: exports.computed_again(), third };
  } finally {
    exports.gamma_probe(NORMAL);
  }
}

function draw(random: Random, [low, high]: readonly [number, number], edge: number): Float64Array {
  const isLogarithmic = low > 0;
  return Float64Array.from({ length: COUNT }, () => {
    const x = isLogarithmic
      ? Math.exp(random.between(Math.log(low), Math.log(high)))
      : random.between(low, high);
    return edge + x;
  });
}

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
  for (const [what, words] of [[PROBE_PAIRS, "pairs"], [PROBE_QUICK, "the quick way"]] as const) {
    Deno.test(`errors of ${words} of ${title} stay below their bounds`, () => {
      const random = new Random(what);
      let total = 0;
      const inputs = ranges.map((range) => draw(random, range, edge));
      if (name === "lgamma" || name === "digamma") {
        inputs.push(...END_RANGES.map((range) => draw(random, range, 0)));
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

/**
 * Where at most one element in 300 may be computed again. Numbers are no powers of e: the logarithm of a rounded one is
 * almost a double, and sums of such logarithms are often almost half-way between two.
 */
const ORDINARY: Readonly<Record<string, (random: Random) => number>> = {
  "3 to 40": (random) => random.between(3, 40),
  "2^-996 to 2^996": octaves(-996, 996),
  "2^-20 to 2^-3": octaves(-20, -3),
  "2^6 to 2^20": octaves(6, 20),
};

/** The same of polygamma where x < 0. */
const NEGATIVE: Readonly<Record<string, (random: Random) => number>> = {
  "-1 to 0": (random) => random.between(-1, 0),
  "-20 to -1": (random) => random.between(-20, -1),
  "-1000 to -20": (random) => random.between(-1000, -20),
  "-1e5 to -1000": (random) => random.between(-1e5, -1000),
  "-2^50 to -2^17": (random) => -octaves(17, 50)(random),
  "next to far poles": (random) => besideGap(random, 0),
  "next to far middles": (random) => besideGap(random, 0.5),
  "half integers": (random) => -0.5 - random.bits() % 2 ** 20,
  "tenths": (random) => -(random.bits() % 1e6) / 10,
};

/** A number next to a pole from -100 to -1099, or so far below it. Most have few bits. */
function besideGap(random: Random, below: number): number {
  const distance = random.sign() * octaves(-40, -4)(random);
  return -100 - random.bits() % 1000 - below + distance;
}

/** The same for multigammaln and its gradient, where they were more: next to the zero, and powers of e. */
const SUMS: Readonly<Record<string, (random: Random) => number>> = {
  "exponential numbers": (random) => -Math.log(1 - random.between(0, 1)),
  "1/2 to 3/2": (random) => random.between(0.5, 1.5),
  "e^-3 to e^3": (random) => Math.exp(random.between(-3, 3)),
  "e^14 to e^46": (random) => Math.exp(random.between(14, 46)),
  "e^46 to e^690": (random) => Math.exp(random.between(46, 690)),
};

for (const [range, make] of Object.entries(SUMS)) {
  Deno.test(`few elements of multigammaln are computed again: ${range}`, () => {
    const random = new Random(3);
    for (const parameter of [2, 3, 4, 5, 7, 10, 50, 401, 5000]) {
      for (const name of ["multigammaln", "multigammalnGrad"] as const) {
        const edge = (parameter - 1) / 2;
        const x = Float64Array.from({ length: 2 ** 15 }, () => edge + make(random));
        const { count } = probe({ name, parameter }, x, NORMAL);
        assert(count < x.length / 300, `${name} ${parameter}: ${count} of ${x.length}`);
      }
    }
  });
}

function octaves(low: number, high: number): (random: Random) => number {
  return (random) => 2 ** Math.floor(random.between(low, high)) * random.between(1, 2);
}

for (const [range, make] of Object.entries(ORDINARY)) {
  Deno.test(`few elements are computed again: ${range}`, () => {
    const random = new Random(3);
    for (const kernel of KERNELS) {
      const edge = kernel.name.startsWith("multigammaln") ? (kernel.parameter! - 1) / 2 : 0;
      const x = Float64Array.from({ length: 2 ** 15 }, () => edge + make(random));
      const { count } = probe(kernel, x, NORMAL);
      assert(count < x.length / 300, `${kernel.name} ${kernel.parameter}: ${count} of ${x.length}`);
    }
  });
}

Deno.test("few elements are computed again: 2^20 to 2^48, of functions with rows of their own", () => {
  const random = new Random(3);
  for (const kernel of KERNELS.slice(0, 4)) {
    const x = Float64Array.from({ length: 2 ** 15 }, () => octaves(20, 48)(random));
    const { count } = probe(kernel, x, NORMAL);
    assert(count < x.length / 300, `${kernel.name} ${kernel.parameter}: ${count} of ${x.length}`);
  }
});

Deno.test("few elements of every row are computed again: none has a bad centre", () => {
  const random = new Random(7);
  const x = new Float64Array(512);
  for (const kernel of KERNELS.slice(0, 4)) {
    for (let k = -20; k < 40; k++) {
      for (let row = 0; row < 64; row++) {
        const start = 2 ** k * (1 + row / 64);
        for (let i = 0; i < x.length; i++) x[i] = start + 2 ** (k - 6) * random.between(0, 1);
        const { count } = probe(kernel, x, NORMAL);
        assert(
          count < 9,
          `${kernel.name} ${kernel.parameter} from ${start}: ${count} of ${x.length}`,
        );
      }
    }
  }
});

for (const [range, make] of Object.entries(NEGATIVE)) {
  Deno.test(`few elements of polygamma are computed again: ${range}`, () => {
    const random = new Random(5);
    for (const parameter of [1, 2, 3, 4, 5, 6, 7, 8, 10, 14, 20, 30, 50, 60, 100, 171, 600]) {
      const x = Float64Array.from({ length: 2 ** 15 }, () => make(random));
      const { count } = probe({ name: "polygamma", parameter }, x, NORMAL);
      assert(count < x.length / 300, `${parameter}: ${count} of ${x.length}`);
    }
  });
}

Deno.test("the second way decides digamma next to its zeros in any far gap", () => {
  // The doubles next to the zeros of 512 gaps each, by psi(1 - x) = pi cot(pi r), x = r - k.
  const random = new Random(7);
  const gaps: readonly ((i: number) => number)[] = [
    (i) => 128 + i,
    () => 128 + random.bits() % 1e6,
    () => Math.floor(octaves(7, 38)(random)),
  ];
  for (const gap of gaps) {
    const x = Float64Array.from({ length: 512 }, (_, i) => {
      const k = gap(i);
      let r = 0.2;
      for (let step = 0; step < 4; step++) {
        const y = 1 + k - r;
        r = Math.atan2(Math.PI, Math.log(y) - 1 / (2 * y)) / Math.PI;
      }
      return r - k;
    });
    const { count, third } = probe({ name: "digamma" }, x, NORMAL);
    assert(count > 500, `${count} are next to zeros`);
    assert(third < 16, `${third} take the third way`);
    const { worst, at } = probe({ name: "digamma" }, x, PROBE_PAIRS);
    assert(worst < 1, `${worst} times the bound at ${at}`);
  }
});

Deno.test("few elements of lgamma are computed again where it is small beside the terms of its sum", () => {
  const random = new Random(5);
  const ranges = [[-3, -2], [-2.72, -2.48], [-2.43, -2.3], [-2.87, -2.77], [-3.3, -3.08], [
    -4.2,
    -3.8,
  ]];
  for (
    const [low, high] of [...ranges, [-5.03, -4.97], [-6.01, -5.99], [-7.01, -6.99], [-8.1, -7]]
  ) {
    const x = Float64Array.from({ length: 2 ** 15 }, () => random.between(low, high));
    const { count } = probe({ name: "lgamma" }, x, NORMAL);
    assert(count < x.length / 300, `${low} to ${high}: ${count} of ${x.length}`);
  }
});

Deno.test("polygamma of even order is one term in the middle between two poles, whatever the order", () => {
  // Both sums have the same terms, as all others cancel.
  const x = Float64Array.from(
    { length: 512 },
    (_, i) => i < 300 ? -0.5 - i : -0.5 - 2 ** (11 + (i & 31)) - i,
  );
  for (const parameter of [2, 4, 6, 12, 14, 16, 20, 40, 100, 150, 400, 1000, 1022]) {
    for (const what of [NORMAL, PROBE_PAIRS]) {
      const { exports } = openInstance();
      exports.gamma_probe(what);
      const actual = x.slice();
      compute({ name: "polygamma", parameter }, x, actual);
      exports.gamma_probe(NORMAL);
      const expected = x.map((value) => 1 - value);
      compute({ name: "polygamma", parameter }, expected, expected);
      assertEquals(actual, expected, `order ${parameter}, way ${what}`);
    }
  }
});

Deno.test("elements that a kernel does not decide are remembered by function, order and dimension", () => {
  // Elements of the same x: what is remembered of one function must not be another's.
  const random = new Random(12);
  const x = draw(random, [0.01, 100], 0);
  const all = KERNELS.filter(({ name }) => !name.startsWith("multigammaln"));
  const { exports } = openInstance();
  const run = (kernel: Kernel): Float64Array => {
    const y = x.slice();
    compute(kernel, x, y);
    return y;
  };
  exports.gamma_probe(PROBE_QUICK); // every element is computed again
  const expected = all.map(run);
  exports.gamma_probe(NORMAL);
  for (const [i, kernel] of all.entries()) {
    for (let round = 0; round < 2; round++) assertEquals(run(kernel), expected[i], kernel.name);
  }
  assert(exports.computed_again() > 0);
  run(all[0]);
  const before = exports.computed_again();
  run(all[0]);
  assertEquals(
    exports.computed_again(),
    before,
    "what was computed again just before is remembered",
  );
});

Deno.test("polygamma of large even orders is right next to the middle between poles, in all ways", () => {
  // 150! and 100! times the sums of 1/(x + k)^(n + 1), k = 0 to 59, with 2000 bits (mpmath).
  const points = [
    [150, -4.499996699742288, 3.250930033185997e305],
    [150, -2.4999992282493544, 7.602154651936588e304],
    [100, -4.499996699742288, 3.154731988907832e185],
  ] as const;
  const { exports } = openInstance();
  for (const [parameter, x, expected] of points) {
    for (const what of [NORMAL, PROBE_PAIRS, PROBE_QUICK]) {
      const y = new Float64Array(1);
      exports.gamma_probe(what);
      compute({ name: "polygamma", parameter }, Float64Array.of(x), y);
      exports.gamma_probe(NORMAL);
      assertEquals(y[0], expected, `polygamma(${x}, ${parameter}), way ${what}`);
    }
  }
});

Deno.test("lgamma is finite up to where it overflows, in all ways", () => {
  const last = 2.5599833278516383e305; // mpmath, 60 digits
  const ulp = 2 ** (1014 - 52);
  const random = new Random(8);
  const x = Float64Array.from(
    { length: 2048 },
    (_, i) => i < 1024 ? last + (i - 1000) * ulp : last * (1 - 2 ** random.between(-50, -6)),
  );
  const { exports } = openInstance();
  for (const what of [NORMAL, PROBE_PAIRS, PROBE_QUICK]) {
    const y = x.slice();
    exports.gamma_probe(what);
    compute({ name: "lgamma" }, x, y);
    exports.gamma_probe(NORMAL);
    for (const [i, value] of y.entries()) {
      assertEquals(value < Infinity, x[i] <= last, `${x[i]}, way ${what}`);
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
  // Nine times, as rows of the second way are made when they pay.
  for (let k = 0; k < 9; k++) {
    compute({ name: "polygamma", parameter: 2 }, Float64Array.of(x, x, x), y);
    assertEquals(y[0], -(2 ** 50 + 1) * 2 ** -1074);
    openInstance().exports.gamma_probe(NORMAL);
  }
});

Deno.test("the three ways give the same bits", () => {
  const random = new Random(4);
  for (const kernel of KERNELS) {
    const edge = kernel.name.startsWith("multigammaln") ? (kernel.parameter! - 1) / 2 : 0;
    const x = draw(random, [0.01, 100], edge);
    const expected = x.slice();
    compute(kernel, x, expected);
    for (const what of [PROBE_PAIRS, PROBE_QUICK]) {
      const { exports } = openInstance();
      const actual = x.slice();
      exports.gamma_probe(what);
      compute(kernel, x, actual);
      exports.gamma_probe(NORMAL);
      assertEquals(actual, expected, `${kernel.name} ${kernel.parameter}`);
    }
  }
});
