import { assert } from "@std/assert";
import { openProbe } from "../../support/probe_module.ts";
import { Random } from "../../support/random.ts";

// The rounding test of the Bessel kernels is as good as the bounds of their pairs' errors
// (bessel/fast_entry.ts, bessel/accurate.ts). Here a search tries to break them: random points in
// every region, and then points next to the worst.

const { end: room, probes: phases, reserve } = openProbe();
reserve(room + 64);
const KINDS = ["i0", "i1", "i1Grad", "i0e", "i1e", "i0eGrad", "i1eGrad"];
const GROWING = 3; // the first three overflow
const ZERO = 1.5451272579925427; // of i1eGrad
const effort = Number(Deno.env.get("SPECOL_BOUNDS") ?? 1);

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
function search(kind: number, isAccurate: boolean): { margin: number; x: number } {
  const random = new Random(7);
  let worst = { margin: 0, x: 0 };
  const consider = (x: number) => {
    const margin = phases.bessel_margin(kind, x, isAccurate);
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
  for (const isAccurate of [false, true]) {
    const phase = isAccurate ? "accurate" : "fast";
    Deno.test(`the double-doubles of ${name} are within their bound in the ${phase} phase`, () => {
      const { margin, x } = search(kind, isAccurate);
      if (effort > 1) console.log(name, phase, margin, x);
      assert(margin < 1, `${margin} of the bound at ${x}`);
    });
  }

  Deno.test(`the accurate phase of ${name} decides at every integer and tenth`, () => {
    const end = kind < GROWING ? 713 : 2000;
    for (let k = 1; k <= 20_000; k++) {
      for (const x of k <= end ? [k, k / 10] : [k / 10]) {
        if (x <= end) assert(!Number.isNaN(phases.bessel_accurate(kind, x)), `not at ${x}`);
      }
    }
  });

  Deno.test(`the accurate and the last phase of ${name} give the same bits`, () => {
    for (const x of draw(kind, new Random(13))) {
      const y = phases.bessel_accurate(kind, x);
      const last = phases.bessel_last(kind, x);
      // NaN: the accurate phase does not decide.
      assert(Number.isNaN(y) || Object.is(y, last), `${x}: ${y}, ${last}`);
    }
  });
});

Deno.test("values at double-double arguments keep what the second part adds", () => {
  const exact = (kind: number, x: number, xLow: number): Float64Array => {
    phases.bessel_exact(kind, x, xLow, room);
    return new Float64Array(phases.memory.buffer, room, 3).slice();
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
