// Entries of multigammaln and its gradient for a grid of dimensions (multigammaln/table.ts).

import { openProbe } from "../../../support/probe_module.ts";
import { Enclosures } from "../entries.ts";
import {
  boundOf,
  checkEntry,
  GAMMA_OCTAVES,
  GAMMA_PER_OCTAVE,
  intervals,
  type MadeEntry,
  majorantOf,
  readEntry,
} from "../made_entries.ts";
import type { Bound, Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";

/** Dimensions, and of how many entries one is enclosed: Arb's time grows with the dimension. */
const DIMENSIONS = [[2, 1], [3, 5], [10, 13], [23, 31], [24, 31], [40, 61], [100, 101]] as const;
/** Of its order, -1 for the function itself. */
const FUNCTIONS = [["multigammaln", -1], ["gradient of multigammaln", 0]] as const;

async function prove(sources: Sources, isQuick: boolean): Promise<readonly Bound[]> {
  using arb = await Enclosures.open();
  const probe = openProbe();
  const majorant = majorantOf(sources, true);
  return DIMENSIONS.filter(([p]) => !isQuick || p < 30).flatMap(([p, every]) =>
    FUNCTIONS.map(([name, order]) => {
      const entries: MadeEntry[] = [];
      for (const { interval } of intervals(GAMMA_OCTAVES, GAMMA_PER_OCTAVE, { isQuick, every })) {
        const address = probe.probes.sum_entry(order, p, interval[0]);
        if (address !== 0) entries.push(readEntry(probe, address, interval, true));
      }
      for (const entry of entries) checkEntry(entry, order === 0);
      const of = { family: "sum", parameter: order < 0 ? p : -p } as const;
      return boundOf(`${name} of p ${p}`, arb, of, entries, majorant);
    })
  );
}

export const proof: Proof = { isQuick: true, prove };
