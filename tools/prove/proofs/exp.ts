// exp of the fast phase (elementary/exp.ts): 2^m (high + low) (1 + p).
//
//   k   the nearest integer to 1024 x/ln 2, to within 1/2 + 2^-31, as x 1024/ln 2 < 2^21 is rounded once
//   r   x - k hi - k lo: the first difference is exact
//   p   a polynomial in r
//
// And the table of the accurate phase, which is made before its first use.

import { proveRounding } from "../gappa.ts";
import { type Bound, claimOf, type Proof } from "../proof.ts";
import { largestValue, sollyaNumber, sollyaText, supnorm } from "../sollya.ts";
import type { Sources } from "../sources.ts";
import { Tracer } from "../tracer.ts";

const PATH = "elementary/exp.ts";
const ACCURATE = "elementary/exp_double_double.ts";
const HALF_COUNT = 64;
const LARGEST_X = 1000;
const LARGEST_K = 1_477_400; // 1000 1024/ln 2, and more
const COUNT = 1024;
/** k |lo| is below this. */
export const FAR = 2 ** -20;
/** |r| is at most half a step, and a little more for the rounding of k; ln 2 < 0.6931471805599454. */
export const REACH = 0.6931471805599454 / COUNT * (0.5 + 2 ** -31);

async function proveExp(sources: Sources): Promise<Bound> {
  const claimed = new Tracer(sources).number(PATH, "EXP_ERROR");
  const rounding = await proveRest(sources);
  const approximation = await supnorm({
    polynomial: `1 + ${polynomialOf(sources)}`,
    of: "exp(x)",
    range: [-REACH, REACH],
    kind: "relative",
  });
  // p is added to 1, at least 1 - 2^-10 of which is left; products of these errors are below 2^-120.
  const proved = (rounding + await constantsError(sources) + approximation) * (1 + 2 ** -9);
  return { name: "exp", phase: "fast", source: PATH, claimed, proved, by: "Gappa, Sollya" };
}

/** What k hi + k lo is off of k ln 2/1024, and 2^(j/1024) of itself. */
export async function constantsError(sources: Sources): Promise<number> {
  const [, hi, lo] = tableOf(sources, "EXP_SMALL_REDUCE", 3);
  if (LARGEST_K * Math.abs(lo) > FAR) throw new Error("k lo is larger than the proof supposes");
  await proveDifference(sources, hi);
  const reduction = LARGEST_K *
    await largestValue([`${sollyaNumber(hi)} + ${sollyaNumber(lo)} - log(2)/${COUNT}`]);
  return reduction + await largestValue(stepErrors(sources));
}

function tableOf(sources: Sources, name: string, count: number): number[] {
  const tracer = new Tracer(sources);
  const at = tracer.number(PATH, name);
  return Array.from({ length: count }, (_, i) => tracer.load(at + 8 * i) as number);
}

/** That x - k hi is exact: Gappa bounds its error by 0. */
async function proveDifference(sources: Sources, hi: number): Promise<void> {
  const tracer = new Tracer(sources);
  const { graph } = tracer;
  // Below 2^-12 k is 0, and x - 0 is x. Above, x is a multiple of 2^-64.
  const x = graph.input("x", [2 ** -12, LARGEST_X]);
  const k = graph.input("k", [0, LARGEST_K]);
  const near = tracer.lanes(PATH, "expNear", [[x, x], [k, k]]);
  const reach = REACH + FAR;
  const less = graph.negated(graph.product(k, graph.constant(hi)));
  const error = await proveRounding(graph, {
    result: [near],
    multiples: { x: -64, k: 0 },
    hypotheses: [`x + v${less.id} in [${-reach}, ${reach}]`],
  });
  if (error !== 0) throw new Error(`x - k hi is not exact: ${error}`);
}

/** The roundings in r and p. */
function proveRest(sources: Sources): Promise<number> {
  const tracer: Tracer = new Tracer(sources, {
    [`${PATH} expCount`]: () => [k, k],
    [`${PATH} expNear`]: () => [near, near],
  });
  const { graph } = tracer;
  const k = graph.input("k", [0, LARGEST_K]);
  const near = graph.input("near", [-REACH - FAR, REACH + FAR]);
  const p = tracer.lanes(PATH, "expRest", [[near, near], [k, k]]);
  return proveRounding(graph, { result: [p], multiples: { k: 0 } });
}

/** p as a polynomial in x, which is r there. */
function polynomialOf(sources: Sources): string {
  const tracer: Tracer = new Tracer(sources, {
    [`${PATH} expCount`]: () => [0, 0],
    [`${PATH} expNear`]: () => [x, x],
  });
  const x = tracer.graph.input("x", [-REACH, REACH]);
  const p = tracer.lanes(PATH, "expRest", [[x, x], [0, 0]]);
  return sollyaText(tracer.graph.formOf(p).exact);
}

/** high + low of every step, relative to the power of two that they stand for. */
function stepErrors(sources: Sources): string[] {
  const tracer = new Tracer(sources);
  tracer.call(PATH, "makeSteps", []);
  const at = tracer.number(PATH, "STEPS");
  return Array.from({ length: COUNT }, (_, j) => {
    const high = sollyaNumber(tracer.load(at + 16 * j) as number);
    const low = sollyaNumber(tracer.load(at + 16 * j + 8) as number);
    return `(${high} + ${low})/2^(${j}/${COUNT}) - 1`;
  });
}

/** The table of the accurate phase: 2^(j/128) - 1, each as it is made, with Sollya. */
async function provePowers(sources: Sources): Promise<Bound> {
  const tracer = new Tracer(sources);
  tracer.call(ACCURATE, "prepare", []);
  const at = tracer.number(ACCURATE, "POWERS") + 16 * HALF_COUNT;
  const errors: string[] = [];
  for (let j = -HALF_COUNT; j <= HALF_COUNT; j++) {
    if (j === 0) continue;
    const [high, low] = [0, 8].map((place) =>
      sollyaNumber(tracer.load(at + 16 * j + place) as number)
    );
    errors.push(`(${high} + ${low})/(2^(${j}/${2 * HALF_COUNT}) - 1) - 1`);
  }
  return {
    name: "2^(j/128) - 1",
    phase: "accurate",
    source: ACCURATE,
    claimed: claimOf(sources, ACCURATE, "prepare"),
    proved: await largestValue(errors),
    by: "Sollya, every entry",
  };
}

export const proof: Proof = {
  isQuick: true,
  prove: async (sources) => [await proveExp(sources), await provePowers(sources)],
};
