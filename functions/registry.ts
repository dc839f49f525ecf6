import type { Kernel, KernelName } from "../kernels/engine.ts";
import type { FloatType } from "../kernels/float_types.ts";
import { DIMENSION, ORDER, type ParameterSpec } from "./parameter.ts";

/**
 * The errors that are allowed, in ulp from the correctly rounded result. 0 means correctly rounded.
 */
export type Errors = Readonly<Record<FloatType, number>>;

/**
 * What is known about a function. Commands, help, tests, surveys and benchmarks are made from it.
 */
export interface FunctionSpec {
  /** The name in the module and on the command line. */
  readonly name: string;
  /** Its parameter, if it has one. */
  readonly parameter?: ParameterSpec;
  /** A description in one line. */
  readonly summary: string;
  /** Where it is defined. */
  readonly domain: string;
  /** The gradient in x, as a formula that defines it. */
  readonly gradient: string;
  /** The kernel that computes it. */
  readonly kernel: KernelName;
  /** The kernel that computes its gradient. */
  readonly gradientKernel: KernelName;
  /** Returns the parameter of the gradient's kernel, if it differs from that of the function. */
  readonly gradientParameter?: (parameter?: number) => number;
  /**
   * How far a result, or a gradient, may be from the correctly rounded one. These budgets must
   * never be raised.
   */
  readonly budget: Errors;
  /** The budget of a GPU, which has no float64. */
  readonly gpuBudget: number;
}

/** Every result is correctly rounded: docs/accuracy.md says on what evidence. */
const CORRECTLY_ROUNDED = { float64: 0, float32: 0, float16: 0 };
const GPU_BUDGET = 1;

/** Every function, in the order in which they are listed. */
export const registry: readonly FunctionSpec[] = [
  {
    name: "i0",
    summary: "modified Bessel function of the first kind, order 0",
    domain: "all x; overflows beyond 713.98",
    gradient: "i1(x)",
    kernel: "i0",
    gradientKernel: "i1",
    budget: CORRECTLY_ROUNDED,
    gpuBudget: GPU_BUDGET,
  },
  {
    name: "i0e",
    summary: "i0(x) exp(-|x|)",
    domain: "all x",
    gradient: "i1e(x) - sign(x) i0e(x)",
    kernel: "i0e",
    gradientKernel: "i0eGrad",
    budget: CORRECTLY_ROUNDED,
    gpuBudget: GPU_BUDGET,
  },
  {
    name: "i1",
    summary: "modified Bessel function of the first kind, order 1",
    domain: "all x; overflows beyond 713.98",
    gradient: "i0(x) - i1(x)/x, 1/2 at 0",
    kernel: "i1",
    gradientKernel: "i1Grad",
    budget: CORRECTLY_ROUNDED,
    gpuBudget: GPU_BUDGET,
  },
  {
    name: "i1e",
    summary: "i1(x) exp(-|x|)",
    domain: "all x",
    gradient: "i0e(x) - i1e(x) (sign(x) + 1/x), 1/2 at 0",
    kernel: "i1e",
    gradientKernel: "i1eGrad",
    budget: CORRECTLY_ROUNDED,
    gpuBudget: GPU_BUDGET,
  },
  {
    name: "lgamma",
    summary: "logarithm of the absolute value of the gamma function",
    domain: "all x but 0 and the negative integers, where it is inf",
    gradient: "digamma(x)",
    kernel: "lgamma",
    gradientKernel: "digamma",
    budget: CORRECTLY_ROUNDED,
    gpuBudget: GPU_BUDGET,
  },
  {
    name: "digamma",
    summary: "derivative of lgamma",
    domain: "all x but 0 and the negative integers",
    gradient: "polygamma(x, 1)",
    kernel: "digamma",
    gradientKernel: "polygamma",
    gradientParameter: nextOrder,
    budget: CORRECTLY_ROUNDED,
    gpuBudget: GPU_BUDGET,
  },
  {
    name: "polygamma",
    parameter: ORDER,
    summary: "n-th derivative of digamma",
    domain: "all x but 0 and the negative integers",
    gradient: "polygamma(x, n + 1)",
    kernel: "polygamma",
    gradientKernel: "polygamma",
    gradientParameter: nextOrder,
    budget: CORRECTLY_ROUNDED,
    gpuBudget: GPU_BUDGET,
  },
  {
    name: "multigammaln",
    parameter: DIMENSION,
    summary: "logarithm of the multivariate gamma function of dimension p",
    domain: "x > (p - 1)/2",
    gradient: "sum of digamma(x - i/2), i = 0 .. p - 1",
    kernel: "multigammaln",
    gradientKernel: "multigammalnGrad",
    budget: CORRECTLY_ROUNDED,
    gpuBudget: GPU_BUDGET,
  },
];

/** Returns how a function is written: `polygamma(x, n)`. */
export function signature({ name, parameter }: FunctionSpec): string {
  return `${name}(x${parameter ? `, ${parameter.letter}` : ""})`;
}

/** Returns the kernel that computes a function. */
export function valueKernel({ kernel }: FunctionSpec, parameter?: number): Kernel {
  return { name: kernel, parameter };
}

/** Returns the kernel that computes the gradient of a function. */
export function gradientKernel(spec: FunctionSpec, parameter?: number): Kernel {
  const { gradientKernel: name, gradientParameter } = spec;
  return { name, parameter: gradientParameter ? gradientParameter(parameter) : parameter };
}

/**
 * Each gradient of the chain that begins with digamma, of order 0, is polygamma of the next order.
 */
function nextOrder(order = 0): number {
  return order + 1;
}
