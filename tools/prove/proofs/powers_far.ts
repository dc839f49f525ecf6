// polygamma of orders 1 and 2 from 2^40 on (gamma/fast_asymptotic.ts): 1/y + 1/(2 y^2) + 1/(6 y^3), and -1/y^2 - 1/y^3 - 1/(2 y^4).
// With 1/y as the double-double t + tLow, whose error reciprocalLow states, majorants of the source bound what is lost of
// the series; what follows in it is below y^-4 of the first term, and from 1e30 on all but the first term is left out.

import { both } from "../fast_log.ts";
import type { Node } from "../graph.ts";
import { type Bounded, evaluateMajorant, type Majorant, Majorants } from "../majorant.ts";
import { type Bound, claimOf, type Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Lanes, Tracer } from "../tracer.ts";

const PATH = "gamma/fast_asymptotic.ts";
const LANES = "arithmetic/double_double_lanes.ts";
const UNIT = 2 ** -53;
const LARGEST = 2 ** -40;
const NOTHING: Majorant = new Map();

function proveOrder(sources: Sources, order: number): Bound {
  let t: Node | undefined;
  const tracer: Tracer = new Tracer(sources, {
    [`${LANES} reciprocalLow`]: (_: Lanes, quotient: Lanes) => {
      t = quotient[0] as Node;
      return both(tLow);
    },
  });
  const { graph } = tracer;
  const smallest = tracer.load(tracer.number(PATH, "SMALLEST_INVERSE")) as number;
  // The operations are the same for all y, and what they lose beside t^order rises with t.
  const y = graph.input("y", [1 / LARGEST, 2 / LARGEST]);
  const tLow = graph.input("tLow", [-UNIT * LARGEST, UNIT * LARGEST]);
  const high = tracer.lanes(PATH, "asymptoticPair", [order, both(y), both(0)]);
  const low = tracer.loadNode(tracer.number("memory_map.ts", "LOW"));
  const known: Bounded = { size: new Map([["t", 1]]), error: NOTHING };
  const majorants = new Majorants([high, low], { known: new Map([[t!, known]]) });
  const sizes = { t: LARGEST, tLow: 1.01 * UNIT * LARGEST };
  const lost = evaluateMajorant(majorants.of(low).error, sizes) / LARGEST ** order;
  // tLow^2 of a square, and what is left of the series.
  const left = 2 * UNIT ** 2 + Math.max(LARGEST ** 4, 2 * smallest);
  const part = tracer.number("gamma/fast_boundaries.ts", "POLE_PART");
  // The test of rounding adds the bound to the low part, 2 t of the high one at most, and subtracts it.
  const test = UNIT * (2 * LARGEST + 2 * UNIT + part);
  const proved = lost + left + test + 1.01 * order * claimOf(sources, LANES, "reciprocalLow");
  return {
    name: `polygamma ${order} from 2^40`,
    phase: "fast",
    source: PATH,
    claimed: part * (1 - 2 ** -40),
    proved,
    by: "majorants",
  };
}

export const proof: Proof = {
  isQuick: true,
  prove: (sources) => Promise.resolve([proveOrder(sources, 1), proveOrder(sources, 2)]),
};
