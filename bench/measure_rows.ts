import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import { compute } from "../kernels/engine.ts";
import { COUNT, emptyLike, type Inputs } from "./inputs.ts";
import { jobOf, type Peer, type PeerName } from "./peer.ts";
import type { Row } from "./row.ts";
import type { Subject } from "./subjects.ts";
import { type Contender, localContender, type RoundOptions, timeRounds } from "./time_rounds.ts";
import { verifyReferences, verifyResults } from "./verify.ts";

/** What rows are measured with. */
export interface MeasureOptions extends RoundOptions {
  readonly types: readonly FloatType[];
  readonly inputs: Inputs;
  readonly peers: readonly Peer[];
}

/** What a row is made of. */
interface Entry {
  readonly subject: Subject;
  readonly type: FloatType;
  readonly ours: Contender;
  readonly logUniform?: Contender;
  readonly negative?: Contender;
  readonly peers: readonly [PeerName, Contender][];
}

/**
 * Verifies every subject in every type, then times all, us and the peers in turns.
 *
 * A round goes through all rows, so that what is measured of a row is spread over the whole run: a
 * few bad seconds of the machine spoil one round of many rows, and no row.
 */
export async function measureRows(
  subjects: readonly Subject[],
  options: MeasureOptions,
): Promise<Row[]> {
  subjects.forEach(verifyReferences);
  const entries: Entry[] = [];
  for (const type of options.types) {
    for (const subject of subjects) entries.push(await enter(subject, { ...options, type }));
  }
  const contenders = entries.flatMap(({ ours, logUniform, negative, peers }) => [
    ours,
    ...[logUniform, negative].filter((contender) => contender !== undefined),
    ...peers.map(([, contender]) => contender),
  ]);
  const best = await timeRounds(contenders, options);
  const nanoseconds = (contender: Contender): number => best.get(contender)! * 1e9 / COUNT;
  return entries.map(({ subject, type, ours, logUniform, negative, peers }) => ({
    name: subject.name,
    functionName: subject.spec.name,
    type,
    ours: nanoseconds(ours),
    logUniform: logUniform && nanoseconds(logUniform),
    negative: negative && nanoseconds(negative),
    peers: Object.fromEntries(peers.map(([name, contender]) => [name, nanoseconds(contender)])),
  }));
}

async function enter(
  subject: Subject,
  { type, inputs, peers }: MeasureOptions & { readonly type: FloatType },
): Promise<Entry> {
  const { domain, isGradient, start } = subject;
  const x = inputs.uniform.get(start)![type];
  const able = await verifyResults(subject, { type, x, peers });
  const out = emptyLike(x);
  const contender = (from: FloatArray): Contender =>
    localContender(() => compute(subject.kernel, from, out));
  const spread = domain === "all" ? inputs.logUniform : inputs.positiveLogUniform;
  const job = jobOf(subject, type);
  return {
    subject,
    type,
    ours: contender(x),
    logUniform: type === "float64" ? contender(spread) : undefined,
    // A gradient of such a function is itself one, of another row or of the next order.
    negative: type === "float64" && domain === "poles" && !isGradient
      ? contender(inputs.negative)
      : undefined,
    peers: able.map((peer) => [peer.name, (passes: number) => peer.time(job, passes)]),
  };
}
