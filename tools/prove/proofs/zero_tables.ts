// The entries around zeros of lgamma, digamma and polygamma of even order (gamma/zeros.ts), all that there are, as the probe build
// makes them: what its polynomial is off (Arb) and what evaluating it loses (majorants), together are at most the bound of
// evaluateZeros, in which 2^-73 of f decides next to the zero, and the terms from c4 on further out. Those around the zero of the
// gradient of multigammaln of a grid of dimensions are a test of what multigammaln_zero.ts proves for every one.

import { openProbe } from "../../../support/probe_module.ts";
import { type Approximated, Enclosures } from "../entries.ts";
import { GAMMA_NAMES } from "../made_entries.ts";
import { type PairEntry, pairMajorant, pairOf, readPairs } from "../pair_entries.ts";
import { type Bound, type Effort, type Proof, shareOf } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { Tracer } from "../tracer.ts";
import { DIMENSIONS } from "./made_multigammaln.ts";
import { LAST } from "./multigammaln_zero.ts";

const PATH = "gamma/zeros.ts";
const TABLE = "gamma/zero_table.ts";
const UNIT = 2 ** -53;
/** Of a function's series: r is at most a sixteenth of the distance from the nearest pole. */
const TERMS = 44;
const BITS = 400;
/** Dimensions where the zero is next to an x: its distance is 7 10^-6 and 6 10^-4 of that of two x. */
const CLOSE = [138, 293];

/** A number in each interval between two poles from -1 to `end`, with an offset. */
const between = (end: number, offset: number): number[] =>
  Array.from({ length: -end }, (_, i) => offset - i - 1);

async function prove(sources: Sources, effort: Effort): Promise<readonly Bound[]> {
  using arb = await Enclosures.open();
  const probe = openProbe();
  const tracer = new Tracer(sources);
  const number = (name: string, path = PATH): number => tracer.number(path, name);
  const shape = [number("ZERO_PAIRS", TABLE), number("ZERO_TERMS", TABLE)] as const;
  const majorant = pairMajorant(sources, ...shape);
  const [last, roundings] = [number("LAST_PART"), number("ROUNDINGS")];
  const sizesAt = number("ZERO_SIZES", TABLE);
  const lastEven = number("LAST_EVEN");
  const [end, endOfLgamma, endOfEven] = ["END", "END_LGAMMA", "END_EVEN"].map((name) =>
    number(name)
  );

  /** lgamma has a zero on each side of a pole. */
  const ofLgamma = [1, 2, ...between(endOfLgamma, 0.25), ...between(endOfLgamma, 0.75)];
  const orders: [number, readonly number[]][] = [[-1, ofLgamma.filter((x) => x > 0 || x < -2)]];
  orders.push([0, [1.5, ...between(end, 0.5)]], [2, between(end, 0.5)]);
  for (let order = 4; order <= lastEven; order += 2) orders.push([order, between(endOfEven, 0.5)]);
  const boundOf = (
    name: string,
    of: Pick<Approximated, "family" | "parameter">,
    addresses: readonly number[],
    spacing?: number,
  ): Bound => {
    const sizes = new Map<PairEntry, number>();
    const entries = addresses.map((address) => {
      const [zero, radius] = new Float64Array(probe.memory.buffer, address, 2);
      const entry = readPairs(probe, address, [zero - radius, zero + radius], shape);
      sizes.set(entry, new Float64Array(probe.memory.buffer, address + sizesAt, 1)[0]);
      return entry;
    });
    const { error, low } = pairOf(
      arb,
      { ...of, terms: TERMS, bits: BITS },
      entries,
      majorant,
      {
        hasZero: true,
        part: last,
        more: (entry, d) => roundings * d ** 3 * sizes.get(entry)!,
        spacing,
      },
    );
    // Ziv's test adds the bound to the low part, and subtracts it.
    const proved = error + 2 * UNIT * low / last;
    return { name, phase: "accurate", source: PATH, claimed: 1, proved, by: "Arb, majorants" };
  };
  const bounds = orders.map(([order, all]) => {
    const addresses = all.map((x) => probe.probes.zero_entry(order, x));
    if (addresses.includes(0)) throw new Error(`Order ${order} lacks an entry`);
    const name = `${nameOf(order)}, ${all.length} zeros`;
    return boundOf(name, { family: "between poles", parameter: order }, addresses);
  });
  const dimensions = [...DIMENSIONS[effort.level], ...CLOSE].filter((p) => p <= LAST);
  const ofSums = shareOf(dimensions, effort).map((p) => {
    const address = probe.probes.sum_zero_entry(p);
    const [zero] = new Float64Array(probe.memory.buffer, address, 1);
    // t is as coarse as x.
    const spacing = 2 ** (Math.floor(Math.log2((p - 1) / 2 + zero * 15 / 16)) - 52);
    return boundOf(`p ${p}`, { family: "sum", parameter: -p }, [address], spacing);
  });
  const worst = ofSums.reduce((a, b) => b.proved > a.proved ? b : a);
  const name =
    `gradient of multigammaln, its zero, ${ofSums.length} dimensions; worst ${worst.name}`;
  return [...bounds, { ...worst, name }];
}

function nameOf(order: number): string {
  return GAMMA_NAMES[order + 1] ?? `polygamma ${order}`;
}

export const proof: Proof = { isQuick: true, prove };
