import { computeNumber } from "../../kernels/engine.ts";
import type { Kernel } from "../../kernels/kernel.ts";
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

/** What a kernel's table is put together from. */
export interface TableParts {
  readonly flags?: number;
  /** Up to four blocks. */
  readonly blocks: readonly (Block | undefined)[];
  /** Words of the head by their place; see HEAD. */
  readonly head?: readonly (readonly [number, number])[];
  /** Where the kernel's `pole` is; a negative integer unless given. */
  readonly pole?: number;
}

/** Puts the table of a kernel together; what it is at special arguments, its CPU kernel says. */
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
