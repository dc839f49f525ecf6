import { type Eigen, eigenOf } from "./eigen.ts";
import { pairsOf, placesOf } from "./sums.ts";

/** Eigenvalues below this part of the largest one are not known to differ from 0. */
const SINGULAR = 2 ** -46;
/** A direction without curvature counts only if it promises this part of the sum of absolute values. */
const PROMISE = 2 ** -40;

/** Length of a step where there is no curvature at all, in sizes of the parameters. */
const LONG = 2 ** 20;

/** A step of Newton's method, and what is known of the curvature where it begins. */
export interface NewtonStep {
  /** The step: to the top of the parabola or, where the Hessian is not definite, uphill. */
  readonly direction: Float64Array;
  /** The slope along the step, which is twice what a parabola gains. */
  readonly slope: number;
  /** Whether the sum is curved downwards in all directions. */
  readonly isDefinite: boolean;
  /** Whether there is a direction in which the sum is curved upwards. */
  readonly isSaddle: boolean;
  /** The standard error of each parameter: infinite in directions without curvature. */
  readonly errors: Float64Array;
  /** The parameters that have a part in directions without curvature. */
  readonly free: readonly number[];
}

/**
 * Makes the step from the sums of a group. The Hessian is scaled by its diagonal, so that the step
 * does not depend on the units of the parameters. Where it is not definite, the curvature of each
 * of its main directions is taken as if it went down: a gradient step, with the length that the
 * curvature suggests.
 */
export function newtonStep(sums: Float64Array, at: Float64Array): NewtonStep {
  const k = at.length;
  const places = placesOf(k);
  const curvature = new Float64Array(k * k);
  pairsOf(k).forEach(([i, j], n) => {
    curvature[i * k + j] = curvature[j * k + i] = -sums[places.hessian + n];
  });
  const scale = scalesOf(curvature, at);
  const scaled = curvature.map((value, n) => value * scale[Math.floor(n / k)] * scale[n % k]);
  const eigen = eigenOf(scaled, k);
  const largest = eigen.values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const least = largest * SINGULAR;
  const promise = sums[places.absolute] * PROMISE * least;
  const direction = new Float64Array(k);
  const steepness = eigen.values.map((value, j) => {
    let part = 0;
    for (let i = 0; i < k; i++) {
      part += eigen.vectors[i * k + j] * scale[i] * sums[places.gradient + i];
    }
    const isFlat = Math.abs(value) <= least;
    return isFlat && part * part <= promise ? 0 : part / Math.max(Math.abs(value), least);
  });
  const isSaddle = eigen.values.some((value) => value < -least);
  // On top of a saddle the gradient is 0, and either side goes up.
  if (isSaddle && steepness.every((part) => part === 0)) {
    eigen.values.forEach((value, j) => {
      if (value < -least) steepness[j] = 1 / Math.sqrt(-value);
    });
  }
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) direction[i] += eigen.vectors[i * k + j] * steepness[j];
    direction[i] *= scale[i];
  }
  // Without any curvature, each parameter goes uphill, further than a search lets it go at once.
  if (!direction.every(Number.isFinite)) {
    at.forEach((value, i) => {
      direction[i] = LONG * (Math.abs(value) || 1) * Math.sign(sums[places.gradient + i]);
    });
  }
  let slope = 0;
  for (let i = 0; i < k; i++) slope += direction[i] * sums[places.gradient + i];
  return {
    direction,
    slope,
    isDefinite: eigen.values.every((value) => value > least),
    isSaddle,
    ...describeErrors(eigen, { scale, least }),
  };
}

/** Factors that make the diagonal 1. A parameter whose own curvature is 0 gets one from the others. */
function scalesOf(curvature: Float64Array, at: Float64Array): Float64Array {
  const k = at.length;
  const scale = new Float64Array(k);
  for (let i = 0; i < k; i++) {
    const own = Math.abs(curvature[i * k + i]);
    scale[i] = own > 0 ? 1 / Math.sqrt(own) : 0;
  }
  for (let i = 0; i < k; i++) {
    if (scale[i] > 0) continue;
    let most = 0;
    for (let j = 0; j < k; j++) most = Math.max(most, Math.abs(curvature[i * k + j]) * scale[j]);
    scale[i] = most > 0 ? 1 / most : Math.abs(at[i]) || 1;
  }
  return scale;
}

function describeErrors(
  { values, vectors }: Eigen,
  { scale, least }: { readonly scale: Float64Array; readonly least: number },
): Pick<NewtonStep, "errors" | "free"> {
  const k = scale.length;
  const free: number[] = [];
  const errors = new Float64Array(k);
  for (let i = 0; i < k; i++) {
    let variance = 0;
    for (let j = 0; j < k; j++) {
      const part = vectors[i * k + j];
      if (values[j] > least) variance += part * part / values[j];
      else if (Math.abs(part) > 2 ** -10) variance = Infinity;
    }
    errors[i] = scale[i] * Math.sqrt(variance);
    if (variance === Infinity) free.push(i);
  }
  return { errors, free };
}
