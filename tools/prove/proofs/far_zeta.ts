// g(y) = y^s zeta(s, y), s = n + 1, from 2^14 on (farZeta in polygamma/powers.ts), next to the part of it that is allowed for entries
// too (ZETA_PART), by octaves of y, for every order n whose results there are not 0. For others g is only wanted as a factor of
// the third term of the reflection (polygamma/fast.ts), which is below 2^-1000 of the sum.
//
// Of the series of g (DLMF 25.11.43), which has terms of both signs in turn, less is left out than its next term.

import { errorDomain, ErrorGraph, onAllWays } from "../errors.ts";
import type { Node } from "../graph.ts";
import { type Bound, claimOf, type Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Lanes, Tracer } from "../tracer.ts";

const PATH = "polygamma/powers.ts";
const UNIT = 2 ** -53;
const START = 14;
const LAST = 1022;
/** Coefficients are products and quotients of 14 numbers at most, c2 of two. */
const COEFFICIENT_PART = 14 * UNIT;
/** B(12)/12!, rounded up. */
const NEXT = 5.3e-10;

const both = (node: Node): Lanes => [node, node];

async function prove(sources: Sources): Promise<readonly Bound[]> {
  const ofRemainder = claimOf(sources, PATH, "remainder");
  const zetaPart = new Tracer(sources).number("polygamma/error_bounds.ts", "ZETA_PART");
  let worst = 0;
  let worstOrder = 0;
  let lastOrder = 0;
  let log2Factorial = 0;
  for (let n = 2; n <= LAST; n++) {
    log2Factorial += Math.log2(n);
    // From here on results are 0: n! y^-n is below 2^-1090.
    const end = (log2Factorial + 1091) / n;
    for (let octave = START; octave < end; octave++) {
      const part = errorOf(sources, n, octave, ofRemainder);
      lastOrder = n;
      if (part > worst) [worst, worstOrder] = [part, n];
    }
  }
  return await Promise.resolve([{
    name: `polygamma, orders 2 to ${lastOrder}, from 2^14; worst ${worstOrder}`,
    phase: "fast",
    source: PATH,
    claimed: zetaPart,
    proved: worst,
    by: "errors",
  }]);
}

/** The error as a part of g. */
function errorOf(sources: Sources, n: number, octave: number, ofRemainder: number): number {
  const graph = new ErrorGraph();
  let decide = (_: string): boolean => false;
  const least = 2 ** octave;
  const tracer: Tracer = new Tracer(
    sources,
    {},
    errorDomain(graph, {
      decide: (condition) => decide(condition),
      contracts: {
        [`${PATH} remainder`]: (_, args) => {
          const [a, b, quotient] = args.map((arg) => {
            const value = (arg as Lanes)[0];
            return typeof value === "number" ? graph.constant(value) : value;
          });
          return both(graph.remainder(a, b, quotient, ofRemainder));
        },
      },
    }),
  );
  const size = UNIT * least;
  const y = graph.input("y", [least, 2 * least * (1 - UNIT)], size);
  const low = graph.low(y, [-size, size], 0);
  const s = n + 1;
  let next = NEXT / least;
  for (let i = 0; i < 11; i++) next *= (s + i) / (i < 10 ? least : 1);
  // Of y beyond 2^99 the series may be left out.
  const method = next + s / 12 / least * (octave < 99 ? COEFFICIENT_PART : 1);
  return Math.max(...onAllWays((answer) => {
    decide = answer;
    const [high] = tracer.call(PATH, "farZeta", [n, both(y), both(low)]) as Lanes;
    const rest = tracer.loadNode(tracer.number("memory_map.ts", "LOW"));
    return (graph.errorOf(high as Node, rest) + method) / (high as Node).range[0];
  }));
}

export const proof: Proof = { isQuick: true, prove };
