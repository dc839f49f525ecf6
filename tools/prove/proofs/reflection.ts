// lgamma, digamma and polygamma of orders 1 and 2 at x < 0 (gamma/fast_reflection.ts): the sum of
// the entries at a, the distance from the nearest pole, and at 1 - x = y + p, of which p is the low
// part.
//
//   high = first + second,  low = e + (firstLow + secondLow), e the error of high
//
// The kernel compares with B1 + B2, the entries' bounds, and a part of |firstLow| + |secondLow|.
// Majorants of what it computes show that this part is enough for what the sums, and that of low
// and the bound in the test, lose of low parts (`checkSum`). What they lose of high parts, 2^-105
// of each, must have room in its B: it is added to what the entry's evaluation is off. At y + p,
// with p at most half an ulp of y, there are besides
//
//   |p| |slope - f'(y)|, where slope is what the kernel multiplies p by, and p^2/2 |f''|
//
// which Arb encloses as it does the entry itself. Between y and y + p f'' changes by less than
// 2^-48 of it, as it is polygamma of order m >= 1, whose derivative is at most (m + 1)/y of it.

import { openProbe } from "../../../support/probe_module.ts";
import { type Approximated, Enclosures } from "../entries.ts";
import {
  boundOf,
  GAMMA_NAMES,
  GAMMA_OCTAVES,
  GAMMA_PER_OCTAVE,
  halfUlp,
  intervals,
  type MadeEntry,
  majorantOf,
  MIRRORED_OCTAVES,
  readEntry,
} from "../made_entries.ts";
import { both } from "../fast_log.ts";
import type { Node } from "../graph.ts";
import { Majorants, meaningOf } from "../majorant.ts";
import type { Bound, Effort, Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Float, type Lanes, Tracer, type Value } from "../tracer.ts";

const PATH = "gamma/fast_reflection.ts";
const UNIT = 2 ** -53;
/** What the sum of low parts takes of a high part: 2 u u, and room for products of roundings. */
const SUM_PART = 2.1 * UNIT ** 2;
const ROOM = 2 ** -48;

/** That the bound of the sum is above what is lost, but for SUM_PART of the high parts. */
function checkSum(sources: Sources): Bound {
  const tracer: Tracer = new Tracer(sources, {
    "tables/entry.ts evaluateEntry": () => both(second),
  });
  const { graph } = tracer;
  // Signs do not matter here, but must be known.
  const first = graph.input("first", [0.5, 1]);
  const second = graph.input("second", [-1, -0.5]); // it is subtracted
  const lows = ["firstLow", "secondLow"].map((name) => graph.input(name, [0, 1]));
  const bounds = ["firstBound", "secondBound"].map((name) => graph.input(name, [0, 1]));
  const at = (name: string): number => tracer.number("memory_map.ts", name);
  const put = (address: number, node: Value): void => {
    for (const lane of [0, 8]) tracer.store(address + lane, node as Float);
  };
  const from = tracer.allocate(16);
  put(from, -0.25);
  put(at("AT_MIRROR"), 1.25);
  put(at("AT_MIRROR") + at("SPACE"), 0);
  put(at("AT_A"), first);
  put(at("AT_A") + at("SPACE"), lows[0]);
  put(at("LOW"), lows[1]);
  put(at("AT_BOUND"), bounds[0]);
  put(at("BOUND"), bounds[1]);
  for (const place of [0, 4]) tracer.store(at("MIRROR_ENTRIES") + place, 0);
  const [high, low, bound] = tracer.argumentsOf(
    ["rounding/ziv_test.ts", "failsZivTest"],
    ...[PATH, "reflectTwo", [1, from, tracer.allocate(16), 0, false, both(0), both(-0), false]],
  ).map((lanes) => (lanes as Lanes)[0] as Node);
  const meaning = meaningOf(graph, [high, low], {
    ...{ first: 1000, firstLow: 100, second: 10, secondLow: 1, firstBound: 0, secondBound: 0 },
  });
  if (meaning !== 1100 - 11) throw new Error("The sum is not that of both terms");
  const majorants = new Majorants([high, low], {});
  const lost = majorants.of(low);
  const allowed = new Majorants([bound], {}).of(bound).size;
  // What the test loses of low and the bound is at most `test`.
  const ratioOf = (name: string, least: number): number => {
    const test = UNIT * ((lost.size.get(name) ?? 0) + (allowed.get(name) ?? 0));
    return ((lost.error.get(name) ?? 0) + test) * (1 + ROOM) / (least * (1 - ROOM));
  };
  for (const { name } of [first, second]) {
    if (ratioOf(name, SUM_PART) > 1) throw new Error(`The sum loses too much of ${name}`);
  }
  for (const { name } of bounds) {
    if (ratioOf(name, ROOM) > 1) throw new Error(`The sum loses too much of ${name}`);
  }
  const proved = Math.max(...lows.map(({ name }) => ratioOf(name, allowed.get(name) ?? 0)));
  return { name: "sum at x < 0", phase: "fast", source: PATH, claimed: 1, proved, by: "majorants" };
}

async function prove(sources: Sources, effort: Effort): Promise<readonly Bound[]> {
  using arb = await Enclosures.open();
  const probe = openProbe();
  const inside = majorantOf(sources, true);
  const moved = majorantOf(sources, true, { isMoved: true });
  const entriesOf = (table: number, octaves: readonly [number, number]): MadeEntry[] =>
    [...intervals(octaves, GAMMA_PER_OCTAVE, effort)].map(({ interval }) =>
      readEntry(probe, probe.probes.gamma_entry(table, interval[0]), interval, true)
    );
  const terms = GAMMA_NAMES.flatMap((name, i) => {
    const order = i - 1;
    const ofSum = (_: number, __: number, line: number): number => SUM_PART * line;
    const pole: Approximated = { family: "mirrored", parameter: order };
    const poles = entriesOf(4 + i, MIRRORED_OCTAVES);
    const atPole = boundOf(`${name}, x < 0, near term`, arb, pole, poles, inside, { lost: ofSum });
    const entries = entriesOf(i, [0, GAMMA_OCTAVES[1]]); // y > 1
    const slopes = arb.enclose(
      { family: "gamma", parameter: order + 1 },
      entries.map((entry) => ({
        ...entry,
        terms: [[entry.c1h, entry.c1l], [2 * entry.curve[0], 0], [3 * entry.curve[1], 0]],
      })),
    );
    const seconds = arb.enclose(
      { family: "gamma", parameter: order + 2 },
      entries.map((entry) => ({ ...entry, terms: [] })),
    );
    const lost = (entry: number, piece: number, line: number): number => {
      const p = halfUlp(entries[entry]);
      const bend = p / 2 * seconds[entry][piece] * (1 + 2 ** -40);
      return SUM_PART * line + p * (slopes[entry][piece] + bend) * (1 + 2 ** -40);
    };
    const of: Approximated = { family: "gamma", parameter: order };
    const comparison = { lost, low: halfUlp };
    const beyond = boundOf(`${name}, x < 0, far term`, arb, of, entries, moved, comparison);
    return [atPole, beyond];
  });
  return [checkSum(sources), ...terms];
}

export const proof: Proof = { isQuick: true, prove };
