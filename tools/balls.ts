// deno task verify balls [--count N] [--seed N] [--runs OTHER] [NAME...]: the balls of the last phase beside Arb. tools/arb/balls.c draws
// hard operands and checks that results contain the true values at numbers of their operands.
//
//   --count   trials of each operation at each precision; 200 by default
//   --seed    of other operands; 1 by default
//   --runs    another function of the module, in the place of NAME: shows that mistakes are found
//   NAME      of operations, as add, exp or besselBall; all by default

import { parseArgs } from "@std/cli/parse-args";
import { decodeBase64 } from "@std/encoding/base64";
import { ArbLibrary } from "./accuracy/arb.ts";

/** Those of Ziv's loop (rounding/ball.ts) with guard bits, of expressions, and both limits. */
const PRECISIONS = [32, 64, 128, 192, 224, 416, 640, 672, 1056, 1600, 2080, 4128, 5120];
/** Bytes of a ball. */
const BALL = 688;
/** Bits that are beyond double-doubles. */
const MANY_BITS = 130n;
/** Of products of limbs, for each square of limbs. A Bessel function of a ball from -2^60 to 2^60 has no end without it. */
const BUDGET = 2 ** 18;

type Call = (...args: (number | bigint)[]) => number;
type Exports = Readonly<Record<string, Call>> & { readonly memory: WebAssembly.Memory };

interface Operation {
  readonly name: string;
  /** From the addresses of the result and of two operands, and the parameters. */
  readonly call: (to: number, a: number, b: number, k: BigInt64Array) => (number | bigint)[];
}

const operations = (names: string, call: Operation["call"]): Operation[] =>
  names.split(" ").map((name) => ({ name, call }));

const OPERATIONS: readonly Operation[] = [
  ...operations("add subtract multiply divide", (to, a, b) => [to, a, b]),
  ...operations("square squareRoot round negate absolute plain", (to, a) => [to, a]),
  ...operations("scale multiplyInteger divideInteger", (to, a, _, k) => [to, a, k[0]]),
  ...operations("exp expm1 log log1p sin cos sinPi cosPi", (to, a) => [to, a]),
  ...operations("pi ln2", (to) => [to]),
  ...operations("lgammaBall digammaBall", (to, a) => [to, a]),
  ...operations("polygammaBall", (to, a, _, k) => [to, k[0], a]),
  ...operations("multigammalnBall", (to, a, _, k) => [to, a, k[0], Number(k[1])]),
  ...operations(
    "besselBall",
    (to, a, _, [order, d, isScaled]) => [to, a, Number(order), Number(d), Number(isScaled)],
  ),
];

/** How many results there were of each kind. */
interface Counts {
  contained: number;
  missed: number;
  /** Where the ball is UNKNOWN, which is always right. */
  unknown: number;
  /** Where Arb's interval stayed too wide. */
  undecided: number;
  /** Of those contained, with 130 bits and more. */
  precise: number;
  /** Accepted by Ziv's test, and rounded right and wrong. */
  rounded: number;
  misrounded: number;
}

const KINDS = ["contained", "missed", "unknown", "undecided"] as const;

interface Checker {
  run(operation: Operation, precision: number, seed: number, counts: Counts): void;
}

async function openExports(): Promise<Exports> {
  const url = new URL("../tests/data/ball_probe.js", import.meta.url);
  const { WASM_BASE64 } = await import(url.href);
  const { instance } = await WebAssembly.instantiate(decodeBase64(WASM_BASE64));
  return instance.exports as unknown as Exports;
}

