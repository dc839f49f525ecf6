import type { Kernel } from "../../kernels/engine.ts";
import type { BigFloat } from "./big_float.ts";
import { digamma } from "./digamma.ts";
import { lgamma } from "./lgamma.ts";
import { multigammaln, multigammalnGrad } from "./multigamma.ts";
import { polygamma } from "./polygamma.ts";

/** Names of the kernels around the gamma function. */
export type GammaName = "lgamma" | "digamma" | "polygamma" | "multigammaln" | "multigammalnGrad";

/** One of them, with its order or dimension. */
export interface GammaKernel extends Kernel {
  readonly name: GammaName;
}

/** The value at a finite `x` with no special value, with a relative error below 2^-150. */
export function gamma({ name, parameter = 0 }: GammaKernel, x: number): BigFloat {
  switch (name) {
    case "lgamma":
      return lgamma(x);
    case "digamma":
      return digamma(x);
    case "polygamma":
      return polygamma(parameter, x);
    case "multigammaln":
      return multigammaln(parameter, x);
    case "multigammalnGrad":
      return multigammalnGrad(parameter, x);
  }
}
