import { assert } from "@std/assert";
import { openProbe } from "../../support/probe_module.ts";
import { Random } from "../../support/random.ts";

// The rounding test of the Bessel kernels is as good as the bounds of their pairs' errors (bessel/fast_row.ts,
// bessel/accurate.ts). Here a search tries to break them: random points in every region, and then points beside the worst.

const { end: room, probes: ways, reserve } = openProbe();
reserve(room + 64);
const KINDS = ["i0", "i1", "i1Grad", "i0e", "i1e", "i0eGrad", "i1eGrad"];
const GROWING = 3; // the first three overflow
const ZERO = 1.5451272579925427; // of i1eGrad
const effort = Number(Deno.env.get("SPECOL_BOUNDS") ?? 1);

/** The rounding test of the loops, the closer look at what it leaves, and the second way. */
const WAYS = ["in the loops", "on a closer look", "on the second way"];
/** Where at most one element in 300 may need the second way: uniform, or uniform logarithms. */
const SHARES: readonly (readonly [low: number, high: number, isLog: boolean])[] = [
  [0.1, 20, false],
  [1, 4, false], // around the zero of i1eGrad
  [20, 100, false],
  [100, 700, false],
  [1e-6, 0.1, true],
];
const FAR_SHARES: typeof SHARES = [[700, 713, false], [1024, 1e4, false], [64, 1e6, true], [
  1e6,
  1e200,
  true,
]];

/** Exponents of the regions' ends, and how many points there are. */
const REGIONS: readonly (readonly [from: number, to: number, count: number])[] = [
  [-30, -6, 100],
  [-6, 0, 300],
  [0, 4, 600],
  [4, 9.4, 300],
  [9.4, 10, 100],
  [10, 20, 200],
  [20, 100, 100],
];

function* draw(kind: number, random: Random): Generator<number> {
  for (const [from, to, count] of REGIONS) {
    if (kind < GROWING && from >= 9.4) break;
    for (let i = 0; i < count * effort; i++) yield 2 ** (from + (to - from) * random.between(0, 1));
  }
  if (KINDS[kind] !== "i1eGrad") return;
  for (let i = 0; i < 300 * effort; i++) {
    yield ZERO * (1 + (random.between(0, 1) - 0.5) * 2 ** (-4 - 46 * random.between(0, 1)));
  }
}

/** The worst of the points, and of those that climbing from it finds. */
function search(kind: number, way: number): { margin: number; x: number } {
  const random = new Random(7);
  let worst = { margin: 0, x: 0 };
  const consider = (x: number) => {
    const margin = ways.bessel_margin(kind, x, way);
    if (!(margin <= worst.margin)) worst = { margin, x };
  };
  for (const x of draw(kind, random)) consider(x);
  for (let width = 2 ** -8; width > 2 ** -50; width /= 2) {
    for (let i = 0; i < 10 * effort; i++) {
      consider(worst.x * (1 + (random.between(0, 1) - 0.5) * width));
    }
  }
  return worst;
}

KINDS.forEach((name, kind) => {
  WAYS.forEach((text, way) => {
    Deno.test(`the pairs of ${name} are within their bound ${text}`, () => {
      const { margin, x } = search(kind, way);
      if (effort > 1) console.log(name, way, margin, x);
      assert(margin < 1, `${margin} of the bound at ${x}`);
    });
  });

  Deno.test(`at most one element of ${name} in 300 needs the second way, on every range`, () => {
    const random = new Random(11);
    const count = 20_000;
    for (const [low, high, isLog] of [...SHARES, ...kind < GROWING ? [] : FAR_SHARES]) {
      let undecided = 0;
      for (let i = 0; i < count; i++) {
        const x = isLog ? low * (high / low) ** random.between(0, 1) : random.between(low, high);
        if (Number.isNaN(ways.bessel_way(kind, x, 1))) undecided++;
      }
      if (effort > 1) console.log(name, low, high, count / undecided);
      assert(undecided < count / 300, `${undecided} of ${count} between ${low} and ${high}`);
    }
  });

  Deno.test(`the second way of ${name} decides at every integer and tenth`, () => {
    const end = kind < GROWING ? 713 : 2000;
    for (let k = 1; k <= 20_000; k++) {
      for (const x of k <= end ? [k, k / 10] : [k / 10]) {
        if (x <= end) assert(!Number.isNaN(ways.bessel_way(kind, x, 2)), `not at ${x}`);
      }
    }
  });

  Deno.test(`the closer look, the second and third way of ${name} give the same bits`, () => {
    for (const x of draw(kind, new Random(13))) {
      const results = [1, 2, 3].map((way) => ways.bessel_way(kind, x, way));
      // NaN: this way does not decide.
      for (const y of results) {
        assert(Number.isNaN(y) || Object.is(y, results[2]), `${x}: ${results}`);
      }
    }
  });
});

Deno.test("values at double-double arguments keep what the second part adds", () => {
  const exact = (kind: number, x: number, xLow: number): Float64Array => {
    ways.bessel_exact(kind, x, xLow, room);
    return new Float64Array(ways.memory.buffer, room, 3).slice();
  };
  const [i0, i1, i1Grad] = [0, 1, 2];
  for (const [kind, slope] of [[i0, i1], [i1, i1Grad]]) {
    for (const x of [0.3, 5.7, 81.25, 300.5, -2.5]) {
      const xLow = x * 2 ** -80;
      const [at, moved] = [exact(kind, x, 0), exact(kind, x, xLow)];
      const rise = (moved[0] - at[0]) + (moved[1] - at[1]) + (moved[2] - at[2]);
      const expected = exact(slope, x, 0)[0];
      assert(
        Math.abs(rise / xLow / expected - 1) < 1e-9,
        `${rise / xLow}, not ${expected}, at ${x}`,
      );
    }
  }
});
