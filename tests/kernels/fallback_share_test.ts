import { assert } from "@std/assert";
import { Random } from "../../support/random.ts";
import { KERNELS, NORMAL, probe, PROBE_PAIRS } from "./gamma_probe.ts";

// How many elements of the gamma family fall back to the accurate phase.

/**
 * Where at most one element in 300 may fall back, of polygamma of n >= 3 one in 220. Numbers are no
 * powers of e: the logarithm of a rounded one is almost a double, and sums of such logarithms are
 * often almost half-way between two.
 */
const ORDINARY: Readonly<Record<string, (random: Random) => number>> = {
  "3 to 40": (random) => random.between(3, 40),
  "2^-996 to 2^996": octaves(-996, 996),
  "2^-20 to 2^-3": octaves(-20, -3),
  "2^6 to 2^20": octaves(6, 20),
};

/**
 * The same of polygamma of n >= 3 where x < 0. Orders up to 2 take the accurate phase
 * there more often.
 */
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
  Deno.test(`few elements of multigammaln fall back: ${range}`, () => {
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
  Deno.test(`few elements fall back: ${range}`, () => {
    const random = new Random(3);
    for (const kernel of KERNELS) {
      const edge = kernel.name.startsWith("multigammaln") ? (kernel.parameter! - 1) / 2 : 0;
      const x = Float64Array.from({ length: 2 ** 15 }, () => edge + make(random));
      const { count } = probe(kernel, x, NORMAL);
      const share = kernel.name === "polygamma" && kernel.parameter! >= 3 ? 220 : 300;
      assert(
        count < x.length / share,
        `${kernel.name} ${kernel.parameter}: ${count} of ${x.length}`,
      );
    }
  });
}

Deno.test("few elements fall back: 2^20 to 2^48, of functions with tables of their own", () => {
  const random = new Random(3);
  for (const kernel of KERNELS.slice(0, 4)) {
    const x = Float64Array.from({ length: 2 ** 15 }, () => octaves(20, 48)(random));
    const { count } = probe(kernel, x, NORMAL);
    assert(count < x.length / 300, `${kernel.name} ${kernel.parameter}: ${count} of ${x.length}`);
  }
});

/** Zeros of functions, next to which a table entry is not enough. */
const ENTRIES_NEXT_TO_ZEROS: Readonly<Record<string, readonly number[]>> = {
  lgamma: [1, 2],
  digamma: [1.46],
};

Deno.test("few elements of every table entry fall back: none has a bad breakpoint", () => {
  const random = new Random(7);
  const x = new Float64Array(512);
  for (const kernel of KERNELS.slice(0, 4)) {
    for (let k = -20; k < 40; k++) {
      for (let entry = 0; entry < 64; entry++) {
        const start = 2 ** k * (1 + entry / 64);
        // Next to a zero the value is small compared with the bound of its entry.
        if (ENTRIES_NEXT_TO_ZEROS[kernel.name]?.some((zero) => Math.abs(start - zero) < 0.1)) {
          continue;
        }
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
  Deno.test(`few elements of polygamma fall back: ${range}`, () => {
    const random = new Random(5);
    for (const parameter of [3, 4, 5, 6, 7, 8, 10, 14, 20, 30, 50, 60, 100, 171, 600]) {
      const x = Float64Array.from({ length: 2 ** 15 }, () => make(random));
      const { count } = probe({ name: "polygamma", parameter }, x, NORMAL);
      assert(count < x.length / 220, `${parameter}: ${count} of ${x.length}`);
    }
  });
}

Deno.test("the accurate phase decides most of digamma next to its zeros in any far gap", () => {
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
        r = Math.atan2(Math.PI, Math.log(y) - 1 / (2 * y) - 1 / (12 * y * y)) / Math.PI;
      }
      return r - k;
    });
    const { count, last } = probe({ name: "digamma" }, x, NORMAL);
    assert(count > 500, `${count} are next to zeros`);
    assert(last < 256, `${last} take the last phase`);
    const { worst, at } = probe({ name: "digamma" }, x, PROBE_PAIRS);
    assert(worst < 1, `${worst} times the bound at ${at}`);
  }
});
