import type { Kernel, KernelName } from "../../kernels/job.ts";
import { evaluator } from "./bounds.ts";
import { kernelTable } from "./write_table.ts";
import { END_KEY, exponentOf, FLAGS, HEAD, KEY_FRACTION, keyOf } from "./layout.ts";
import { makeBlock } from "./make_block.ts";

// multigammaln and its gradient are defined beyond the pole h = (p - 1)/2. There are two blocks.
// The first is a function of u = x - h, which is exact, up to a power of two that is at least 4 h.
// From there on, the second is a function of x itself.

/** The maximum p. Up to here u is a float32, so that its key loses nothing. */
const MAX_DIMENSION = 2 ** 21;

/** Makes the table of multigammaln or its gradient. */
export function shiftedTable(kernel: Kernel): Uint32Array<ArrayBuffer> {
  const { parameter = 1 } = kernel;
  if (parameter > MAX_DIMENSION) {
    throw new RangeError(
      `Cannot compute ${kernel.name} on the GPU: p must be at most ${MAX_DIMENSION}, got ${parameter}`,
    );
  }
  const pole = (parameter - 1) / 2;
  if (pole === 0) {
    const block = makeBlock(evaluator(kernel), { from: 0, to: END_KEY });
    return kernelTable(kernel, { blocks: [undefined, block], pole });
  }
  const far = 2 ** Math.ceil(Math.log2(4 * pole));
  const minU = 2 ** (exponentOf(pole) - KEY_FRACTION);
  const near = makeBlock(evaluator(kernel, (u) => pole + u), {
    from: keyOf(minU),
    to: keyOf(far - pole),
  });
  const beyond = makeBlock(evaluator(kernel), { from: keyOf(far), to: END_KEY });
  return kernelTable(kernel, {
    blocks: [near, beyond],
    pole,
    head: [
      [HEAD.twicePole, 2 * pole],
      [HEAD.poleKey, keyOf(pole)],
      [HEAD.farKey, keyOf(far)],
    ],
  });
}

const ODD: readonly KernelName[] = ["i1", "i1e", "i0eGrad"];

/**
 * The nudges of tiny x. Where x/2 is halfway between two numbers, i1 is a little larger than x/2,
 * and i1e a little smaller.
 */
const NUDGES: Partial<Record<KernelName, number>> = { i1: 1, i1e: -1 };

/** Makes the table of a Bessel kernel: one block, which is a function of |x|. */
export function symmetricTable(kernel: Kernel): Uint32Array<ArrayBuffer> {
  const flags = ODD.includes(kernel.name) ? FLAGS.odd : 0;
  const nudge = NUDGES[kernel.name];
  const block = makeBlock(evaluator(kernel), { from: 0, to: END_KEY, nudge });
  return kernelTable(kernel, { flags, blocks: [block] });
}
