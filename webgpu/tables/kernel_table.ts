import { computeNumber } from "../../kernels/engine.ts";
import type { Kernel } from "../../kernels/job.ts";
import {
  BINADE,
  BINADES,
  BINADES_AT,
  HEAD,
  OUTSIDE,
  OUTSIDES_AT,
  QUAD,
  ROWS_AT,
  type Special,
  specialAt,
  SPECIALS,
} from "./layout.ts";
import type { Block } from "./make_block.ts";
import { writeConstant } from "./write_row.ts";

/** The parts of a kernel's table. */
export interface TableParts {
  readonly flags?: number;
  /** At most four blocks. */
  readonly blocks: readonly (Block | undefined)[];
  /** Words of the head, each after its position; see HEAD. */
  readonly head?: readonly (readonly [number, number])[];
  /** The argument of the special result `pole`; if left out, a negative integer. */
  readonly pole?: number;
}

/** Assembles the table of a kernel. Its CPU kernel gives the results at special arguments. */
export function kernelTable(kernel: Kernel, parts: TableParts): Uint32Array<ArrayBuffer> {
  const { flags = 0, blocks, head = [], pole = -1 } = parts;
  const length = blocks.reduce((sum, block) => sum + (block?.rows.length ?? 0), QUAD * ROWS_AT);
  const words = new Uint32Array(length);
  words[HEAD.flags] = flags;
  for (const [at, word] of head) words[at] = word;
  const specials: Readonly<Record<Special, number>> = {
    zero: 0,
    minusZero: -0,
    infinity: Infinity,
    minusInfinity: -Infinity,
    pole,
    nan: NaN,
  };
  for (const special of SPECIALS) {
    const value = computeNumber(kernel, specials[special]);
    writeConstant({ words, at: QUAD * specialAt(special) }, value);
  }
  let rowsAt = ROWS_AT;
  blocks.forEach((block, i) => {
    if (block === undefined) return;
    const { outside, binades, rows } = block;
    const outsideAt = QUAD * (OUTSIDES_AT + i);
    words.set(outside, outsideAt);
    words[outsideAt + OUTSIDE.before] += rowsAt;
    words[outsideAt + OUTSIDE.after] += rowsAt;
    const binadesAt = QUAD * (BINADES_AT + i * BINADES);
    words.set(binades, binadesAt);
    for (let j = 0; j < BINADES; j++) words[binadesAt + QUAD * j + BINADE.row] += rowsAt;
    words.set(rows, QUAD * rowsAt);
    rowsAt += rows.length / QUAD;
  });
  return words;
}
