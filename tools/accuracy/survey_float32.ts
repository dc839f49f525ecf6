import { compute, type Kernel } from "../../kernels/engine.ts";
import { type OuterValues, outerValues } from "../../support/reference/reference.ts";
import { distanceFrom, isSubnormal, judge } from "./probe.ts";
import { addSample, emptyTally, type Sample, type Tally } from "./tally.ts";

// How four thousand million results are compared with the truth in half a minute: the float64
// kernel, run on the same argument, is within MARGIN_ULP of the true value, as the float64 survey
// measures. If both ends of that interval round to the same float32, so does the true value. The
// few results whose interval contains a rounding boundary, some hundred in 2^32, are decided by the
// BigInt reference.

/** Largest error of the float64 kernel, in ulp, with which the comparison is a proof. */
export const MARGIN_ULP = 8;

const CHUNK = 2 ** 16;
const SIGN_BIT = 2 ** 31;
/** Bits of 2^-60: below it the leading term, and the side of it, decide every float32 rounding. */
const TINY_BITS = (127 - 60) * 2 ** 23;
const INFINITY_BITS = 255 * 2 ** 23;

const x32 = new Float32Array(CHUNK);
const x32Bits = new Uint32Array(x32.buffer);
const y32 = new Float32Array(CHUNK);
const x64 = new Float64Array(CHUNK);
const y64 = new Float64Array(CHUNK);

/** Arguments by the bits of the float32: `from`, `from + stride`, and so on, below `to`. */
export interface BitRange {
  readonly from: number;
  readonly to: number;
  readonly stride: number;
}

/** Examines the float32 kernel at the arguments of a range. */
export function surveyFloat32Range(
  kernel: Kernel,
  { from, to, stride }: BitRange,
): Tally {
  const tally = emptyTally();
  for (let start = from; start < to; start += CHUNK * stride) {
    const count = Math.min(CHUNK, Math.ceil((to - start) / stride));
    for (let i = 0; i < count; i++) x32Bits[i] = start + i * stride;
    surveyChunk(kernel, count, { tally });
  }
  return tally;
}

function surveyChunk(
  kernel: Kernel,
  count: number,
  { tally }: { tally: Tally },
): void {
  const x = x32.subarray(0, count);
  compute(kernel, x, y32.subarray(0, count));
  const [low, high] = enclose(kernel, x);
  let undecided = 0;
  for (let i = 0; i < count; i++) {
    const result = y32[i];
    if (
      Math.fround(y64[i] * low) === result &&
      Math.fround(y64[i] * high) === result &&
      (result !== 0 || Object.is(Math.fround(y64[i]), result))
    ) continue;
    undecided += 1;
    const bounds: Bounds = [y64[i] * low, y64[i] * high];
    addSample(tally, decide(kernel, x[i], { result, bounds }));
  }
  tally.points += count - undecided;
  tally.right += count - undecided;
}

type Bounds = readonly [number, number];

/** Fills y64, and returns the factors that take its values to both sides of the true ones. */
function enclose(kernel: Kernel, x: Float32Array): Bounds {
  const count = x.length;
  const known = outerValues(kernel);
  const outer = known && encloseOuter(known, x);
  if (outer !== undefined) return outer;
  for (let i = 0; i < count; i++) x64[i] = x[i];
  compute(kernel, x64.subarray(0, count), y64.subarray(0, count));
  return [1 - MARGIN_ULP * 2 ** -52, 1 + MARGIN_ULP * 2 ** -52];
}

/** Does the same as `enclose` for tiny and huge arguments of some kernels, without computing. */
function encloseOuter(
  { parity, leading, float32End }: OuterValues,
  x: Float32Array,
): Bounds | undefined {
  const count = x.length;
  // By bits, in which a chunk goes up from its first argument to its last, but for the sign.
  const isNegative = x32Bits[0] >= SIGN_BIT;
  const last = x32Bits[count - 1] - (isNegative ? SIGN_BIT : 0);
  const sign = isNegative ? parity : 1;
  if (last < TINY_BITS) {
    // Exact in float64, and the true value so little compared with it that the next double is farther.
    const { factor, power, toward } = leading;
    for (let i = 0; i < count; i++) {
      y64[i] = sign * factor * (power === 0 ? 1 : Math.abs(x[i]));
    }
    return [1 + toward * 2 ** -52, 1 + toward * 2 ** -52];
  }
  if (Math.abs(x[0]) >= float32End && last < INFINITY_BITS) {
    y64.fill(sign * Infinity);
    return [1, 1];
  }
  return undefined;
}

/** Judges a result that differs, or that both roundings of the bounds could be. */
function decide(
  kernel: Kernel,
  x: number,
  { result, bounds: [low, high] }: { result: number; bounds: Bounds },
): Sample {
  const type = "float32";
  const expected = Math.fround(low);
  const isPlain = x !== 0 && Number.isFinite(x);
  if (!isPlain || expected !== Math.fround(high)) {
    return judge({ kernel, type }, x, { result });
  }
  // Certainly wrong, and a kernel that is often wrong must not wait for BigInt each time.
  const distance = distanceFrom(expected, result, type);
  return { x, error: distance, distance, subnormal: isSubnormal(expected, type) };
}

const ALL = 2 ** 32;
/** The number of parts. They are short enough that the workers finish at about the same time. */
const PARTS = 64;

/** How many of the float32 numbers are tried: some, as many as a kernel has time for, or all. */
export type Effort = "quick" | "thorough" | "every";

/** Returns ranges that together cover all 2^32 float32 values, or some of them. */
export function float32Ranges(kernel: Kernel, { effort }: { effort: Effort }): BitRange[] {
  const stride = effort === "every" ? 1 : strideOf(kernel)[effort];
  return Array.from({ length: PARTS }, (_, part) => ({
    from: part * ALL / PARTS,
    to: (part + 1) * ALL / PARTS,
    stride,
  }));
}

/** Odd, so that a survey that leaves some out takes every bit of the significand in turn. */
function strideOf({ name }: Kernel): { thorough: number; quick: number } {
  return name.startsWith("i") ? { thorough: 1, quick: 1021 } : { thorough: 63, quick: 16381 };
}
