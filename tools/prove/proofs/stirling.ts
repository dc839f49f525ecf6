// lgamma and digamma from 2^40 on (gamma/fast_asymptotic.ts), and as
// terms of the reflection, at y + p, p the low part of 1 - x and at most half an ulp of y. With L =
// ln y:
//
//   lgamma(y)       y (L - 1) + (ln(2 pi) - L)/2 + r, 0 < r < 1/(12 y)
//   digamma(y)      L - 1/(2 y) - r, 0 < r < 1/(12 y^2)
//   lgamma(y + p)   + p L, which leaves out p times 1/(2 y) + 1/(12 y^2) and the low part of L, and p^2/2 polygamma(1)
//   digamma(y + p)  + p/y, which leaves out p^2 polygamma(2)/2 and p (1/(2 y^2) + ...)
//
// Of lgamma, Gappa takes y from one octave, [2^40, 2^41), next to every exponent of the logarithm.
// That stands for all: y times a power of two multiplies products with y, and their roundings, by
// it, and leaves the sum that has no factor y, which counts less then. `more` in that sum is a
// symbol, so that nothing depends on its last bits.

import { both, fastLogError, traceFastLog } from "../fast_log.ts";
import { proveRounding } from "../gappa.ts";
import { largest, type Range } from "../graph.ts";
import type { Bound, Effort, Proof } from "../proof.ts";
import { largestValue, sollyaNumber } from "../sollya.ts";
import type { Sources } from "../sources.ts";

const PATH = "gamma/fast_asymptotic.ts";
const BOUNDS = "gamma/fast_boundaries.ts";
const UNIT = 2 ** -53;
const START = 2 ** 40;
const LN_2 = 0.69314718; // less than that
/** Exponents of y until lgamma is infinite. Where L is below 256, numbers that are rounded are below 2^-8. */
const EXPONENTS: readonly Range[] = [[40, 368], [369, 1017]];
const LARGEST_LOG = 710;
/** |more| in lgamma: ln(2 pi)/2, and p L of y in [2^40, 2^41): p is at most 2^-13. */
const MORE = 2;
/** Of [2^40, 2^41). */
const PIECES = 64;

async function prove(sources: Sources, effort: Effort): Promise<readonly Bound[]> {
  const logError = await fastLogError(sources);
  return [
    ...effort.level === "quick" ? [] : await proveLgamma(sources, logError),
    ...await proveDigamma(sources, logError),
  ];
}

async function proveLgamma(sources: Sources, logError: number): Promise<readonly Bound[]> {
  const parts = await Promise.all(
    EXPONENTS.map((exponents) => proveLgammaOf(sources, logError, exponents)),
  );
  const worst = (name: "alone" | "asTerm"): number => Math.max(...parts.map((part) => part[name]));
  const common = { phase: "fast", claimed: 1, by: "Gappa, Sollya" } as const;
  return [
    { ...common, name: "lgamma from 2^40", source: BOUNDS, proved: worst("alone") },
    { ...common, name: "lgamma from 2^40, as a term", source: BOUNDS, proved: worst("asTerm") },
  ];
}

/** The errors for exponents of y, in units of the bounds. */
async function proveLgammaOf(sources: Sources, logError: number, exponents: Range) {
  const { tracer, high: log, low: lowOfLog, known } = traceFastLog(sources, exponents);
  const { graph } = tracer;
  const y = graph.input("y", [START, 2 * START - 2 ** -12]);
  const more = graph.input("more", [-MORE, MORE]);
  const high = tracer.lanes(PATH, "timesLogHigh", [both(y), both(log)]);
  const low = tracer.lanes(PATH, "lgammaLow", [both(y), both(log), both(lowOfLog), both(more)]);
  const logPart = tracer.number(BOUNDS, "LOG_PART");
  // The test of rounding subtracts the bound, this part of the high part, from the low part, and adds it.
  const tested = graph.sum(low, graph.negated(graph.product(high, graph.constant(logPart))));
  const [rounding, rounded] = await Promise.all([low, tested].map((part) =>
    proveRounding(graph, {
      result: [high, part],
      relativeTo: y,
      ...known,
      multiples: { ...known.multiples, y: -12 },
      cuts: [`y in ${PIECES}`],
    })
  ));
  const half = tracer.load(tracer.number(PATH, "HALF_LN_TAU")) as number;
  const constant = await largestValue([`${sollyaNumber(half)} - log(2 * pi)/2`]);
  // All of these are parts of y >= 2^40.
  const method = logError + 1 / 12 / START ** 2 + constant / START + logError / 2 / START;
  // p is at most 2^-53 y; its product with L, and the sum with ln(2 pi)/2, are rounded.
  const moved = UNIT * largest(lowOfLog.range) + 2 * UNIT ** 2 * (LARGEST_LOG + MORE) +
    UNIT * logError + UNIT / START + UNIT ** 2;
  // The bound is this part of the high part, a product of halves that are shorter by 2^-25 at most.
  const least = (exponents[0] * LN_2 - 1) * (1 - 2 ** -24);
  const claimed = logPart * least;
  return {
    alone: (rounded + method) / claimed,
    asTerm: (rounding + method + moved) / claimed,
  };
}

async function proveDigamma(sources: Sources, logError: number): Promise<readonly Bound[]> {
  const { tracer, high, low: lowOfLog, known } = traceFastLog(sources, [40, 1023]);
  const ofLog = await proveRounding(tracer.graph, { result: [high, lowOfLog], ...known });
  // (1/2 - p)/y is subtracted from the low part of the logarithm.
  const quotient = 2 ** -41 + 2 ** -52;
  const moved = ofLog + logError + 3 * UNIT * quotient +
    UNIT * (largest(lowOfLog.range) + quotient) + 1 / 12 / START ** 2 + UNIT / START + UNIT ** 2;
  const part = tracer.number(BOUNDS, "LOG_PART");
  // The test of rounding subtracts the bound from the low part, and adds it.
  const tested = UNIT * (largest(lowOfLog.range) + quotient + part * LARGEST_LOG) * (1 + 2 ** -40);
  // The bound itself is a rounded product.
  const claimed = part * 40 * LN_2 * (1 - 2 ** -52);
  const common = { phase: "fast", source: BOUNDS, claimed, by: "Gappa, Sollya" } as const;
  return [
    { ...common, name: "digamma from 2^40", proved: moved + tested },
    { ...common, name: "digamma from 2^40, as a term", proved: moved },
  ];
}

export const proof: Proof = { isQuick: true, prove };
