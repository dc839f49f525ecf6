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
  /**
   * Its names in SciPy, R, PyTorch, C, Julia and Mathematica, in lower case and with the parameter
   * that a name stands for. Only names of the same function are here: `gamma` is not `lgamma`, and
   * a Bessel function of any order, such as `iv`, is not one of ours.
   */
  readonly otherNames: readonly (string | readonly [name: string, parameter: number])[];
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

/** Every result is correctly rounded: docs/accuracy.md has the evidence. */
const CORRECTLY_ROUNDED = { float64: 0, float32: 0, float16: 0 };
const GPU_BUDGET = 1;

/** Every function, in the order in which they are listed. */
export const registry: readonly FunctionSpec[] = [
  {
    name: "i0",
    otherNames: ["besseli0", "bessel_i0", "modified_bessel_i0"],
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
    otherNames: ["bessel_i0e", "scaled_modified_bessel_i0"],
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
    otherNames: ["besseli1", "bessel_i1", "modified_bessel_i1"],
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
    otherNames: ["bessel_i1e", "scaled_modified_bessel_i1"],
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
    otherNames: ["gammaln", "lngamma", "loggamma", "lgam", "gamln", "logabsgamma"],
    summary: "logarithm of the absolute value of the gamma function",
    domain: "all x except 0 and the negative integers, where it is inf",
    gradient: "digamma(x)",
    kernel: "lgamma",
    gradientKernel: "digamma",
    budget: CORRECTLY_ROUNDED,
    gpuBudget: GPU_BUDGET,
  },
  {
    name: "digamma",
    otherNames: ["psi"],
    summary: "derivative of lgamma",
    domain: "all x except 0 and the negative integers",
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
    otherNames: ["psigamma", ["trigamma", 1], ["tetragamma", 2], ["pentagamma", 3]],
    summary: "n-th derivative of digamma",
    domain: "all x except 0 and the negative integers",
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
    otherNames: ["mvlgamma", "lmvgamma", "logmvgamma", "multigamma"],
    summary: "logarithm of the multivariate gamma function of dimension p",
    domain: "x > (p - 1)/2",
    gradient: "sum of digamma(x - i/2), i = 0 .. p - 1",
    kernel: "multigammaln",
    gradientKernel: "multigammalnGrad",
    budget: CORRECTLY_ROUNDED,
    gpuBudget: GPU_BUDGET,
  },
];

/** A function that other programs know under another name, with its parameter there. */
export interface OtherName {
  readonly spec: FunctionSpec;
  /** The value of the parameter; missing if the function has none. */
  readonly parameter?: number;
}

/** Finds the function that other programs call by this name, in upper or lower case. */
export function findOtherName(name: string): OtherName | undefined {
  const key = name.toLowerCase().replaceAll("-", "_");
  for (const spec of registry) {
    for (const other of spec.otherNames) {
      const [known, parameter] = typeof other === "string" ? [other] : other;
      if (known === key) return { spec, parameter: parameter ?? spec.parameter?.example };
    }
  }
}

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
