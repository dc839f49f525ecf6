import { decodeBase64 } from "@std/encoding/base64";
import { WASM_BASE64 } from "../data/ball_probe.js";

/** An exact quotient of integers. */
export interface Rational {
  add(other: Rational): Rational;
  sub(other: Rational): Rational;
  mul(other: Rational): Rational;
  div(other: Rational): Rational;
  abs(): Rational;
  isZero(): boolean;
  isNegative(): boolean;
  equals(other: Rational): boolean;
  sign(): number;
  /** The nearest float64, ties to even. */
  toNumber(): number;
  readonly n: bigint;
  readonly d: bigint;
}

/** n/d. Nothing is cancelled: the numbers of these tests stay short enough. */
export function ratio(n: bigint, d: bigint): Rational {
  if (d < 0n) return ratio(-n, -d);
  return {
    n,
    d,
    add: (b) => d === b.d ? ratio(n + b.n, d) : ratio(n * b.d + b.n * d, d * b.d),
    sub: (b) => d === b.d ? ratio(n - b.n, d) : ratio(n * b.d - b.n * d, d * b.d),
    mul: (b) => ratio(n * b.n, d * b.d),
    div: (b) => ratio(n * b.d, d * b.n),
    abs: () => ratio(n < 0n ? -n : n, d),
    isZero: () => n === 0n,
    isNegative: () => n < 0n,
    equals: (b) => n * b.d === b.n * d,
    sign: () => n < 0n ? -1 : n > 0n ? 1 : 0,
    toNumber: () => nearestNumber(n, d),
  };
}

function nearestNumber(n: bigint, d: bigint): number {
  if (n < 0n) return -nearestNumber(-n, d);
  if (n === 0n) return 0;
  // 2^e <= n/d < 2^(e + 1)
  let e = n.toString(2).length - d.toString(2).length;
  if (compareScaled(n, d, e) < 0) e--;
  const last = Math.max(e - 52, -1074);
  const [top, bottom] = last < 0 ? [n << BigInt(-last), d] : [n, d << BigInt(last)];
  let units = top / bottom;
  const rest = 2n * (top - units * bottom);
  if (rest > bottom || rest === bottom && units % 2n === 1n) units++;
  const value = Number(units);
  return last < -1022
    ? value * 2 ** -1022 * 2 ** (last + 1022)
    : last > 971
    ? Infinity
    : value * 2 ** last;
}

