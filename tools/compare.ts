import { runTask } from "../support/task_args.ts";
import { Random } from "../support/random.ts";
import * as here from "../mod.ts";

const HELP = `Computes every function here and in another checkout, and compares the bits.

Usage: deno task compare [--seconds N] [--seed N] FOLDER

FOLDER     another checkout, such as a clone at an earlier commit
--seconds  how long; 60 if left out
--seed     of the random numbers; 1 if left out

Correctly rounded results have the same bits however they are computed. So where kernels were made
anew, this finds what is wrong in either of them, in a billion points in a few minutes. Exit status
1 if any result differs.
`;

type Compute = (
  x: Float64Array | Float32Array,
  parameter?: number,
) => Float64Array | Float32Array;

const COUNT = 2 ** 18;
/** float32 takes as long as float64, and has fewer numbers. */
const ROUNDS_PER_FLOAT32 = 8;
const MAX_SHOWN = 40;

const SUBJECTS: readonly (readonly [name: string, ...parameters: number[]])[] = [
  ...["i0", "i1", "i1Grad", "i0e", "i1e", "i0eGrad", "i1eGrad"].map((name) => [name] as const),
  ...["lgamma", "digamma"].map((name) => [name] as const),
  ["polygamma", 1, 2, 3, 10, 20, 150],
  ["multigammaln", 2, 3, 7, 30, 1000],
  ["multigammalnGrad", 3, 30],
];

/** Ranges by name: numbers made of random ones in [0, 1). */
const RANGES: Readonly<Record<string, (random: () => number) => number>> = {
  "0 to 20": (random) => 20 * random(),
  "0 to 1000": (random) => 1000 * random(),
  "1 to 1e6": (random) => Math.exp(14 * random()),
  "1e-304 to 1e304": (random) => Math.exp(1400 * (random() - 0.5)),
  "1e-7 to 1": (random) => Math.exp(-16 * random()),
  "-20 to 0": (random) => -20 * random(),
  "-1000 to 0": (random) => -1000 * random(),
  "-1 to -1e-13": (random) => -Math.exp(-30 * random()),
  "next to 1": (random) => 1 + (random() - 0.5) / 64,
  "next to 2": (random) => 2 + (random() - 0.5) / 64,
  "next to the zero of digamma": (random) => 1.4616321449683623 + (random() - 0.5) / 256,
  "next to negative zeros": (random) => -Math.floor(12 * random()) - 0.5 + (random() - 0.5) / 3,
  "16 to 716": (random) => 16 + 700 * random(),
  "eighths to 12,500": (random) => Math.floor(100000 * random()) / 8,
};

/** Runs the comparison and returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  return await runTask(args, {
    help: HELP,
    numbers: ["seconds", "seed"],
    operands: true,
    async run({ numbers: { seconds = 60, seed = 1 }, operands: [folder, ...more] }) {
      if (folder === undefined || more.length > 0) throw new RangeError("Name one other checkout");
      const path = await Deno.realPath(`${folder}/mod.ts`).catch(() => {
        throw new RangeError(`Cannot compare with ${folder}: there is no mod.ts`);
      });
      const there: Readonly<Record<string, unknown>> = await import(`file://${path}`);
      const numbers = new Random(seed);
      return compare(there, { seconds, random: () => numbers.between(0, 1) });
    },
  });
}

function compare(
  there: Readonly<Record<string, unknown>>,
  { seconds, random }: { seconds: number; random: () => number },
): number {
  const end = performance.now() + 1000 * seconds;
  let [points, differ] = [0, 0];
  for (let round = 0; performance.now() < end; round++) {
    const types = round % ROUNDS_PER_FLOAT32 === 0 ? [Float64Array, Float32Array] : [Float64Array];
    for (const [range, make] of Object.entries(RANGES)) {
      const numbers = Float64Array.from({ length: COUNT }, () => make(random));
      for (const [[name, ...parameters], Floats] of pairs(SUBJECTS, types)) {
        const x = new Floats(numbers);
        for (const parameter of parameters.length === 0 ? [undefined] : parameters) {
          const [a, b] = [there, here].map((one) =>
            (one[name as keyof typeof one] as Compute)(x, parameter)
          );
          points += COUNT;
          for (let i = 0; i < COUNT; i++) {
            if (Object.is(a[i], b[i])) continue;
            if (++differ > MAX_SHOWN) continue;
            console.log(
              `${name} ${parameter ?? ""} ${range}: x ${x[i]}, there ${a[i]}, here ${b[i]}`,
            );
          }
        }
      }
    }
  }
  console.log(`${points} results, of which ${differ} differ`);
  return differ === 0 ? 0 : 1;
}

function* pairs<A, B>(first: readonly A[], second: readonly B[]): Generator<readonly [A, B]> {
  for (const a of first) for (const b of second) yield [a, b];
}

if (import.meta.main) Deno.exit(await main(Deno.args));
