import type { Alone } from "./alone.ts";
import { compute } from "../kernels/engine.ts";
import type { FloatType } from "../kernels/float_types.ts";
import { COUNT, emptyLike, inputKey, type Inputs, isTimed } from "./inputs.ts";
import { jobOf, type Peer, type PeerName } from "./peers/peer.ts";
import type { Range } from "./ranges.ts";
import type { Row } from "./row.ts";
import type { Subject } from "./subjects.ts";
import { type Contender, localContender, type RoundOptions, timeRounds } from "./time_rounds.ts";
import { verifyReferences, verifyResults } from "./verify.ts";

/** What rows are measured with. */
export interface MeasureOptions extends RoundOptions {
  readonly types: readonly FloatType[];
  readonly ranges: readonly Range[];
  readonly inputs: ReadonlyMap<string, Inputs>;
  readonly peers: readonly Peer[];
  readonly alone: Alone;
}

/** What a row is made of. */
interface Entry {
  readonly row: Omit<Row, "ours" | "peers">;
  readonly ours: Contender;
  readonly peers: readonly [PeerName, Contender][];
}

/**
 * Verifies every subject in every type on every range, then times all, us and the peers in turns.
 *
 * A round goes through all rows, so that the measurements of a row are spread over the complete run: a
 * few bad seconds of the machine spoil one round of many rows, and no row.
 */
export async function measureRows(
  subjects: readonly Subject[],
  options: MeasureOptions,
): Promise<Row[]> {
  subjects.forEach(verifyReferences);
  const entries: Entry[] = [];
  for (const type of options.types) {
    for (const subject of subjects) {
      for (const range of options.ranges) {
        if (isTimed(subject, range)) {
          entries.push(await enter(subject, { ...options, type, range }));
        }
      }
    }
  }
  if (entries.length === 0) return [];
  const contenders = entries.flatMap(({ ours, peers }) => [
    ours,
    ...peers.map(([, contender]) => contender),
  ]);
  const best = await options.alone(() => timeRounds(contenders, { ...options, isSparing: true }));
  const nanoseconds = (contender: Contender): number => best.get(contender)! * 1e9 / COUNT;
  return entries.map(({ row, ours, peers }) => ({
    ...row,
    ours: nanoseconds(ours),
    peers: Object.fromEntries(peers.map(([name, contender]) => [name, nanoseconds(contender)])),
  }));
}

async function enter(
  subject: Subject,
  { type, range, inputs, peers }: MeasureOptions & { type: FloatType; range: Range },
): Promise<Entry> {
  const x = inputs.get(inputKey(subject, range))![type];
  const { able, wrong } = await verifyResults(subject, { type, range, x, peers });
  const out = emptyLike(x);
  const job = jobOf(subject, { type, range });
  const { name, kernel } = subject;
  return {
    row: {
      name,
      type,
      range: range.name,
      ...(Object.keys(wrong).length > 0 && { wrong }),
    },
    ours: localContender(() => compute(kernel, x, out)),
    peers: able.map((peer) => [peer.name, (passes: number) => peer.time(job, passes)]),
  };
}
