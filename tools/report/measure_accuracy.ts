import type { FloatArray } from "../../kernels/float_types.ts";
import { compute } from "../../kernels/engine.ts";
import { MEASURED } from "../../bench/peers/libraries.ts";
import { isPresent, type Peer } from "../../bench/peers/peer.ts";
import { Random } from "../../support/random.ts";
import { axisOf } from "./axes.ts";
import { pointsOf } from "./points.ts";
import type { Subject } from "./subjects.ts";
import { errorOf, truthOf } from "./truth.ts";

/** What a library made of the points of a subject. */
export interface LibraryErrors {
  readonly library: string;
  readonly results: FloatArray;
  /** Distance from the true value in ulp; infinite where a number is not finite and should be. */
  readonly errors: Float64Array;
}

/** A subject, its points and what the libraries made of them. */
export interface SubjectErrors {
  readonly subject: Subject;
  readonly x: Float64Array;
  /** The correctly rounded results. */
  readonly right: Float64Array;
  readonly libraries: readonly LibraryErrors[];
}

/** All that was measured. */
export interface Accuracy {
  readonly subjects: readonly SubjectErrors[];
  /** Libraries next to ours, with their versions, or with what is missing. */
  readonly peers: readonly string[];
}

/** What is measured. */
export interface AccuracyOptions {
  /** Random points of each subject. */
  readonly count: number;
  readonly seed: number;
}

/** Computes every subject with every library at the same points, and holds it against the truth. */
export async function measureAccuracy(
  subjects: readonly Subject[],
  { count, seed }: AccuracyOptions,
): Promise<Accuracy> {
  const random = new Random(seed);
  const points = subjects.map((subject) =>
    pointsOf(subject.kernel, axisOf(subject), { count, random })
  );
  await using stack = new AsyncDisposableStack();
  const directory = await Deno.makeTempDir({ prefix: "specol-report-" });
  stack.defer(() => Deno.remove(directory, { recursive: true }));
  // The peers know arrays by a name; here it is the number of the subject.
  const inputs = new Map(
    points.map((
      x,
      i,
    ) => [`${i}`, { float64: x, float32: new Float32Array(x), float16: new Float16Array(x) }]),
  );
  const setting = { inputs, directory };
  const opened = await Promise.all(MEASURED.map((open) => open(setting)));
  const peers = opened.filter(isPresent);
  peers.forEach((peer) => stack.use(peer));
  const measured: SubjectErrors[] = [];
  for (const [i, subject] of subjects.entries()) {
    console.error(`  ${subject.name}, ${points[i].length} points`);
    measured.push(await measure(subject, points[i], { peers, key: `${i}` }));
  }
  const names = opened.map((peer) =>
    isPresent(peer) ? peer.version : `${peer.name}: ${peer.absent}`
  );
  return { subjects: measured, peers: names };
}

async function measure(
  subject: Subject,
  x: Float64Array,
  { peers, key }: { peers: readonly Peer[]; key: string },
): Promise<SubjectErrors> {
  const { kernel, plainName: name, parameter } = subject;
  const truths = Array.from(x, (value) => truthOf(kernel, value));
  const errorsOf = (results: FloatArray): Float64Array =>
    Float64Array.from(truths, (truth, i) => errorOf(results[i], truth));
  const ours = new Float64Array(x.length);
  compute(kernel, x, ours);
  const libraries: LibraryErrors[] = [{ library: "specol", results: ours, errors: errorsOf(ours) }];
  for (const peer of peers) {
    const results = await peer.compute({ name, parameter, type: "float64", input: key });
    if (results === undefined) continue;
    libraries.push({ library: peer.name, results, errors: errorsOf(results) });
  }
  return { subject, x, right: Float64Array.from(truths, ({ rounded }) => rounded), libraries };
}
