import { valueKernel } from "../functions/registry.ts";
import { compute } from "../kernels/engine.ts";
import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import { assertUlpEquals, type ReferenceName, referencePoints } from "../testing/mod.ts";
import { emptyLike } from "./inputs.ts";
import { jobOf, type Peer } from "./peer.ts";
import type { Subject } from "./subjects.ts";
import { peerTolerance, roundingTolerances, type Tolerance } from "./tolerances.ts";

/** What is verified: a subject over the inputs of a type. */
export interface VerifyOptions {
  readonly type: FloatType;
  readonly x: FloatArray;
  readonly peers: readonly Peer[];
}

/** Throws if float64 results are not within the registry's budget of the reference points. */
export function verifyReferences({ name, plainName, parameter, kernel, spec }: Subject): void {
  const { x, y } = referencePoints(plainName as ReferenceName, { parameter });
  const actual = new Float64Array(x.length);
  compute(kernel, x, actual);
  const ulp = spec.budget.float64;
  assertUlpEquals(actual, y, { ulp, msg: `Cannot time ${name}` });
}

/**
 * Throws if our results differ from a peer's, or in a short type from our own in float64.
 *
 * @returns The peers that have the subject.
 */
export async function verifyResults(subject: Subject, options: VerifyOptions): Promise<Peer[]> {
  const { type, x, peers } = options;
  const results = emptyLike(x);
  compute(subject.kernel, x, results);
  const title = `${subject.name} (${type})`;
  if (type !== "float64") {
    const wide = new Float64Array(x);
    compute(subject.kernel, wide, wide);
    const expected = emptyLike(x);
    expected.set(wide);
    const tolerance = roundingTolerances[type];
    assertNear({ x, results, expected }, { title: `${title} and its float64`, tolerance });
  }
  const functionValues = emptyLike(x);
  compute(valueKernel(subject.spec, subject.parameter), x, functionValues);
  const able: Peer[] = [];
  for (const peer of peers) {
    const expected = await peer.compute(jobOf(subject, type));
    if (expected === undefined) continue;
    const tolerance = peerTolerance(subject, { type, peer: peer.name });
    assertNear({ x, results, expected, functionValues }, {
      title: `${title} and ${peer.name}`,
      tolerance,
    });
    able.push(peer);
  }
  return able;
}

interface Comparison {
  readonly x: FloatArray;
  readonly results: FloatArray;
  readonly expected: FloatArray;
  /** Values of the function, where a gradient is measured by them. */
  readonly functionValues?: FloatArray;
}

function assertNear(
  { x, results, expected, functionValues }: Comparison,
  { title, tolerance }: { title: string; tolerance: Tolerance },
): void {
  const { relative, size } = tolerance;
  const terms = size === "larger of function and gradient" ? functionValues : undefined;
  const least = size === "larger of result and 1" ? 1 : 0;
  for (let i = 0; i < x.length; i++) {
    const measure = Math.max(Math.abs(expected[i]), Math.abs(terms?.[i] ?? least));
    // Not "greater than": NaN must fail. Equal infinities have no difference.
    const near = Math.abs(results[i] - expected[i]) <= relative * measure ||
      Object.is(results[i], expected[i]);
    if (!near) {
      throw new Error(
        `Cannot time ${title}: they differ at x[${i}] = ${x[i]}, ${results[i]} and ${
          expected[i]
        }, ` +
          `by more than ${relative} of the ${size}`,
      );
    }
  }
}
