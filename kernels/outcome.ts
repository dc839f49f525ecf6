import type { Instance } from "./instance.ts";
import type { Kernel } from "./job.ts";
import { polesOf } from "./poles.ts";

/**
 * What to report about a result. It is infinite or NaN for one of these reasons:
 *
 * - `outside`: it is NaN, because the inputs are outside the domain, or at a pole whose sides have
 *   different signs.
 * - `pole`: it is infinite, because the true value is.
 * - `overflow`: it is infinite, because the true value is finite and too large for the type.
 * - `undecided`: it is NaN, because the budget of the last phase did not decide it.
 *
 * Or it is `zero`: it, or something in it, is indistinguishable from 0, and was taken for 0.
 */
export type Outcome = typeof OUTCOMES[number];

/** The outcomes, in the order in which they are counted and reported. */
export const OUTCOMES = ["outside", "pole", "overflow", "undecided", "zero"] as const;

/** The outcomes that `--strict` refuses. */
export type Refused = Exclude<Outcome, "overflow" | "zero">;

/** Whether `--strict` refuses an outcome. */
export function isRefused(outcome: Outcome | undefined): outcome is Refused {
  return outcome === "outside" || outcome === "pole" || outcome === "undecided";
}

/**
 * Finds the outcome of a result that is infinite or NaN. The inputs are those of the result: a number, and a factor if
 * there is one, or the columns of an expression. Returns `undefined` if the result is what was given:
 * infinite or NaN because an input is, or a number that the user wrote.
 */
export type Classifier = (result: number, inputs: readonly number[]) => Outcome | undefined;

/** What computes kernels for single numbers: an instance of the module. */
export type NumberKernels = Pick<Instance, "bindNumber">;

/** What computes a number or a row once more: an instance, of which there may be another. */
export type ClassifierKernels = Pick<Instance, "bindNumber" | "another">;

/** Makes the classifier of a kernel's results. */
export function kernelClassifier(kernel: Kernel, kernels: NumberKernels): Classifier {
  const isPole = polesOf(kernel);
  return (y, [x, upstream = 1]) => {
    if (Number.isNaN(x) || Number.isNaN(upstream)) return undefined;
    if (Number.isNaN(y)) {
      // 0 times infinity.
      const isOverflow = upstream === 0 && Number.isFinite(x) && !isPole?.(x) &&
        !Number.isNaN(kernels.bindNumber(kernel.name)(x, kernel.parameter));
      return isOverflow ? "overflow" : "outside";
    }
    if (!Number.isFinite(x) || !Number.isFinite(upstream)) return undefined;
    return isPole?.(x) ? "pole" : "overflow";
  };
}
