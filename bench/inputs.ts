import type { FloatType } from "../kernels/float_types.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { Random } from "../tools/accuracy/random.ts";

/** Elements of every array that is timed. */
export const COUNT = 2 ** 20;

/** Where the inputs of the main tables lie. */
export const UNIFORM_RANGE: readonly [number, number] = [0.1, 20];

/** Decimal exponents of the inputs that are spread over the whole domain. */
export const LOG_UNIFORM_EXPONENTS: readonly [number, number] = [-300, 300];

/** The uniform inputs of functions whose domains begin at the same place, in each type. */
export type UniformInputs = Readonly<Record<FloatType, FloatArray>>;

/** The arrays that are timed, the same in every run. */
export interface Inputs {
  /** Uniform in {@linkcode UNIFORM_RANGE} from where a domain begins, by that place. */
  readonly uniform: ReadonlyMap<number, UniformInputs>;
  /** Uniform in {@linkcode UNIFORM_RANGE}, negated. */
  readonly negative: Float64Array;
  /** Exponents uniform in {@linkcode LOG_UNIFORM_EXPONENTS}, signs random. */
  readonly logUniform: Float64Array;
  /** The same without the signs: most negative ones are poles of some functions. */
  readonly positiveLogUniform: Float64Array;
}

/** Makes the inputs, uniform ones for each start; the shorter types hold the float64 ones rounded. */
export function makeInputs(starts: Iterable<number>): Inputs {
  const random = new Random(1);
  const numbers = new Float64Array(COUNT).map(() => random.between(...UNIFORM_RANGE));
  const logUniform = new Float64Array(COUNT).map(() =>
    random.sign() * 10 ** random.between(...LOG_UNIFORM_EXPONENTS)
  );
  return {
    uniform: new Map(Array.from(starts, (start) => [start, uniformFrom(start, numbers)])),
    negative: numbers.map((x) => -x),
    logUniform,
    positiveLogUniform: logUniform.map(Math.abs),
  };
}

/** An array of the type of another and of its length. */
export function emptyLike(x: FloatArray): FloatArray {
  return new (x.constructor as { new (length: number): FloatArray })(x.length);
}

function uniformFrom(start: number, numbers: Float64Array): UniformInputs {
  const float64 = numbers.map((x) => start + x);
  return { float64, float32: new Float32Array(float64), float16: new Float16Array(float64) };
}
