import type { FloatType } from "../kernels/float_types.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { Random } from "../tools/accuracy/random.ts";

/** Elements of every array that is timed. */
export const COUNT = 2 ** 20;

/** Where the inputs of the main tables lie. */
export const UNIFORM_RANGE: readonly [number, number] = [0.1, 20];

/** Decimal exponents of the inputs that are spread over the whole domain. */
export const LOG_UNIFORM_EXPONENTS: readonly [number, number] = [-300, 300];

/** The arrays that are timed, the same in every run. */
export interface Inputs {
  /** Uniform in {@linkcode UNIFORM_RANGE}. */
  readonly uniform: Readonly<Record<FloatType, FloatArray>>;
  /** Exponents uniform in {@linkcode LOG_UNIFORM_EXPONENTS}, signs random. */
  readonly logUniform: Float64Array;
}

/** Makes the inputs; the shorter types hold the float64 ones rounded. */
export function makeInputs(): Inputs {
  const random = new Random(1);
  const float64 = new Float64Array(COUNT).map(() => random.between(...UNIFORM_RANGE));
  const logUniform = new Float64Array(COUNT).map(() =>
    random.sign() * 10 ** random.between(...LOG_UNIFORM_EXPONENTS)
  );
  return {
    uniform: { float64, float32: new Float32Array(float64), float16: new Float16Array(float64) },
    logUniform,
  };
}

/** An array of the type of another and of its length. */
export function emptyLike(x: FloatArray): FloatArray {
  return new (x.constructor as { new (length: number): FloatArray })(x.length);
}
