import { digamma, i0e, lgamma } from "../mod.ts";
import { Random } from "../support/random.ts";
import { localContender, type RoundOptions, timeRounds } from "./time_rounds.ts";

/** Nanoseconds of a call for a few numbers. */
export interface Call {
  /** The function. */
  readonly name: string;
  /** What it is called with: `a number`, or `16 numbers` in an array, with `out`. */
  readonly what: string;
  readonly ours: number;
  /** npm's stdlib, which has functions of a number. */
  readonly stdlib?: number;
}

// Only the benchmarks download this package. Its hash is in tools/deno.lock.
const STDLIB = {
  lgamma: "npm:@stdlib/math-base-special-gammaln@0.3.1",
  digamma: "npm:@stdlib/math-base-special-digamma@0.3.1",
};

const CALLS = 4096;
const LENGTHS = [1, 4, 16, 64];

/** Functions of a number in a loop, and of arrays so short that the call is most of the time. */
export async function measureCalls({ rounds }: { rounds: number }): Promise<Call[]> {
  const random = new Random(1);
  const numbers = Float64Array.from({ length: CALLS }, () => random.between(0.1, 20));
  const options = { rounds, passes: 20 };
  const calls: Call[] = [];
  for (const [name, f] of Object.entries({ lgamma, digamma, i0e })) {
    const peer = await importStdlib(name);
    const [ours, stdlib] = await time([f, ...peer].map((f) => loopOver(f, numbers)), options);
    calls.push({ name, what: "a number", ours, stdlib });
  }
  for (const length of LENGTHS) {
    const x = numbers.slice(0, length);
    const out = x.slice();
    const [ours] = await time([() => {
      for (let i = 0; i < CALLS; i++) lgamma(x, { out });
    }], options);
    calls.push({ name: "lgamma", what: `${length} numbers`, ours });
  }
  return calls;
}

async function time(loops: readonly (() => void)[], options: RoundOptions): Promise<number[]> {
  const contenders = loops.map(localContender);
  const best = await timeRounds(contenders, options);
  return contenders.map((contender) => best.get(contender)! * 1e9 / CALLS);
}

/**
 * A loop of its own for each, as in a user's program: in one that they shared V8 could inline none.
 */
function loopOver(f: (x: number) => number, numbers: Float64Array): () => void {
  const make = new Function(
    "f",
    "numbers",
    `return () => { // ${crypto.randomUUID()}: V8 shares what it learns between equal texts
      let sum = 0;
      for (let i = 0; i < numbers.length; i++) sum += f(numbers[i]);
      return sum;
    };`,
  );
  return make(f, numbers);
}

/** The function, or nothing if it has none or is not there. */
async function importStdlib(name: string): Promise<((x: number) => number)[]> {
  if (!(name in STDLIB)) return [];
  try {
    return [(await import(STDLIB[name as keyof typeof STDLIB])).default];
  } catch {
    return []; // the package cannot be downloaded: the figure is left out
  }
}
