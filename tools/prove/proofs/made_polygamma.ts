// Entries of g(y) = y^s zeta(s, y), s = n + 1, of orders n of polygamma (polygamma/table.ts), beside the bounds that
// polygamma/error_bounds.ts states:
//
//   alone       g(x), x > 0, all but the first entry
//   as a term   g(1 - x), the argument of which has a low part p: besides, |p| |slope - g'(y)| and p^2/2 |g''(y)|
//   next to 1/2 g(a) and (a/(1 - a))^s g(1 - a), 2^-6 <= a <= 1/2, in the reflection: parts of their sum
//   next to 0   the first entry, [0, 2^-6), whose differences from the breakpoint are rounded
//
// And in expressions (expression/polygamma.ts), g(x) at x > 0 with a low part, all entries, with MOVED times the first of these bounds.

import { openProbe, type Probe } from "../../../support/probe_module.ts";
import { type Approximated, Enclosures, pieceOf } from "../entries.ts";
import {
  checkEntry,
  halfUlp,
  intervals,
  type MadeEntry,
  majorantOf,
  readEntry,
  worstRatio,
} from "../made_entries.ts";
import { type Bound, type Effort, type Proof, shareOf } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { Tracer } from "../tracer.ts";

const PATH = "polygamma/error_bounds.ts";
const EXPRESSIONS = "expression/polygamma.ts";
/** Where the search for large errors found some, and both ends. */
const SOME_ORDERS = [3, 4, 7, 8, 9, 15, 20, 31, 62, 117, 241, 497, 511, 1022];
const ORDERS: Readonly<Record<Effort["level"], readonly number[]>> = {
  quick: [3, 4, 10, 20, 31],
  usual: SOME_ORDERS,
  every: Array.from({ length: 1020 }, (_, i) => i + 3),
};
const PER_OCTAVE = 32;
const OCTAVES = [-6, 14] as const;
/** Terms of the series that are enough, as those that are left out are below 2 g 65^-k (tools/arb/entries.c). */
const TERMS = 13;
/** Of the first entry. */
const FIRST_TERMS = 32;
const UNIT = 2 ** -53;
const ROOM = 2 ** -20;

const NAMES = ["alone", "as a term", "next to 1/2", "next to 0", "of double-doubles"] as const;
type Ratios = Record<typeof NAMES[number], number>;

/** The series is the product of two, in which binomial coefficients up to (2 s + terms above terms) cancel. */
function seriesOf(family: Approximated["family"], s: number, terms = TERMS): Approximated {
  const bits = 128 + Math.ceil(terms * Math.log2(Math.E * (2 * s / terms + 1)));
  return { family, parameter: s, terms, bits };
}

