import type { Kernel } from "../../kernels/engine.ts";
import { probe } from "./probe.ts";
import { emptyTally, type Tally } from "./tally.ts";

const ALL = 2 ** 16;
/** Odd, so that a quick look takes every bit of the significand in turn. */
const QUICK_STRIDE = 63;

/**
 * Compares the results for all 65,536 float16 numbers with the truth; or, quickly, for one in 63.
 */
export function surveyFloat16(kernel: Kernel, { quick }: { quick: boolean }): Tally {
  const tally = emptyTally();
  const stride = quick ? QUICK_STRIDE : 1;
  const bits = Uint16Array.from({ length: Math.ceil(ALL / stride) }, (_, i) => i * stride);
  probe({ kernel, type: "float16" }, new Float16Array(bits.buffer), { tally });
  return tally;
}
