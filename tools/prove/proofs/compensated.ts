// The compensated evaluation of the entries of lgamma, digamma and polygamma of orders 1 and 2 (gamma/compensated_entry.ts), which
// decides most of what fails Ziv's test. Its bound is that of the entry, less what the usual evaluation loses at half an
// entry, and more what this one loses at d.

import { openProbe } from "../../../support/probe_module.ts";
import { Enclosures, pieceOf } from "../entries.ts";
import {
  boundOf,
  GAMMA_NAMES,
  GAMMA_OCTAVES,
  GAMMA_PER_OCTAVE,
  intervals,
  majorantOf,
  readEntry,
} from "../made_entries.ts";
import type { Bound, Effort, Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { Tracer } from "../tracer.ts";

const PATH = "gamma/compensated_entry.ts";
/** For the roundings of the bound itself, of which a thousandth of the entry's is left at least. */
const ROOM = 2 ** -30;

async function prove(sources: Sources, effort: Effort): Promise<readonly Bound[]> {
  using arb = await Enclosures.open();
  const probe = openProbe();
  const majorant = majorantOf(sources, true, { isCompensated: true });
  const tracer = new Tracer(sources);
  const [far, near, farHere, nearHere, last, halfEntry] = [
    ...["FAR_PART", "NEAR_PART", "COMPENSATED_FAR_PART", "COMPENSATED_NEAR_PART"],
    ...["COMPENSATED_LAST_PART", "HALF_ENTRY"],
  ].map((name) => tracer.number(PATH, name));
  return GAMMA_NAMES.map((name, i) => {
    const entries = [...intervals(GAMMA_OCTAVES, GAMMA_PER_OCTAVE, effort)].map(({ interval }) =>
      readEntry(probe, probe.probes.gamma_entry(i, interval[0]), interval, true)
    );
    const allowed = (number: number, piece: number, line: number): number => {
      const { breakpoint, curve: [c2], c1l, bound } = entries[number];
      const ends = pieceOf(entries[number], piece);
      const d = ends[0] * ends[1] < 0 ? 0 : Math.min(...ends.map(Math.abs));
      const half = 2 ** Math.floor(Math.log2(breakpoint)) * halfEntry;
      const more = Math.abs(c2) * (farHere * d ** 2 - far * half ** 2) +
        Math.abs(c1l) * (nearHere * d - near * half);
      return (bound + more + last * line) * (1 - ROOM);
    };
    const of = { family: "gamma", parameter: i - 1 } as const;
    return boundOf(`${name}, compensated`, arb, of, entries, majorant, { allowed, isTested: true });
  });
}

export const proof: Proof = { isQuick: true, prove };