function ratiosOf(
  sources: Sources,
  arb: Enclosures,
  probe: Probe,
  n: number,
  effort: Effort,
): Ratios {
  const s = n + 1;
  const tracer = new Tracer(sources);
  const zetaPart = tracer.number(PATH, "ZETA_PART");
  const nearPart = tracer.call(PATH, "nearPart", [n]) as number;
  const zeroPart = tracer.call(PATH, "entryZeroPart", [n]) as number;
  const entries = [...intervals(OCTAVES, PER_OCTAVE, effort)].map(({ number, interval }) =>
    readEntry(probe, probe.probes.zeta_entry(n, number + 1), interval, false)
  );
  for (const entry of entries) checkEntry(entry, false);
  const still = majorantOf(sources, false);
  const moved = majorantOf(sources, false, { isMoved: true });
  const zeta = seriesOf("zeta", s);
  /** What the low part of an argument loses. */
  const lostIn = (of: readonly MadeEntry[]) => {
    const slopes = arb.enclose(
      seriesOf("zeta slope", s),
      of.map((entry) => ({
        ...entry,
        terms: [[entry.c1h, entry.c1l], [2 * entry.curve[0], 0], [3 * entry.curve[1], 0]],
      })),
    );
    // |g''| y^2/2 is at most 2 g (tools/arb/entries.c), and p at most 2^-53 of y.
    return (entry: number, piece: number, line: number): number => {
      const p = halfUlp(of[entry]);
      const bend = 3 * UNIT ** 2 * line;
      return (p * slopes[entry][piece] + bend) * (1 + 2 ** -40);
    };
  };

  const bounds = arb.enclose(zeta, entries);
  const boundsOf = (some: readonly MadeEntry[]) =>
    some.map((entry) => bounds[entries.indexOf(entry)]);
  const alone = worstRatio(bounds, entries, still, {
    allowed: (_, __, line) => zetaPart * line,
  });
  const terms = entries.filter(({ low }) => low >= 1);
  const asTerm = worstRatio(boundsOf(terms), terms, moved, {
    allowed: (_, __, line) => zetaPart * line,
    low: halfUlp,
    lost: lostIn(terms),
  });
  const near = entries.filter(({ low }) => low < 0.5);
  const nearRatio = worstRatio(boundsOf(near), near, still, {
    allowed: (_, __, line) => nearPart * line,
  });
  // What g(a) >= 1 leaves of its part is there for the other, which is multiplied by (a/y)^s, y = 1 - a.
  const others = entries.filter(({ low }) => low >= 0.5 && low < 1);
  const lostOther = lostIn(others);
  const otherRatio = worstRatio(boundsOf(others), others, moved, {
    allowed: (entry, piece, line) => {
      const { breakpoint } = others[entry];
      const y = breakpoint + pieceOf(others[entry], piece)[0];
      const left = Math.max(1 - nearRatio, 0) * (y / (1 - y)) ** s * (1 - ROOM);
      return Math.min(nearPart * (line + left), 1);
    },
    low: halfUlp,
    lost: lostOther,
  });

  const first = readEntry(probe, probe.probes.zeta_entry(n, 0), [0, 2 ** -6], false);
  const { breakpoint, c0, c1h, c1l, curve } = first;
  if (breakpoint !== 2 ** -7 || c0 < breakpoint * Math.abs(c1h)) throw new Error(`Entry 0 of ${n}`);
  const slope = curve.reduce(
    (sum, c, k) => sum + (k + 2) * Math.abs(c) * breakpoint ** (k + 1),
    Math.abs(c1h) + Math.abs(c1l),
  );
  // Differences are rounded to 2^-61, and their product with c1h is.
  const lost = (2 ** -61 * slope + UNIT * breakpoint * Math.abs(c1h)) * (1 + ROOM);
  const allowed = Math.min(zetaPart, (nearPart + zeroPart) * (1 - ROOM));
  const zetaOfFirst = arb.enclose(seriesOf("zeta", s, FIRST_TERMS), [first]);
  const nextToZero = worstRatio(
    zetaOfFirst,
    [first],
    still,
    {
      allowed: (_, __, line) => allowed * line,
      lost: () => lost,
    },
  );
  const part = zetaPart * tracer.number(EXPRESSIONS, "MOVED");
  const ofDoubles = (line: number): number => part * (1 - ROOM) * line;
  const lostNear = lostIn(near);
  // There g' is at most s y^(s - 1) zeta(s), and the slope that p is multiplied by has three terms.
  const slopes = Math.abs(c1h) + Math.abs(c1l) + 2 * breakpoint * Math.abs(curve[0]) +
    3 * breakpoint ** 2 * Math.abs(curve[1]) + 1.1 * s * first.high ** (s - 1);
  const lostNext = halfUlp(first) * slopes * (1 + ROOM) + 3 * UNIT ** 2;
  const doubles = [
    asTerm * zetaPart / part,
    worstRatio(boundsOf(others), others, moved, {
      allowed: (_, __, line) => ofDoubles(line),
      low: halfUlp,
      lost: lostOther,
    }),
    worstRatio(boundsOf(near), near, moved, {
      allowed: (_, __, line) => ofDoubles(line),
      low: halfUlp,
      lost: lostNear,
    }),
    worstRatio(zetaOfFirst, [first], moved, {
      allowed: (_, __, line) => ofDoubles(line),
      low: halfUlp,
      lost: () => lost + 2 * lostNext,
    }),
  ];
  return {
    "of double-doubles": Math.max(...doubles),
    "alone": alone,
    "as a term": asTerm,
    "next to 1/2": Math.max(nearRatio, otherRatio),
    "next to 0": nextToZero,
  };
}

async function prove(sources: Sources, effort: Effort): Promise<readonly Bound[]> {
  using arb = await Enclosures.open();
  const probe = openProbe();
  const orders = shareOf(ORDERS[effort.level], effort);
  const ratios = orders.map((n) => ratiosOf(sources, arb, probe, n, effort));
  return NAMES.map((name) => {
    const all = ratios.map((of) => of[name]);
    const proved = Math.max(...all);
    const worst = orders[all.indexOf(proved)];
    return {
      name: `polygamma, ${orders.length} orders, ${name}; worst ${worst}`,
      phase: "fast",
      source: "made at run time",
      claimed: 1,
      proved,
      by: "Arb, majorants",
    };
  });
}

export const proof: Proof = { isQuick: true, prove };
