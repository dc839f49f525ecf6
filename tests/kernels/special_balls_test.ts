import { assert, assertEquals } from "@std/assert";
import { type Balls, openBalls, ratio } from "./ball_probe.ts";

// The gamma and Bessel families of balls compared with values of Arb (tools/arb/special_balls.py), which
// are good to 640 bits: next to poles and zeros, far beyond the range of float64, and of parameters
// up to 2^53. SPECOL_BALLS names a file of other values, which may have more bits.

const FILE = Deno.env.get("SPECOL_BALLS") ?? new URL("../data/special_balls.tsv", import.meta.url);
/** Units in the last place that a ball may be wide, as bits, where nothing cancels. */
const WIDTH_BITS = 6n;

interface Point {
  readonly name: string;
  readonly parameters: readonly number[];
  readonly x: { readonly m: bigint; readonly exponent: bigint };
  readonly value: { readonly m: bigint; readonly exponent: bigint };
}

function parseHex(text: string): bigint {
  return text.startsWith("-") ? -BigInt(`0x${text.slice(1)}`) : BigInt(`0x${text}`);
}

const POINTS: readonly Point[] = (await Deno.readTextFile(FILE))
  .trim().split("\n").map((line) => {
    const [name, parameters, x, xExponent, value, exponent] = line.split("\t");
    return {
      name,
      parameters: parameters === "" ? [] : parameters.split(",").map(Number),
      x: { m: parseHex(x), exponent: BigInt(xExponent) },
      value: { m: parseHex(value), exponent: BigInt(exponent) },
    };
  });

/** The number of bits of an integer. */
function lengthOf(m: bigint): number {
  return (m < 0n ? -m : m).toString(2).length;
}

/** Bits of the values, all of which have about as many; and those of balls, which must have fewer. */
const VALUE_BITS = Math.max(...POINTS.map(({ value }) => lengthOf(value.m)));
const PRECISIONS = [64, 192, 512, 1024, 2048, 4096].filter((bits) => bits + 32 <= VALUE_BITS);

function radiusExponent(balls: Balls, ball: number): bigint {
  return (balls.exports.radiusExponent as (ball: number) => bigint)(ball);
}

type Call = (...args: (number | bigint)[]) => void;

/** Calls the function of a point. */
function call(balls: Balls, to: number, x: number, { name, parameters }: Point): void {
  const exports = balls.exports as unknown as Record<string, Call>;
  const [a, b, c] = parameters;
  if (name === "lgamma") exports.lgammaBall(to, x);
  else if (name === "digamma") exports.digammaBall(to, x);
  else if (name === "polygamma") exports.polygammaBall(to, BigInt(a), x);
  else if (name === "multigammaln") exports.multigammalnBall(to, x, BigInt(a), b);
  else exports.besselBall(to, x, a, b, c);
}

function compute(balls: Balls, point: Point, radius = 0n, radiusExponent = 0n): number {
  const x = balls.make({ ...point.x, radius, radiusExponent });
  const to = balls.exports.newBall();
  call(balls, to, x, point);
  return to;
}

function describe({ name, parameters, x }: Point): string {
  return `${name}(${[...parameters, `${x.m} * 2^${x.exponent}`].join(", ")})`;
}

/** Whether a value, to within one unit of its last place, is in the ball or next to it. */
function containsValue(balls: Balls, ball: number, { m, exponent }: Point["value"]): boolean {
  balls.exports.scale(ball, ball, -exponent);
  return [m - 1n, m, m + 1n].some((units) => balls.contains(ball, ratio(units, 1n)));
}

for (const precision of PRECISIONS) {
  Deno.test(`balls of the gamma and Bessel families at ${precision} bits contain the value`, () => {
    const balls = openBalls();
    for (const point of POINTS) {
      balls.reset(precision);
      const found = compute(balls, point);
      const isKnown = balls.exports.isKnown(found) === 1;
      // An argument of more bits than the balls have may be a pole, as far as they can decide.
      if (!isKnown && lengthOf(point.x.m) > precision) continue;
      assert(isKnown, describe(point));
      assert(containsValue(balls, found, point.value), describe(point));
    }
  });
}

/** How large terms may be that cancel: of polygamma between two poles n! 2^(n + 1), otherwise 1. */
function termsExponent({ name, parameters: [n], x }: Point): bigint {
  if (name !== "polygamma" || x.m > 0n) return 0n;
  const factorialBits = n * Math.log2(n / Math.E) + Math.log2(n) + 2; // Stirling
  return BigInt(Math.ceil(factorialBits) + n + 1);
}

Deno.test("balls of the gamma and Bessel families are narrow where nothing cancels", () => {
  const balls = openBalls();
  for (const point of POINTS) {
    balls.reset(512);
    const found = compute(balls, point);
    // Terms of size 1 may cancel, and what is left of them is less accurate.
    const exponent = BigInt(lengthOf(point.value.m)) + point.value.exponent;
    const terms = point.name === "bessel" ? exponent : termsExponent(point);
    const largest = exponent > terms ? exponent : terms;
    assert(radiusExponent(balls, found) <= largest - 512n + WIDTH_BITS, describe(point));
  }
});

Deno.test("a wide argument gives a ball that contains the value at its midpoint", () => {
  const balls = openBalls();
  for (const point of POINTS) {
    for (const below of [10n, 40n, 150n]) {
      balls.reset(192);
      const size = BigInt(lengthOf(point.x.m));
      const found = compute(balls, point, 1n << 30n, point.x.exponent + size - 30n - below);
      if (balls.exports.isKnown(found) === 0) continue; // it may be a pole
      const excess = radiusExponent(balls, found) - point.value.exponent;
      if (excess > 100_000n) continue; // too wide to be read
      assert(containsValue(balls, found, point.value), describe(point));
    }
  }
});

Deno.test("a ball that may be a pole gives an unknown result", () => {
  const balls = openBalls();
  for (const pole of [0n, -1n, -2n, -1000n]) {
    for (const radius of [0n, 1n]) {
      for (const [name, parameters] of [["lgamma", []], ["digamma", []], ["polygamma", [3]]]) {
        balls.reset(192);
        const x = balls.make({ m: pole, exponent: 0n, radius, radiusExponent: -100n });
        const to = balls.exports.newBall();
        const point = { name, parameters } as unknown as Point;
        call(balls, to, x, point);
        assertEquals(balls.exports.isUnknown(to), 1, `${name}(${pole})`);
      }
    }
  }
});
