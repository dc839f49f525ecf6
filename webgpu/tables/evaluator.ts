import { compute } from "../../kernels/engine.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import type { Evaluate } from "./bounds.ts";

/** The float64 kernel of the CPU, as a function over arrays; `at` says where it is computed for x. */
export function evaluator(kernel: Kernel, at?: (x: number) => number): Evaluate {
  return (x) => {
    const y = x.slice();
    // Not by map, which takes longer than the kernel.
    if (at !== undefined) { for (let i = 0; i < y.length; i++) y[i] = at(y[i]); }
    compute(kernel, y, y);
    return y;
  };
}