/** Balls beside a library that tools/arb/balls.c was built into; `other` is called in the place of an operation. */
async function openChecker(path: string, other?: string): Promise<Checker> {
  const { symbols } = Deno.dlopen(path, {
    draw: { parameters: ["buffer", "i64", "i64", "buffer", "buffer", "buffer"], result: "i32" },
    check: {
      parameters: ["buffer", "i64", "i64", "buffer", "buffer", "i32", "buffer", "buffer"],
      result: "i32",
    },
    check_rounding: { parameters: ["i64", "buffer", "f64"], result: "i32" },
    known_bits: { parameters: ["buffer"], result: "i64" },
  });
  const exports = await openExports();
  const start = exports.mark();
  const [a, b, result] = [0, 1, 2].map(() => new Uint8Array(BALL));
  const k = new BigInt64Array(3);
  const bytesAt = (at: number): Uint8Array => new Uint8Array(exports.memory.buffer, at, BALL);

  function run(
    { name, call }: Operation,
    precision: number,
    seed: number,
    counts: Counts,
  ): void {
    const text = new TextEncoder().encode(`${name}\0`);
    const [at, bits] = [BigInt(seed), BigInt(precision)];
    const operands = symbols.draw(text, at, bits, a, b, k);
    if (operands === 0) throw new Error(`tools/arb/balls.c has no ${name}`);
    exports.release(start);
    exports.setPrecision(precision);
    exports.setBudget(BigInt(Math.ceil(BUDGET * (precision / 32) ** 2)));
    const [first, second, third] = [exports.newBall(), exports.newBall(), exports.newBall()];
    bytesAt(first).set(a);
    bytesAt(second).set(b);
    // The result may take the place of an operand, and both operands may be one.
    const isSame = operands === 2 && seed % 11 === 0;
    const to = seed % 5 === 0 ? first : seed % 5 === 1 ? second : third;
    exports[other ?? name](...call(to, first, isSame ? first : second, k));
    result.set(bytesAt(to));
    const verdict = symbols.check(text, at, bits, a, b, Number(isSame), k, result);
    counts[KINDS[verdict]]++;
    if (verdict === 1 || verdict === 3) {
      console.error(
        `${name} of ${k.join(", ")} at ${precision} bits, seed ${seed}: ${KINDS[verdict]}`,
      );
    }
    if (verdict === 0 && symbols.known_bits(result) >= MANY_BITS) counts.precise++;
    if (verdict !== 0 || exports.roundsAlike(to) === 0) return;
    if (symbols.check_rounding(at, result, exports.toNumber(to)) === 0) counts.rounded++;
    else {
      counts.misrounded++;
      console.error(`${name} at ${precision} bits, seed ${seed}: rounded wrong`);
    }
  }
  return { run };
}

function noCounts(): Counts {
  return {
    contained: 0,
    missed: 0,
    unknown: 0,
    undecided: 0,
    precise: 0,
    rounded: 0,
    misrounded: 0,
  };
}

async function main(): Promise<number> {
  const { count, seed, runs, _: rest } = parseArgs(Deno.args, {
    string: ["count", "seed", "runs"],
    default: { count: "200", seed: "1" },
  });
  const names: readonly string[] = rest.map(String);
  const unknown = names.find((name) => !OPERATIONS.some((operation) => operation.name === name));
  if (unknown !== undefined) {
    console.error(`No operation ${unknown}: ${OPERATIONS.map(({ name }) => name).join(", ")}`);
    return 2;
  }
  const library = await ArbLibrary.build("balls.c");
  if (typeof library === "string") {
    console.error(`Arb is needed, and ${library}`);
    return 1;
  }
  using built = library;
  const checker = await openChecker(built.path, runs);
  const total = noCounts();
  const kinds = Object.keys(total) as (keyof Counts)[];
  console.log(["operation".padEnd(18), ...kinds.map((kind) => kind.padStart(10))].join(" "));
  const print = (name: string, counts: Counts): void => {
    const cells = kinds.map((kind) => counts[kind].toLocaleString("en").padStart(10));
    console.log([name.padEnd(18), ...cells].join(" "));
  };
  let trial = Number(seed) * 1_000_000_000;
  for (const operation of OPERATIONS) {
    if (names.length > 0 && !names.includes(operation.name)) continue;
    const counts = noCounts();
    for (const precision of PRECISIONS) {
      for (let i = 0; i < Number(count); i++) {
        checker.run(operation, precision, trial++, counts);
      }
    }
    print(operation.name, counts);
    for (const kind of kinds) total[kind] += counts[kind];
  }
  print("all", total);
  return total.missed + total.undecided + total.misrounded > 0 ? 1 : 0;
}

if (import.meta.main) Deno.exit(await main());
