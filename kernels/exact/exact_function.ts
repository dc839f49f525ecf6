import {
  addBalls,
  type Ball,
  computed,
  rounded,
  signOf,
  subtractBalls,
  total,
  Undecided,
} from "./ball.ts";
import { exp, expm1, log, log1p, sine } from "./big_elementary.ts";
import { abs, type Big, fromNumber, neg, ONE, sqrt, sub, toNumber, ZERO } from "./big_float.ts";
import { bessel, digamma, lgamma, multigammaln, polygamma } from "./big_special.ts";
import { movedBy } from "./slope.ts";

// Functions of one number that is known to a radius: their special values, and what the radius and
// their own roundings make of the result.

/** A number, or one that has no digits: NaN or infinite. */
export type Value = Ball | number;

/** What stands for a number that is 0 for want of exponents. */
export const TINY: Ball = { value: ZERO, radius: -4096n };

const RELATIVE: ReadonlySet<string> = new Set(["sqrt", "exp", "expm1", "log", "log1p"]);

/** Whether a function is good to all but its last bits: others lose what the terms of their sums cancel. */
function isRelative(name: string, x: Big, { n, k }: { n: number; k: number }): boolean {
  if (name === "polygamma") return n > 0 && x.m > 0n;
  return name === "multigammalnGrad" ? k > 1 : RELATIVE.has(name);
}

/** A function of one number, with the special values of the kernels. */
export function callFunction(
  name: string,
  a: Ball,
  { n = 0, k = 0 }: { n?: number; k?: number },
): Value | undefined {
  if (name === "neg") return { value: neg(a.value), radius: a.radius };
  if (name === "abs") return { value: abs(a.value), radius: a.radius };
  const special = specialValue(name, a, { n, k });
  if (special !== undefined) return special;
  const x = a.value;
  let isUnknown = false;
  let limit: number | undefined;
  const found = computed(() => {
    const f = functionOf(name, x, { n, k });
    if (typeof f === "object") return f;
    if (f === undefined) isUnknown = true;
    else limit = f;
    return ZERO;
  }, isRelative(name, x, { n, k }));
  if (isUnknown) return undefined;
  // Beyond all exponents: infinite, or 0 for want of them.
  if (limit !== undefined) return limit === 0 ? TINY : limit;
  return {
    value: found.value,
    radius: total(found.radius, movedBy(name, a, { f: found.value, n, k })),
  };
}

/** The value where a definition or a limit stands for a computation; else undefined. */
function specialValue(
  name: string,
  a: Ball,
  { n, k }: { n: number; k: number },
): Value | undefined {
  switch (name) {
    case "exp":
    case "cos":
      return isExactly(a, 0) ? { value: ONE } : undefined;
    case "expm1":
    case "sin":
      return isExactly(a, 0) ? a : undefined;
    case "sqrt": {
      const sign = signOf(a);
      if (sign <= 0) return sign < 0 ? NaN : { value: ZERO };
      return a.radius === undefined ? rounded(() => sqrt(a.value)) : undefined;
    }
    case "log":
    case "log1p": {
      const sign = signOf(name === "log" ? a : addBalls(a, { value: ONE }));
      if (sign <= 0) return sign < 0 ? NaN : -Infinity;
      return isExactly(a, name === "log" ? 1 : 0) ? { value: ZERO } : undefined;
    }
    case "lgamma":
    case "digamma":
    case "polygamma": {
      const order = name === "lgamma" ? -1 : name === "digamma" ? 0 : n;
      if (!Number.isInteger(order) || order < -1) return NaN;
      if (!isInteger(a.value)) return undefined;
      if (a.radius !== undefined) {
        // Rounding has moved it to a pole, which need not be where it is.
        if (a.value.m <= 0n) throw new Undecided();
        return undefined;
      }
      const value = toNumber(a.value);
      if (value > 0) return order === -1 && value <= 2 ? { value: ZERO } : undefined;
      if (order % 2 !== 0) return Infinity;
      return value === 0 ? -Infinity : NaN;
    }
    case "multigammaln":
    case "multigammalnGrad": {
      if (!Number.isInteger(n) || n < 1) return NaN;
      const sign = signOf(subtractBalls(a, { value: fromNumber((n - 1) / 2) }));
      return sign < 0 ? NaN : sign > 0 ? undefined : k % 2 === 1 ? -Infinity : Infinity;
    }
  }
  return undefined;
}

function functionOf(
  name: string,
  x: Big,
  { n, k }: { n: number; k: number },
): Big | number | undefined {
  switch (name) {
    case "sqrt":
      return sqrt(x);
    case "exp":
      return exp(x);
    case "expm1":
      return expm1(x);
    case "log":
      return log(x);
    case "log1p":
      return log1p(x);
    case "sin":
      return sine(x, 0);
    case "cos":
      return sine(x, 1);
    case "lgamma":
      return lgamma(x);
    case "digamma":
      return digamma(x);
    case "polygamma":
      return polygamma(n, x);
    case "multigammaln":
    case "multigammalnGrad":
      return multigammaln(x, n, k);
    default:
      return x.m === 0n
        ? undefined
        : bessel(Number(name.startsWith("i1")), n, x, name.endsWith("e"));
  }
}

/** Whether a number is known to be an integer. */
function isExactly({ value, radius }: Ball, integer: 0 | 1): boolean {
  return radius === undefined && sub(value, fromNumber(integer)).m === 0n;
}

export function isInteger(x: Big): boolean {
  return x.e >= 0n || BigInt.asUintN(Number(-x.e), x.m) === 0n;
}
