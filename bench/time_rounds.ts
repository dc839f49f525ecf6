/** Works `passes` times and returns the seconds of each. */
export type Contender = (passes: number) => Promise<number[]> | number[];

/** The length of a measurement. */
export interface RoundOptions {
  /** The number of turns of each contender. */
  readonly rounds: number;
  /**
   * The number of passes in a turn. The first finds its data cold after the turns of the others;
   * the next do not.
   */
  readonly passes: number;
  /** Called before each round, which is counted from 1. */
  readonly onRound?: (round: number) => void;
}

/**
 * Lets the contenders take turns, and returns the best seconds of each. The best counts, because
 * other programs can only make a pass longer. They take turns, so that a slow minute of the machine
 * is slow for all.
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
