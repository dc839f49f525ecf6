// Entries of multigammaln and its gradient for a grid of dimensions (multigammaln/table.ts): a test of what entries_of_series.ts and
// series_of_sums.ts prove for every one.

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
import { type Bound, type Effort, type Proof, shareOf } from "../proof.ts";
import type { Sources } from "../sources.ts";

/** Both ways of making the series, from 24 on the other, and the largest dimension that has entries. */
export const DIMENSIONS: Readonly<Record<Effort["level"], readonly number[]>> = {
  quick: [2, 3, 10, 23, 24, 1000],
  usual: [2, 3, 23, 24, 1000, 2 ** 26 - 1],
  every: [
    ...Array.from({ length: 24 }, (_, i) => i + 2),
    ...Array.from({ length: 11 }, (_, i) => 2 ** (2 * i + 5)),
    ...[100, 301, 1000, 1001, 100_000, 2 ** 26 - 1],
  ],
};
/** Of its order, -1 for the function itself. */
export const FUNCTIONS = [["multigammaln", -1], ["gradient of multigammaln", 0]] as const;
/** Terms of the series are below 2^-6.9 each of the one before; the ends of chains cancel (tools/arb/entries.c). */
export const SERIES = { family: "sum", terms: 18, bits: 320 } as const;

async function prove(sources: Sources, effort: Effort): Promise<readonly Bound[]> {
  using arb = await Enclosures.open();
  const probe = openProbe();
  const majorant = majorantOf(sources, true);
  return shareOf(DIMENSIONS[effort.level], effort).flatMap((p) =>
    FUNCTIONS.map(([name, order]) => {
      const entries: MadeEntry[] = [];
      for (const { interval } of intervals(GAMMA_OCTAVES, GAMMA_PER_OCTAVE, effort)) {
        const address = probe.probes.sum_entry(order, p, interval[0]);
        if (address !== 0) entries.push(readEntry(probe, address, interval, true));
      }
      for (const entry of entries) checkEntry(entry, order === 0);
      return boundOf(
        `${name} of p ${p}`,
        arb,
        { ...SERIES, parameter: order < 0 ? p : -p },
        entries,
        majorant,
      );
    })
  );
}

export const proof: Proof = { isQuick: true, prove };
