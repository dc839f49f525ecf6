import { compute } from "../kernels/engine.ts";
import type { Kernel } from "../kernels/job.ts";

const ALL = 2 ** 32;
/** The number of arguments that are computed at a time. */
const CHUNK = 2 ** 20;
/** Beyond this, there are hardly any float32 values between neighbouring integers. */
const END_OF_GAPS = 2 ** 21;
/**
 * The number of times that a gap of 1 is halved: to less than the distance of two float32 values in
 * it.
 */
const HALVINGS = 26;
const NEIGHBOURS = [-2, -1, 0, 1, 2];

/** Yields every `stride`-th float32 value by its bits. An odd stride varies every bit. */
export function* stridedPoints(stride: number): Generator<Float32Array> {
  for (let start = 0; start < ALL; start += CHUNK * stride) {
    const count = Math.min(CHUNK, Math.ceil((ALL - start) / stride));
    const bits = new Uint32Array(count);
    for (let i = 0; i < count; i++) bits[i] = start + i * stride;
    yield new Float32Array(bits.buffer);
  }
}

/**
 * Yields the float32 values on both sides of every zero between poles down to -2^21. It yields
 * nothing for kernels without such zeros.
 */
export function* zeroPoints(kernel: Kernel): Generator<Float32Array> {
  const isLog = kernel.name === "lgamma";
  const isEven = kernel.name === "digamma" ||
    (kernel.name === "polygamma" && (kernel.parameter ?? 0) % 2 === 0);
  if (!isLog && !isEven) return;
  // lgamma has no zero or one in each half of a gap. From about -20 on they cannot be distinguished
  // from poles.
  const parts = isLog ? [[0, 1 / 2], [1 / 2, 1]] : [[0, 1]];
  const end = isLog ? 2 ** 5 : END_OF_GAPS;
  const step = CHUNK / 8;
  for (const part of parts) {
    for (let start = 0; start < end; start += step) {
      const gaps = Float64Array.from({ length: Math.min(step, end - start) }, (_, i) => start + i);
      yield neighbours(zerosIn(kernel, gaps, part));
    }
  }
}

/** Bisects all gaps at once. In a gap without a zero, it returns some other number. */
function zerosIn(
  kernel: Kernel,
  gaps: Float64Array,
  [low, high]: readonly number[],
): Float64Array {
  const margin = 2 ** -40;
  const left = gaps.map((gap) => -gap - low - margin);
  const right = gaps.map((gap) => -gap - high + margin);
  const y = left.slice();
  compute(kernel, left, y);
  const isUp = y.map((y) => Number(y > 0));
  for (let i = 0; i < HALVINGS; i++) {
    const middle = left.map((x, i) => (x + right[i]) / 2);
    compute(kernel, middle, y);
    middle.forEach((x, i) => {
      if (Number(y[i] > 0) === isUp[i]) left[i] = x;
      else right[i] = x;
    });
  }
  return left;
}

function neighbours(zeros: Float64Array): Float32Array {
  const count = NEIGHBOURS.length;
  const x = new Float32Array(zeros.length * count);
  zeros.forEach((zero, i) => x.fill(zero, i * count, (i + 1) * count));
  const bits = new Uint32Array(x.buffer);
  bits.forEach((word, i) => bits[i] = word + NEIGHBOURS[i % count]);
  return x;
}