/** The sign of n/d - 2^e. */
function compareScaled(n: bigint, d: bigint, e: number): number {
  const difference = e < 0 ? (n << BigInt(-e)) - d : n - (d << BigInt(e));
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The exports of the module for tests (kernels/assembly/probe/balls.ts) that take and give numbers. */
export interface BallExports {
  readonly memory: WebAssembly.Memory;
  newBall(): number;
  mark(): number;
  release(mark: number): void;
  setPrecision(bits: number): void;
  setBudget(products: bigint): void;
  remainingBudget(): bigint;
  setNumber(to: number, value: number): void;
  setInteger(to: number, value: bigint): void;
  add(to: number, a: number, b: number): void;
  subtract(to: number, a: number, b: number): void;
  multiply(to: number, a: number, b: number): void;
  divide(to: number, a: number, b: number): void;
  square(to: number, a: number): void;
  squareRoot(to: number, a: number): void;
  scale(to: number, a: number, k: bigint): void;
  multiplyInteger(to: number, a: number, n: bigint): void;
  divideInteger(to: number, a: number, n: bigint): void;
  setUpper(to: number, a: number): void;
  setLower(to: number, a: number): void;
  isUnknown(a: number): number;
  isKnown(a: number): number;
  isExact(a: number): number;
  containsZero(a: number): number;
  signOf(a: number): number;
  upperExponent(a: number): bigint;
  lowerExponent(a: number): bigint;
  toNumber(a: number): number;
  roundsAlike(a: number): number;
  isNarrow(a: number): number;
  [name: string]: unknown;
}

/** A midpoint m 2^exponent and a radius. */
export interface Parts {
  readonly m: bigint;
  readonly exponent: bigint;
  readonly radius: bigint;
  readonly radiusExponent: bigint;
}

/** Balls in a module of their own. */
export interface Balls {
  readonly exports: BallExports;
  /** Empties the stack, and sets the precision and a large budget. */
  reset(precision: number): void;
  make(parts: Parts): number;
  read(ball: number): { middle: Rational; radius: Rational };
  /** The same as decimal texts: m 2^e, and rm 2^re of the radius. */
  raw(ball: number): { m: string; e: string; rm: string; re: string };
  limbs(ball: number): number;
  contains(ball: number, x: Rational): boolean;
}

// The layout of a ball: see kernels/assembly/arithmetic/ball_layout.ts.
const COUNT = 8;
const EXPONENT = 16;
const RADIUS = 24;
const LIMBS = 48;

let module: WebAssembly.Module | undefined;

export function openBalls(
  compiled = module ??= new WebAssembly.Module(decodeBase64(WASM_BASE64)),
): Balls {
  const exports = new WebAssembly.Instance(compiled).exports as unknown as BallExports;
  const start = exports.mark();
  const view = (): DataView => new DataView(exports.memory.buffer);

  function read(ball: number): { middle: Rational; radius: Rational } {
    const data = view();
    let m = 0n;
    const count = data.getInt32(ball + COUNT, true);
    for (let i = count - 1; i >= 0; i--) {
      m = m << 32n | BigInt(data.getUint32(ball + LIMBS + 4 * i, true));
    }
    if (data.getInt32(ball + 4, true) !== 0) m = -m;
    const exponent = data.getBigInt64(ball + EXPONENT, true) - 32n * BigInt(count);
    const radius = data.getBigUint64(ball + RADIUS, true);
    return {
      middle: scaled(m, exponent),
      radius: scaled(radius, data.getBigInt64(ball + RADIUS + 8, true)),
    };
  }

  return {
    exports,
    reset(precision): void {
      exports.release(start);
      exports.setPrecision(precision);
      exports.setBudget(2n ** 60n);
    },
    make({ m, exponent, radius, radiusExponent }): number {
      const ball = exports.newBall();
      exports.setInteger(ball, 0n);
      const data = view();
      const size = m < 0n ? -m : m;
      const length = m === 0n ? 0 : size.toString(2).length;
      const count = Math.ceil(length / 32);
      let digits = size << BigInt(32 * count - length);
      // The lowest limb is not 0.
      let skipped = 0;
      while (digits !== 0n && (digits & 0xffffffffn) === 0n) {
        digits >>= 32n;
        skipped++;
      }
      for (let i = 0; i < count - skipped; i++) {
        data.setUint32(ball + LIMBS + 4 * i, Number(digits >> BigInt(32 * i) & 0xffffffffn), true);
      }
      data.setInt32(ball + 4, Number(m < 0n), true);
      data.setInt32(ball + COUNT, count - skipped, true);
      data.setBigInt64(ball + EXPONENT, count === 0 ? 0n : exponent + BigInt(length), true);
      if (radius > 0n) {
        const bits = BigInt(radius.toString(2).length);
        data.setBigUint64(ball + RADIUS, radius << (32n - bits), true);
        data.setBigInt64(ball + RADIUS + 8, radiusExponent - (32n - bits), true);
      }
      return ball;
    },
    read,
    raw(ball) {
      const data = view();
      let m = 0n;
      const count = data.getInt32(ball + COUNT, true);
      for (let i = count - 1; i >= 0; i--) {
        m = m << 32n | BigInt(data.getUint32(ball + LIMBS + 4 * i, true));
      }
      if (data.getInt32(ball + 4, true) !== 0) m = -m;
      return {
        m: m.toString(),
        e: (data.getBigInt64(ball + EXPONENT, true) - 32n * BigInt(count)).toString(),
        rm: data.getBigUint64(ball + RADIUS, true).toString(),
        re: data.getBigInt64(ball + RADIUS + 8, true).toString(),
      };
    },
    limbs: (ball) => view().getInt32(ball + COUNT, true),
    contains(ball, x): boolean {
      const { middle, radius } = read(ball);
      return !radius.sub(x.sub(middle).abs()).isNegative();
    },
  };
}

function scaled(m: bigint, exponent: bigint): Rational {
  // A radius that is too small to be written out counts as none, which is stricter.
  if (exponent < -(2n ** 20n)) return ratio(0n, 1n);
  return exponent >= 0n ? ratio(m << exponent, 1n) : ratio(m, 1n << -exponent);
}
