// Every entry of lgamma, digamma and polygamma of orders 1 and 2, and of their reflection terms
// (gamma/table.ts).

import { openProbe } from "../../../support/probe_module.ts";
import { type Approximated, Enclosures } from "../entries.ts";
import {
  boundOf,
  checkEntry,
  GAMMA_NAMES,
  GAMMA_OCTAVES,
  GAMMA_PER_OCTAVE,
  intervals,
  majorantOf,
  MIRRORED_OCTAVES,
  readEntry,
} from "../made_entries.ts";
import type { Bound, Effort, Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";

async function prove(sources: Sources, effort: Effort): Promise<readonly Bound[]> {
  using arb = await Enclosures.open();
  const probe = openProbe();
  const majorant = majorantOf(sources, true);
  return [0, 1, 2, 3, 4, 5, 6, 7].map((table) => {
    const isMirrored = table > 3;
    const octaves = isMirrored ? MIRRORED_OCTAVES : GAMMA_OCTAVES;
    const entries = [...intervals(octaves, GAMMA_PER_OCTAVE, effort)].map(({ interval }) =>
      readEntry(probe, probe.probes.gamma_entry(table, interval[0]), interval, true)
    );
    // Others are evaluated by FastTwoSum.
    for (const entry of entries) checkEntry(entry, isMirrored || table === 1);
    const of: Approximated = {
      family: isMirrored ? "mirrored" : "gamma",
      parameter: table % 4 - 1,
    };
    const name = GAMMA_NAMES[table % 4] + (isMirrored ? ", reflection term" : "");
    return boundOf(name, arb, of, entries, majorant);
  });
}

export const proof: Proof = { isQuick: true, prove };
