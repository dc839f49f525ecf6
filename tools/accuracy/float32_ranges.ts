import type { Kernel } from "../../kernels/engine.ts";
import type { BitRange } from "./float32_range.ts";

const ALL = 2 ** 32;
/** Short enough that the workers end together. */
const PARTS = 64;

/** Parts of all 2^32 float32 numbers; or of as many as a kernel has time for. */
export function float32Ranges(kernel: Kernel, { quick }: { quick: boolean }): BitRange[] {
  const stride = strideOf(kernel)[quick ? "quick" : "thorough"];
  return Array.from({ length: PARTS }, (_, part) => ({
    ...{ from: part * ALL / PARTS, to: (part + 1) * ALL / PARTS, stride },
  }));
}

/** Odd, so that a survey that leaves some out takes every bit of the significand in turn. */
function strideOf({ name }: Kernel): { thorough: number; quick: number } {
  return name.startsWith("i") ? { thorough: 1, quick: 1021 } : { thorough: 63, quick: 16381 };
}
