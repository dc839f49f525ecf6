// Entries of y^s zeta(s, y), s = n + 1, for a grid of orders n of polygamma (polygamma/table.ts).
// Entry 0, [0, 2^-6), has another bound (polygamma/error_bounds.ts), and is not enclosed.

import { openProbe } from "../../../support/probe_module.ts";
import { Enclosures } from "../entries.ts";
import { boundOf, checkEntry, intervals, majorantOf, readEntry } from "../made_entries.ts";
import type { Bound, Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { Tracer } from "../tracer.ts";

const ORDERS = [3, 4, 7, 10, 20, 60, 171];
const PER_OCTAVE = 32;
const OCTAVES = [-6, 14] as const;
/** Of how many entries one is enclosed. */
const EVERY = 3;

async function prove(sources: Sources, isQuick: boolean): Promise<readonly Bound[]> {
  using arb = await Enclosures.open();
  const probe = openProbe();
  const majorant = majorantOf(sources, false);
  const part = new Tracer(sources).number("polygamma/error_bounds.ts", "ZETA_PART");
  return ORDERS.filter((n) => !isQuick || n < 30).map((n) => {
    const places = intervals(OCTAVES, PER_OCTAVE, { isQuick, every: EVERY });
    const entries = [...places].map(({ number, interval }) =>
      readEntry(probe, probe.probes.zeta_entry(n, number + 1), interval, false)
    );
    for (const entry of entries) checkEntry(entry, false);
    // The series of a large order needs more terms, which cancel.
    const of = {
      family: "zeta",
      parameter: n + 1,
      terms: 40 + Math.ceil(n / 3),
      bits: 400 + 2 * n,
    } as const;
    return boundOf(`polygamma ${n}`, arb, of, entries, majorant, { part });
  });
}

export const proof: Proof = { isQuick: true, prove };
