import type { Kernel, KernelName } from "../../kernels/kernel.ts";
import { evaluator } from "./evaluator.ts";
import { kernelTable } from "./kernel_table.ts";
import { END_KEY } from "./key.ts";
import { FLAGS } from "./layout.ts";
import { makeBlock } from "./make_block.ts";

const ODD: readonly KernelName[] = ["i1", "i1e", "i0eGrad"];

/** Where tiny x/2 is halfway between two numbers, i1 is a little more than that, and i1e a little less. */
const NUDGES: Partial<Record<KernelName, number>> = { i1: 1, i1e: -1 };

/** The table of a Bessel kernel: one block, in |x|. */
export function symmetricTable(kernel: Kernel): Uint32Array<ArrayBuffer> {
  const flags = ODD.includes(kernel.name) ? FLAGS.odd : 0;
  const nudge = NUDGES[kernel.name];
  const block = makeBlock(evaluator(kernel), { from: 0, to: END_KEY, nudge });
  return kernelTable(kernel, { flags, blocks: [block] });
}
