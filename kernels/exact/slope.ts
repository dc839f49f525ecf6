import {
  abs,
  add,
  type Big,
  exponentOf,
  fromInteger,
  fromNumber,
  nearest,
  ONE,
  sub,
} from "./big_float.ts";
import { type Ball, bits, total, Undecided } from "./ball.ts";

/**
 * What the radius of an operand adds to that of a function: at least the logarithm of the slope times
 * it. `n` and `k` are the integers of the function. Next to a singularity it is undecided.
 */
export function movedBy(
  name: string,
  { value: x, radius }: Ball,
  { f, n, k }: { f: Big; n: number; k: number },
): bigint | undefined {
  if (radius === undefined) return undefined;
  const size = f.m === 0n ? undefined : exponentOf(f);
  return radius + slopeOf(name, x, { radius, size, n, k });
}

/** Needs that a ball is small beside the distance from a singularity; gives the exponent of that. */
function distance(from: Big, radius: bigint): bigint {
  if (from.m === 0n || radius > exponentOf(from) - 4n) throw new Undecided();
  return exponentOf(from);
}

interface Place {
  readonly radius: bigint;
  /** The exponent of the function, if it is not 0. */
  readonly size: bigint | undefined;
  readonly n: number;
  readonly k: number;
}

function slopeOf(name: string, x: Big, { radius, size, n, k }: Place): bigint {
  switch (name) {
    case "exp":
    case "expm1":
      if (radius > -2n) throw new Undecided();
      return total(size, name === "exp" ? undefined : 0n)! + 1n;
    case "log":
      return 3n - distance(x, radius);
    case "log1p":
      return 3n - distance(add(x, ONE), radius);
    case "sqrt":
      // 1/(2 sqrt x), and sqrt x is at least half of 2 to its size.
      distance(x, radius);
      return 1n - size!;
    case "sin":
    case "cos":
      return 0n;
    case "lgamma":
      return gammaSlope(x, poleOf(x, radius));
    case "digamma":
      return polygammaSlope(0, poleOf(x, radius));
    case "polygamma":
      return polygammaSlope(n, poleOf(x, radius));
    case "multigammaln":
    case "multigammalnGrad": {
      const last = distance(sub(x, fromNumber((n - 1) / 2)), radius);
      return bits(n) + (k === 0 ? gammaSlope(x, last) : polygammaSlope(k - 1, last));
    }
    default: {
      if (radius > -2n) throw new Undecided();
      if (name.endsWith("e")) return 3n + 2n * bits(n + 2);
      // (|f| + 1) (1 + (n + 2)/|x|)
      return total(size, 0n)! + total(0n, bits(n + 2) + 2n - distance(x, radius))! + 2n;
    }
  }
}

/** The exponent of the distance from the nearest pole of the gamma family, or 0 where that is larger. */
function poleOf(x: Big, radius: bigint): bigint {
  const isPositive = exponentOf(x) > 0n && x.m > 0n;
  const from = isPositive ? x : sub(x, fromInteger(x.m > 0n ? 0n : nearest(x)));
  const size = distance(abs(from), radius);
  return size > 0n ? 0n : size;
}

/** digamma is below 2/d + ln x + 4, where d is the distance from the nearest pole. */
function gammaSlope(x: Big, pole: bigint): bigint {
  const size = exponentOf(x);
  return total(3n - pole, bits(size > 0n ? size : 1n) + 3n)!;
}

/** The derivative of polygamma of order n is below 4 (n + 1)! (1/d + 1)^(n + 2). */
function polygammaSlope(n: number, pole: bigint): bigint {
  return 3n + BigInt(n + 1) * bits(n + 1) + BigInt(n + 2) * (3n - pole);
}
