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
  /** Whether contenders whose passes are long have fewer of them, and those with short ones more. */
  readonly isSparing?: boolean;
  /** Called before each round, which is counted from 1. */
  readonly onRound?: (round: number) => void;
}

/** If it is to be sparing: whose pass takes less than so many seconds has twice as many turns, */
const SHORT_PASS = 0.002;
/** whose pass takes longer than so many seconds has one pass in a turn, */
const LONG_PASS = 0.02;
/** and whose pass takes longer than this has no turn after the second. */
const VERY_LONG_PASS = 0.1;

/**
 * Lets the contenders take turns, and returns the best seconds of each. The best counts, because
 * other programs can only make a pass longer. They take turns, so that a slow minute of the machine
 * is slow for all.
 */
export async function timeRounds(
  contenders: readonly Contender[],
  { rounds, passes, isSparing = false, onRound }: RoundOptions,
): Promise<Map<Contender, number>> {
  const best = new Map<Contender, number>();
  for (let round = 1; round <= (isSparing ? 2 * rounds : rounds); round++) {
    onRound?.(round);
    for (const contender of contenders) {
      const known = best.get(contender) ?? Infinity;
      const turns = known > VERY_LONG_PASS ? 2 : known > SHORT_PASS ? rounds : 2 * rounds;
      if (isSparing && round > 1 && round > turns) continue;
      const seconds = await (isSparing ? takeSparingly(contender, passes) : contender(passes));
      best.set(contender, Math.min(known, ...seconds));
    }
  }
  return best;
}

/** One pass, and the others if it was short: a few long ones would take most of the time of all. */
async function takeSparingly(contender: Contender, passes: number): Promise<number[]> {
  const first = await contender(1);
  return first[0] > LONG_PASS ? first : [...first, ...await contender(passes - 1)];
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
