import type { KernelName } from "../../kernels/engine.ts";
import { probe } from "./probe.ts";
import { emptyTally, type Tally } from "./tally.ts";

/** Compares the results for all 65,536 float16 numbers with the truth. */
export function surveyFloat16(kernel: KernelName): Tally {
  const tally = emptyTally();
  const bits = Uint16Array.from({ length: 2 ** 16 }, (_, i) => i);
  probe({ kernel, type: "float16" }, new Float16Array(bits.buffer), { tally });
  return tally;
}
