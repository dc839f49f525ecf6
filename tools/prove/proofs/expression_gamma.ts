// lgamma, digamma and polygamma of orders 1 and 2 of expressions at x + p, p the low part of an argument and at most half an ulp
// of x (expression/gamma.ts): table entries, with MOVED times their bounds. At x + p there are besides what the entry is off
//
//   |p| |slope - f'(x)|, where slope is what the kernel multiplies p by, and p^2/2 |f''|
//
// which Arb encloses as it does the entry itself. Between x and x + p f'' changes by less than 2^-48 of it, as it is polygamma
// of order m >= 1, whose derivative is at most (m + 1)/x of it. From 2^40 on proofs/stirling.ts has lgamma and digamma with
// low parts. Polygamma is there, up to LARGEST_WITH_LOW and with t = 1/x,
//
//   order 1   t + t^2 (1/2 - p + t/6), which leaves out p t^3 and p^2 t^3
//   order 2   -(t^2 + t^3 (1 - 2p + t/2)), which leaves out 3p t^4 and 3p^2 t^4
//
// and of the series itself less than t^5. Below the entries there are no low parts.
//
// In the accurate phase lgamma and digamma are those of gamma/stirling.ts, with its bounds, which proofs/accurate_gamma.ts proves of
// double-doubles (expression/elementary.ts).

import { openProbe } from "../../../support/probe_module.ts";
import { entryOf, putBy } from "../blocks.ts";
import { type Approximated, Enclosures } from "../entries.ts";
import { errorDomain, ErrorGraph, type Unit } from "../errors.ts";
import { both } from "../fast_log.ts";
import { largest, type Node, smallest } from "../graph.ts";
import {
  boundOf,
  GAMMA_NAMES,
  GAMMA_OCTAVES,
  GAMMA_PER_OCTAVE,
  halfUlp,
  intervals,
  majorantOf,
  readEntry,
} from "../made_entries.ts";
import { type Bound, claimOf, type Effort, type Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Lanes, Tracer } from "../tracer.ts";

const PATH = "expression/gamma.ts";
const BLOCKS = "expression/elementary.ts";
const STIRLING = "gamma/stirling.ts";
const ASYMPTOTIC = "gamma/fast_asymptotic.ts";
const BOUNDS = "gamma/fast_boundaries.ts";
const LANES = "arithmetic/double_double_lanes.ts";
const UNIT = 2 ** -53;
const ROOM = 1 + 2 ** -40;
/** Where entries end. */
const FAR_OCTAVE = 40;

/** The error of polygamma far from 0, in units of its bound. */
function farRatio(sources: Sources, order: number): number {
  const claims = ["reciprocalLow", "productLow"].map((name) => claimOf(sources, LANES, name));
  const numbers = new Tracer(sources);
  const claimed = numbers.number(BOUNDS, "POLE_PART");
  const last = Math.log2(numbers.number(PATH, "LARGEST_WITH_LOW"));
  let worst = 0;
  for (let octave = FAR_OCTAVE; octave < last; octave++) {
    const graph = new ErrorGraph();
    // The low part of 1/x or of t^2: as large as a rounding, and off by a part of that.
    const unit = (part: number): Unit => (_, args) => {
      const high = (args.at(-1) as Lanes)[0] as Node;
      const size = 4 * UNIT * largest(high.range);
      return both(graph.low(high, [-size, size], part * largest(high.range)));
    };
    const tracer = new Tracer(
      sources,
      {},
      errorDomain(graph, {
        contracts: {
          [`${LANES} reciprocalLow`]: unit(claims[0]),
          [`${LANES} productLow`]: unit(claims[1]),
        },
      }),
    );
    const x = graph.input("x", [2 ** octave, 2 ** (octave + 1)]);
    const p = graph.input("p", [-UNIT * 2 ** octave, UNIT * 2 ** octave]);
    const high = tracer.lanes(ASYMPTOTIC, "asymptoticPair", [order, both(x), both(p)]);
    const low = tracer.loadNode(tracer.number("memory_map.ts", "LOW"));
    const t = 2 ** -octave;
    const missing = order * t ** order * (2 * UNIT * t + 2 * UNIT ** 2 + t ** 4) * ROOM;
    worst = Math.max(worst, (graph.errorOf(high, low) + missing) / smallest(high.range));
  }
  return worst / claimed;
}

/** The bound of Stirling's series beside the one that a block gets, where terms are much larger than their sum. */
function accurateBound(sources: Sources, op: string): Bound {
  const bound = 2 ** -90;
  const tracer: Tracer = new Tracer(sources, {
    [`${STIRLING} stirling`]: () => {
      for (const lane of [0, 8]) {
        tracer.store(tracer.number("memory_map.ts", "LOW") + lane, 0);
        tracer.store(tracer.number("memory_map.ts", "BOUND") + lane, bound);
      }
      return [1, 1];
    },
  });
  const [, , put] = putBy(tracer, BLOCKS, "lanesBlock", [
    tracer.number("expression/instructions.ts", op),
    ...[entryOf(tracer), entryOf(tracer, [1.5, 0, 0]), 2, true],
  ]);
  return {
    ...{ name: `${op.toLowerCase()} of blocks, bound of Stirling's series`, phase: "accurate" },
    ...{ source: BLOCKS, claimed: 1, proved: bound / (put as number), by: "compared" },
  };
}

async function prove(sources: Sources, effort: Effort): Promise<readonly Bound[]> {
  using arb = await Enclosures.open();
  const probe = openProbe();
  const tracer = new Tracer(sources);
  const part = tracer.load(tracer.number(PATH, "MOVED")) as number;
  const moved = majorantOf(sources, true, { isMoved: true });
  const far = [1, 2].map((order): Bound => ({
    ...{ name: `polygamma ${order} of double-doubles from 2^40`, phase: "fast", source: PATH },
    ...{ claimed: 1, proved: farRatio(sources, order), by: "errors" },
  }));
  const near = GAMMA_NAMES.map((name, i) => {
    const entries = [...intervals(GAMMA_OCTAVES, GAMMA_PER_OCTAVE, effort)].map(({ interval }) =>
      readEntry(probe, probe.probes.gamma_entry(i, interval[0]), interval, true)
    );
    const of = (parameter: number): Approximated => ({ family: "gamma", parameter });
    const slopes = arb.enclose(
      of(i),
      entries.map((entry) => ({
        ...entry,
        terms: [[entry.c1h, entry.c1l], [2 * entry.curve[0], 0], [3 * entry.curve[1], 0]],
      })),
    );
    const bends = arb.enclose(of(i + 1), entries.map((entry) => ({ ...entry, terms: [] })));
    const lost = (entry: number, piece: number): number => {
      const p = halfUlp(entries[entry]);
      return p * (slopes[entry][piece] + p / 2 * bends[entry][piece] * ROOM) * ROOM;
    };
    const allowed = (entry: number) => entries[entry].bound * part;
    const bound = boundOf(`${name} of double-doubles`, arb, of(i - 1), entries, moved, {
      ...{ lost, allowed, low: halfUlp },
    });
    return { ...bound, source: PATH };
  });
  const accurate = ["LGAMMA", "DIGAMMA"].map((op) => accurateBound(sources, op));
  return [...near, ...far, ...accurate];
}

export const proof: Proof = { isQuick: true, prove };
