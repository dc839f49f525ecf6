import { compute } from "../../kernels/engine.ts";
import type { Kernel } from "../../kernels/job.ts";

// Float32 arguments by their bits, which count up along the positive numbers.

const SIGN = 2 ** 31;
const INFINITY_BITS = 0x7f800000;
const FRACTION = 2 ** 23;
/** Parts of a binade whose ends are tried; a power of two, as those of tables are. */
const PARTS = 64;
const STEPS = [-3, -2, -1, 0, 1, 2, 3];
/** Poles, and zeros between poles, down to here are all tried, and then some. */
const POLES = 200;

const number = new Float32Array(1);
const numberBits = new Uint32Array(number.buffer);

/** Arguments where a kernel may go wrong. */
export function structuredPoints(kernel: Kernel): Float32Array<ArrayBuffer> {
  const ends = endsOfRows();
  return fromBits([
    ...[0, SIGN, INFINITY_BITS, INFINITY_BITS + SIGN, INFINITY_BITS + 1, 1, 2, 3, 5, 7],
    ...ends,
    ...ends.map((bits) => bits + SIGN),
    ...around(poles()),
    ...around(edges(kernel, ends)),
    ...around(edges(kernel, ends.map((bits) => bits + SIGN))),
    ...around(zeros(kernel)),
  ]);
}

/** Any bits, the same at each call; and, every other one, numbers of both signs below 2^7. */
export function randomPoints(count: number): Float32Array<ArrayBuffer> {
  let state = 1;
  return fromBits(Array.from({ length: count }, (_, i) => {
    state = Math.imul(state, 1664525) + 1013904223 >>> 0;
    return i % 2 === 0 ? state ^ (state >>> 16) : bitsOf((state / 2 ** 31 - 1) * 2 ** 7);
  }));
}

function fromBits(bits: readonly number[]): Float32Array<ArrayBuffer> {
  return new Float32Array(Uint32Array.from(bits).buffer);
}

function bitsOf(x: number): number {
  number[0] = x;
  return numberBits[0];
}

function around(bits: readonly number[]): number[] {
  return bits.flatMap((bits) => STEPS.map((step) => bits + step));
}

function endsOfRows(): number[] {
  const step = FRACTION / PARTS;
  const count = INFINITY_BITS / step;
  return Array.from({ length: count }, (_, i) => i * step)
    .flatMap((bits) => [bits, bits + 1, bits + step - 1]);
}

/** Integers and half integers of both signs, and numbers that are near to them. */
function poles(): number[] {
  const sizes = Array.from({ length: 2 * POLES }, (_, i) => i / 2);
  for (let exponent = 8; exponent < 25; exponent++) {
    for (const part of [0, 1 / 2, 1, 3 / 2]) sizes.push(2 ** exponent + part);
  }
  return sizes.flatMap((size) => [bitsOf(size + 2 ** -149), bitsOf(-size)]);
}

/** Where the result becomes, or ceases to be, 0, infinite, NaN or subnormal. */
function edges(kernel: Kernel, ends: readonly number[]): number[] {
  const kinds = kindsAt(kernel, ends);
  return ends.slice(1).flatMap((high, i) => {
    if (kinds[i] === kinds[i + 1]) return [];
    let [left, right] = [ends[i], high];
    while (right - left > 1) {
      const middle = Math.floor((left + right) / 2);
      if (kindsAt(kernel, [middle])[0] === kinds[i]) left = middle;
      else right = middle;
    }
    return [right];
  });
}

function kindsAt(kernel: Kernel, bits: readonly number[]): string[] {
  const y = fromBits(bits);
  compute(kernel, y, y);
  return Array.from(y, (y) => {
    if (y === 0 || !Number.isFinite(y)) return String(y);
    return Math.abs(y) < 2 ** -126 ? "subnormal" : "normal";
  });
}

/** Zeros between neighbouring poles, of either direction, and that of digamma for x > 0. */
function zeros(kernel: Kernel): number[] {
  const gaps = Array.from({ length: POLES }, (_, i) => [i, i + 1 / 2, i + 1]);
  for (let exponent = 8; exponent < 22; exponent++) {
    gaps.push([2 ** exponent, 2 ** exponent + 1 / 2, 2 ** exponent + 1]);
  }
  const halves = gaps.flatMap(([low, middle, high]) => [[low, middle], [middle, high]]);
  return [[-1, -2], ...halves].flatMap(([low, high]) => {
    let [left, right] = [low + 2 ** -30, high - 2 ** -30];
    const isUp = (x: number): boolean => valueAt(kernel, -x) > 0;
    const side = isUp(left);
    if (side === isUp(right)) return [];
    while (Math.fround(left) !== Math.fround(right) && Math.abs(right - left) > 2 ** -40) {
      const middle = (left + right) / 2;
      if (isUp(middle) === side) left = middle;
      else right = middle;
    }
    return [bitsOf(-left)];
  });
}

function valueAt(kernel: Kernel, x: number): number {
  const y = Float64Array.of(x);
  compute(kernel, y, y);
  return y[0];
}
