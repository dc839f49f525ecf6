import { compute } from "../kernels/engine.ts";
import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import { assertUlpEquals, ulpDistance } from "../testing/mod.ts";
import {
  type ReferenceName,
  type ReferencePoints,
  referencePoints,
} from "../testing/reference_points.ts";
import { referenceData } from "../testing/reference_data.ts";
import { correctlyRounded } from "../support/reference/reference.ts";
import { emptyLike } from "./inputs.ts";
import { jobOf, type Peer, type PeerName } from "./peers/peer.ts";
import type { Range } from "./ranges.ts";
import type { Subject } from "./subjects.ts";

/** What is verified: a subject over inputs of a type. */
export interface VerifyOptions {
  readonly type: FloatType;
  readonly range: Range;
  readonly x: FloatArray;
  readonly peers: readonly Peer[];
}

/** Elements of each array that are held against the true values: those cost a millisecond each. */
const SAMPLE = 6;

/**
 * A result with fewer right digits than this is wrong: that is not how others round, they went
 * astray.
 */
const WRONG: Readonly<Record<FloatType, number>> = { float64: 1e-6, float32: 1e-3, float16: 1e-1 };

/** Fewer than this share of wrong results are not worth a word: next to zeros nobody is right. */
const SOME = 0.001;

/** A parameter that has reference points, for those that have none. */
const STORED_PARAMETER = 20;
/** One in so many of its points is computed for another parameter. */
const STORED_STEP = 16;

/**
 * The reference points of a subject, or true values that are computed at points of another
 * parameter.
 */
function pointsOf({ plainName, parameter, kernel }: Subject): ReferencePoints {
  const name = plainName as ReferenceName;
  if (parameter === undefined || Object.hasOwn(referenceData, `${name}(${parameter})`)) {
    return referencePoints(name, { parameter });
  }
  const stored = referencePoints(name, { parameter: STORED_PARAMETER });
  const x = stored.x.filter((_, i) => i % STORED_STEP === 0);
  return { x, y: x.map((value) => correctlyRounded(kernel, value, { type: "float64" })) };
}

/** Throws if float64 results are not within the registry's budget of the reference points. */
export function verifyReferences(subject: Subject): void {
  const { name, kernel, spec } = subject;
  const { x, y } = pointsOf(subject);
  const actual = new Float64Array(x.length);
  compute(kernel, x, actual);
  const ulp = spec.budget.float64;
  assertUlpEquals(actual, y, { ulp, msg: `Cannot time ${name}` });
}

/**
 * Throws if our results are not within the registry's budget of the true values. Peers may be
 * wrong, and in some ranges they often are: that is counted.
 *
 * @returns The peers that have the subject, and the shares of their results that are wrong.
 */
export async function verifyResults(
  subject: Subject,
  options: VerifyOptions,
): Promise<{ able: Peer[]; wrong: Partial<Record<PeerName, number>> }> {
  const { type, x, peers } = options;
  const results = emptyLike(x);
  compute(subject.kernel, x, results);
  assertTrue(subject, results, options);
  const able: Peer[] = [];
  const wrong: Partial<Record<PeerName, number>> = {};
  for (const peer of peers) {
    const theirs = await peer.compute(jobOf(subject, options));
    if (theirs === undefined) continue;
    able.push(peer);
    const share = wrongShare(theirs, results, WRONG[type]);
    if (share >= SOME) wrong[peer.name] = share;
  }
  return { able, wrong };
}

function assertTrue(
  { name, kernel, spec }: Subject,
  results: FloatArray,
  { type, range, x }: VerifyOptions,
): void {
  const step = Math.floor(x.length / SAMPLE);
  for (let i = 0; i < x.length; i += step) {
    const expected = correctlyRounded(kernel, x[i], { type });
    const distance = ulpDistance(results[i], expected, type);
    if (!(distance <= spec.budget[type])) {
      throw new Error(
        `Cannot time ${name}, ${type}, ${range.name}: at x[${i}] = ${x[i]} the result is ${
          results[i]
        }, not ${expected}`,
      );
    }
  }
}

/** Which share differs by more than `relative`; not "greater than", NaN must count. */
function wrongShare(theirs: FloatArray, right: FloatArray, relative: number): number {
  let wrong = 0;
  for (let i = 0; i < right.length; i++) {
    const isRight = Math.abs(theirs[i] - right[i]) <= relative * Math.abs(right[i]) ||
      Object.is(theirs[i], right[i]) || theirs[i] === right[i];
    if (!isRight) wrong++;
  }
  return wrong / right.length;
}
