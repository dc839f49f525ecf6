import type { KernelName } from "../kernels/engine.ts";
import type { FloatType } from "../kernels/float_types.ts";

/** What is known of a function: commands, help, tests, surveys and benchmarks are made from it. */
export interface FunctionSpec {
  /** The name in the module and on the command line. */
  readonly name: string;
  /** What it is, in one line. */
  readonly summary: string;
  /** Where it is defined. */
  readonly domain: string;
  /** The gradient in x, as a formula that defines it. */
  readonly gradient: string;
  /** What computes it. */
  readonly kernel: KernelName;
  /** What computes its gradient. */
  readonly gradientKernel: KernelName;
  /** How far a result, or a gradient, may be from the correctly rounded one, in ulp. Only goes down. */
  readonly budget: Readonly<Record<FloatType, number>>;
}

const BUDGET = { float64: 1, float32: 0, float16: 0 };

/** Every function, in the order in which they are listed. */
export const registry: readonly FunctionSpec[] = [
  {
    name: "i0",
    summary: "modified Bessel function of the first kind, order 0",
    domain: "all x; overflows beyond 713.98",
    gradient: "i1(x)",
    kernel: "i0",
    gradientKernel: "i1",
    budget: BUDGET,
  },
  {
    name: "i0e",
    summary: "i0(x) exp(-|x|)",
    domain: "all x",
    gradient: "i1e(x) - sign(x) i0e(x)",
    kernel: "i0e",
    gradientKernel: "i0eGrad",
    budget: BUDGET,
  },
  {
    name: "i1",
    summary: "modified Bessel function of the first kind, order 1",
    domain: "all x; overflows beyond 713.98",
    gradient: "i0(x) - i1(x)/x, 1/2 at 0",
    kernel: "i1",
    gradientKernel: "i1Grad",
    budget: BUDGET,
  },
  {
    name: "i1e",
    summary: "i1(x) exp(-|x|)",
    domain: "all x",
    gradient: "i0e(x) - i1e(x) (sign(x) + 1/x), 1/2 at 0",
    kernel: "i1e",
    gradientKernel: "i1eGrad",
    budget: BUDGET,
  },
];
