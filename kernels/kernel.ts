/**
 * What the WebAssembly module computes. The gradients of i0 and lgamma are i1 and digamma, those of
 * digamma and polygamma are polygamma.
 */
export type KernelName =
  | "digamma"
  | "i0"
  | "i0e"
  | "i0eGrad"
  | "i1"
  | "i1e"
  | "i1eGrad"
  | "i1Grad"
  | "lgamma"
  | "multigammaln"
  | "multigammalnGrad"
  | "polygamma";

/** What to compute: a kernel with its parameter. */
export interface Kernel {
  /** Which of them. */
  readonly name: KernelName;
  /** The order n of polygamma, the dimension p of multigammaln; the others have none. */
  readonly parameter?: number;
}

/** A kernel of one number, with its parameter if it has one. */
export type NumberKernel = (x: number, parameter?: number) => number;
