import type { Kernel } from "../../kernels/engine.ts";
import { besselSpace } from "./bessel_space.ts";
import { gammaSpace } from "./gamma_space.ts";
import type { Interval } from "../../support/zeros.ts";
import { multigammaSpace } from "./multigamma_space.ts";

/** Where the search for bad inputs looks. */
export interface SearchSpace {
  /** Where the tables begin: places are distinguished by the distance from here. */
  readonly origin: number;
  /** Whether f(-x) is f(x) but for its sign: all is then tried with both, as one place. */
  readonly isSymmetric: boolean;
  /** Intervals that are searched inside and at both ends. They may overlap. */
  readonly intervals: readonly Interval[];
  /**
   * Intervals that are searched with fewer points: they are many, and the kernels hardly differ
   * from one to the next.
   */
  readonly sparse: readonly Interval[];
  /** Points that are tried with their neighbours. */
  readonly points: readonly number[];
  /** Points that are tried with fewer neighbours, because they are many. */
  readonly edges: readonly number[];
}

/** The search space of a kernel. */
export function searchSpace(kernel: Kernel, { quick }: { quick: boolean }): SearchSpace {
  switch (kernel.name) {
    case "lgamma":
    case "digamma":
    case "polygamma":
      return gammaSpace(kernel, { quick });
    case "multigammaln":
    case "multigammalnGrad":
      return multigammaSpace(kernel);
    default:
      return besselSpace(kernel);
  }
}
