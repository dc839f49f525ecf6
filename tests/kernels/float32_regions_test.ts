import { assertEquals } from "@std/assert";
import { compute, type Kernel } from "../../kernels/engine.ts";
import { Random } from "../../support/random.ts";
import { correctlyRounded } from "../../support/reference/reference.ts";
import { zeroOfRising, zerosOfValley } from "../../support/zeros.ts";

// float32 is computed from short table entries, four elements at a time, of either sign; what fails
// Ziv's test takes the accurate phase. Four elements, and a block, may be of every region.

const LGAMMA: Kernel = { name: "lgamma" };
const DIGAMMA: Kernel = { name: "digamma" };
const KERNELS: readonly Kernel[] = [
  LGAMMA,
  DIGAMMA,
  { name: "polygamma", parameter: 1 },
  { name: "polygamma", parameter: 2 },
  ...(["i0e", "i1e", "i0eGrad", "i1eGrad"] as const).map((name) => ({ name })),
];

/** Zeros between negative poles. */
const ZEROS = [-6, -5, -4, -3, -2, -1].flatMap((low) => {
  const gap = [low, low + 1] as const;
  return [
    ...zerosOfValley({ kernel: LGAMMA, slope: DIGAMMA }, gap),
    zeroOfRising(DIGAMMA, gap),
    zeroOfRising({ name: "polygamma", parameter: 2 }, gap),
  ];
});
/** The same far from 0, where zeros have no entries. */
const FAR_ZEROS = [-129, -400, -5001, -70000].flatMap((low) => {
  const gap = [low, low + 1] as const;
  return [zeroOfRising(DIGAMMA, gap), zeroOfRising({ name: "polygamma", parameter: 2 }, gap)];
});

/** The float32 next to a number. */
function besideFloat32(x: number): number[] {
  const middle = new Float32Array([x]);
  const bits = new Int32Array(middle.buffer);
  return [-1, 0, 1].map((step) => {
    const near = new Int32Array([bits[0] + step]);
    return new Float32Array(near.buffer)[0];
  });
}

/** Ends of entries and of regions, signed. */
const SEAMS = [
  ...[-149, -126, -62, -21, -20, -19, -7, -6, -1, 0, 1, 9, 10, 11, 19, 20, 21, 33, 62, 79, 99, 100],
].flatMap((k) => [2 ** k, -(2 ** k)]).flatMap(besideFloat32);

/** Elements of every region, in an order that mixes them. */
function mixed(seed: number): Float32Array {
  const random = new Random(seed);
  const kinds = [
    () => random.between(0.1, 20),
    () => random.between(-6, 0),
    () => random.between(-1000, -20),
    () => -(2 ** random.between(-40, -15)),
    () => 2 ** random.between(-149, 127),
    () => -(2 ** random.between(15, 24)),
    () => ZEROS[random.bits() % ZEROS.length] * (1 + random.sign() * 2 ** random.between(-30, -4)),
    () => SEAMS[random.bits() % SEAMS.length],
    () => random.bits() % 5,
    () => -(random.bits() % 5),
  ];
  return Float32Array.from({ length: 300 }, () => kinds[random.bits() % kinds.length]());
}

for (const kernel of KERNELS) {
  const { name, parameter = "" } = kernel;
  Deno.test(`${name}${parameter} of float32 of every region, mixed, is correctly rounded`, () => {
    const x = mixed(7);
    const y = x.slice();
    compute(kernel, x, y);
    assertEquals(y, x.map((value) => correctlyRounded(kernel, value, { type: "float32" })));
  });

  Deno.test(`${name}${parameter} of float32 does not depend on its neighbours`, () => {
    // Three blocks, each after what the one before had; in place; and a part of a four
    // at the end.
    const special = [NaN, Infinity, -Infinity, 0, -0];
    const x = Float32Array.from([...mixed(8), ...special, ...mixed(9), ...SEAMS, ...mixed(10)]);
    const together = x.slice();
    compute(kernel, together, together);
    const alone = x.slice();
    for (let i = 0; i < x.length; i++) {
      compute(kernel, x.subarray(i, i + 1), alone.subarray(i, i + 1));
    }
    assertEquals(together, alone);
  });
}

Deno.test("float32 next to zeros, a block of them and another, are correctly rounded", () => {
  for (const kernel of [LGAMMA, DIGAMMA, { name: "polygamma", parameter: 2 } as const]) {
    const near = Float32Array.from([...ZEROS, ...FAR_ZEROS].flatMap(besideFloat32));
    // The first block makes the entries of the zeros, the others read them.
    const x = Float32Array.from({ length: 2048 }, (_, i) => near[i % near.length]);
    const y = x.slice();
    compute(kernel, x, y);
    const expected = near.map((value) => correctlyRounded(kernel, value, { type: "float32" }));
    assertEquals(y, x.map((_, i) => expected[i % near.length]));
  }
});

// Next to the zeros of lgamma at 1 and 2, and of digamma at 1.46, an entry is good to 2^-35.7 of
// the value, and these numbers are almost middles.
const NEXT_TO_ZEROS: readonly (readonly [Kernel, readonly number[]])[] = [
  [LGAMMA, [
    1.0003005266189575,
    1.0016472339630127,
    1.0020287036895752,
    1.0027776956558228,
    1.0032538175582886,
    1.0036314725875854,
    1.0078243017196655,
    1.0079450607299805,
    1.0086331367492676,
    2.00441575050354,
    2.0075631141662598,
    2.0697507858276367,
  ]],
  [DIGAMMA, [1.4459519386291504, 1.4462933540344238, 1.4510613679885864, 1.4727649688720703]],
];

Deno.test("float32 next to zeros of lgamma and digamma has the same bits in blocks with numbers of every region", () => {
  for (const [kernel, x] of NEXT_TO_ZEROS) {
    const expected = x.map((number) => correctlyRounded(kernel, number, { type: "float32" }));
    for (const other of [5, -0.3, 0, 1e-30, 1e20]) {
      const block = Float32Array.of(...x, other);
      compute(kernel, block, block);
      assertEquals([...block.subarray(0, x.length)], expected, `${kernel.name} beside ${other}`);
    }
  }
});

Deno.test("a float64 result that is a middle between two float32 is rounded by what it lacks", () => {
  // multigammaln(184319, 4) is a little less than 8201716.75, which its float64 result is.
  const kernel: Kernel = { name: "multigammaln", parameter: 4 };
  const wide = Float64Array.of(184319);
  compute(kernel, wide, wide);
  assertEquals([...wide], [8201716.75]);
  const x = Float32Array.of(3, 184319, 5, NaN, Infinity);
  const expected = x.map((value) => correctlyRounded(kernel, value, { type: "float32" }));
  assertEquals(expected[1], 8201716.5);
  compute(kernel, x, x);
  assertEquals(x, expected);
});
