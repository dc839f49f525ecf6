import type { Kernel } from "../../kernels/engine.ts";
import type { BitRange } from "./float32_range.ts";

const ALL = 2 ** 32;
/** Short enough that the workers end together. */
const PARTS = 64;

/** How many of the float32 numbers are tried: some, as many as a kernel has time for, or all. */
export type Effort = "quick" | "thorough" | "every";

/** Parts of all 2^32 float32 numbers, or of some. */
export function float32Ranges(kernel: Kernel, { effort }: { effort: Effort }): BitRange[] {
  const stride = effort === "every" ? 1 : strideOf(kernel)[effort];
  return Array.from({ length: PARTS }, (_, part) => ({
    ...{ from: part * ALL / PARTS, to: (part + 1) * ALL / PARTS, stride },
  }));
}

/** Odd, so that a survey that leaves some out takes every bit of the significand in turn. */
function strideOf({ name }: Kernel): { thorough: number; quick: number } {
  return name.startsWith("i") ? { thorough: 1, quick: 1021 } : { thorough: 63, quick: 16381 };
}
