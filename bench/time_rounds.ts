/** Works `passes` times and gives the seconds of each. */
export type Contender = (passes: number) => Promise<number[]> | number[];

/** How long to measure. */
export interface RoundOptions {
  /** How many turns each contender has. */
  readonly rounds: number;
  /** Passes in a turn: the first finds its data cold after the others' turns, the next do not. */
  readonly passes: number;
  /** Called before each round, which is counted from 1. */
  readonly onRound?: (round: number) => void;
}

/**
 * Lets the contenders take turns, and gives the best seconds of each.
 *
 * The best, because all that other programs do to a pass is to make it longer; in turns, so that a
 * slow minute of the machine is a slow minute for all.
 */
export async function timeRounds(
  contenders: readonly Contender[],
  { rounds, passes, onRound }: RoundOptions,
): Promise<Map<Contender, number>> {
  const best = new Map<Contender, number>();
  for (let round = 1; round <= rounds; round++) {
    onRound?.(round);
    for (const contender of contenders) {
      const seconds = await contender(passes);
      best.set(contender, Math.min(best.get(contender) ?? Infinity, ...seconds));
    }
  }
  return best;
}

/** A contender that works in this thread. */
export function localContender(work: () => void): Contender {
  return (passes) =>
    Array.from({ length: passes }, () => {
      const start = performance.now();
      work();
      return (performance.now() - start) / 1000;
    });
}
