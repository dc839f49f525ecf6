import { type Alone, aloneIf } from "./alone.ts";
import { type Contender, timeRounds } from "./time_rounds.ts";
import { peakOf, type Program, runProgram, secondsOf } from "./program.ts";

/** A program that takes turns with others. */
export interface Runner {
  readonly name: string;
  readonly program: Program;
  /** Throws if what the program wrote is wrong. */
  readonly verify?: () => Promise<void>;
  /**
   * Whether the program prints its seconds. Otherwise they are measured from its start to its end.
   */
  readonly printsSeconds?: boolean;
}

/** Options of a race. */
export interface RaceOptions {
  /** The file that the runners write. */
  readonly output: string;
  readonly rounds: number;
  readonly alone?: Alone;
}

/**
 * The number of runs in a turn. A virtual machine may return free pages to its host, and gets them
 * back slowly: `cp` of 1.25 GB took 0.84 s after one of 1 GB was removed, and 0.34 s after one of
 * 1.25 GB.
 */
const PASSES = 2;

/** The time and the memory of a runner. */
export interface Timing {
  readonly name: string;
  /** The best time. */
  readonly seconds: number;
  /** The peak of memory in one run, in bytes. */
  readonly peak?: number;
}

/** Runs each program once and verifies what it wrote, then times them in turns of two runs. */
export async function race(
  runners: readonly Runner[],
  { output, rounds, alone = aloneIf(false) }: RaceOptions,
): Promise<Timing[]> {
  const lanes: { name: string; peak?: number; run: Contender }[] = [];
  for (const { name, program, verify, printsSeconds } of runners) {
    console.error(`  ${name}`);
    // The first run also fills the caches: of the disk, and Deno's of compiled TypeScript.
    const peak = await peakOf(program);
    await verify?.();
    await remove(output);
    const time = async () =>
      printsSeconds ? readSeconds(name, await runProgram(program)) : await secondsOf(program);
    const run = async (passes: number): Promise<number[]> => {
      const seconds: number[] = [];
      while (seconds.length < passes) {
        seconds.push(await time());
        // Every run makes a new file, and leaves no pages that wait for the disk.
        await remove(output);
      }
      return seconds;
    };
    lanes.push({ name, peak, run });
  }
  const onRound = (round: number): void => console.error(`  round ${round} of ${rounds}`);
  const best = await alone(() =>
    timeRounds(lanes.map(({ run }) => run), { rounds, passes: PASSES, onRound })
  );
  return lanes.map(({ name, peak, run }) => ({ name, peak, seconds: best.get(run)! }));
}

/** Reads the seconds that a program prints. */
function readSeconds(name: string, text: string): number {
  const seconds = Number(text);
  if (seconds > 0) return seconds;
  throw new Error(`${name} must print its seconds and nothing else, but printed ${text}`);
}

async function remove(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    // A program that does nothing writes nothing.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
