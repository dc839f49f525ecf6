import { type Binade, makeBinade } from "./binade.ts";
import { type Evaluate, findBounds, type KeyRange } from "./bounds.ts";
import {
  BINADE,
  BINADES,
  END_KEY,
  exponentOf,
  KEY_FRACTION,
  QUAD,
  ROW_QUADS,
  ROW_WORDS,
  SPLIT_BITS,
} from "./layout.ts";
import { writeConstant } from "./write_table.ts";

/** The first attempt at a binade has 2^FIRST_BITS rows. */
const FIRST_BITS = 3;
/** Values with a smaller relative difference are taken for the same. */
const ROUNDING = 2 ** -52;

/** The keys of a block, and how its rows are made. */
export interface BlockOptions extends KeyRange {
  /** The nudge of rows that are straight lines; see `writeRow`. */
  readonly nudge?: number;
}

/**
 * The table of a function of one variable. Its quads are counted from the beginning of its own
 * rows.
 */
export interface Block {
  /** See OUTSIDE. */
  readonly outside: Uint32Array;
  /** See BINADE. */
  readonly binades: Uint32Array;
  readonly rows: Uint32Array;
}

/** A binade and the rows that it uses, which may be those of another binade. */
interface Entry {
  readonly binade: Binade;
  /** The number of its first row. */
  readonly row: number;
  /** The number that is added to the exponents of the rows. */
  readonly scale: number;
  readonly isShared: boolean;
}

/**
 * The number of rows with constants, which come before all others: outer left, inner left, inner
 * right, outer right.
 */
const CONSTANTS = 4;

/**
 * Makes a block over a range of keys. If the values of a binade are a power of two times those of
 * one of the two binades before it, it shares the rows of that one. This happens where the function
 * is a power of x or of its square root.
 */
export function makeBlock(evaluate: Evaluate, options: BlockOptions): Block {
  const { from, to } = options;
  const { keys, constants } = findBounds(evaluate, options);
  const [before, start, end, after] = keys;
  const entries = makeEntries(evaluate, { ...options, from: start, to: end });
  const own = entries.filter(({ isShared }) => !isShared);
  const count = own.reduce((sum, { binade }) => sum + roomFor(binade), CONSTANTS);
  const rows = new Uint32Array(count * ROW_WORDS);
  constants.forEach((value, i) => writeConstant({ words: rows, at: i * ROW_WORDS }, value));
  const binades = new Uint32Array(BINADES * QUAD);
  for (let i = 0; i < BINADES; i++) {
    binades[i * QUAD + BINADE.row] = ROW_QUADS * (i < binadeOf(start) ? 1 : 2);
  }
  entries.forEach((entry, i) => {
    const { binade, row, scale, isShared } = entry;
    if (!isShared) writeRows(rows, entry);
    const beyond = binade.first + rowCount(binade);
    const at = (binadeOf(start) + i) * QUAD;
    binades[at + BINADE.row] = (row - binade.first) * ROW_QUADS;
    binades[at + BINADE.split] = (scale << SPLIT_BITS) | binade.bits;
    binades[at + BINADE.first] = Math.max(binade.first - 1, 0);
    binades[at + BINADE.last] = Math.min(beyond, 2 ** binade.bits - 1);
  });
  const outside = Uint32Array.of(
    ...[before === from ? 0 : before, after === to ? 2 ** 32 - 1 : after],
    ...[0, (CONSTANTS - 1) * ROW_QUADS],
  );
  return { outside, binades, rows };
}

/** Writes the rows of a binade. If some are missing, the constants are written on both sides. */
function writeRows(rows: Uint32Array, { binade, row }: Entry): void {
  const at = row * ROW_WORDS;
  rows.set(binade.words, at);
  if (isWhole(binade)) return;
  rows.copyWithin(at - ROW_WORDS, ROW_WORDS, 2 * ROW_WORDS);
  rows.copyWithin(at + binade.words.length, 2 * ROW_WORDS, 3 * ROW_WORDS);
}

const NO_VALUES = new Float64Array();
const NO_WORDS = new Uint32Array();

function makeEntries(evaluate: Evaluate, { from, to, nudge = 0 }: BlockOptions): Entry[] {
  const entries: Entry[] = [];
  const whole = 2 ** KEY_FRACTION;
  let rows = CONSTANTS;
  if (from === to && from < END_KEY) {
    // The constants meet exactly here: there is one row for each number, and all rows are missing.
    const binade = { bits: KEY_FRACTION, first: from % whole, values: NO_VALUES, words: NO_WORDS };
    entries.push({ binade, row: rows + 1, scale: 0, isShared: false });
  }
  for (let low = from; low < to;) {
    const high = Math.min((binadeOf(low) + 1) * whole, to);
    const last = entries.at(-1);
    const bits = last === undefined ? FIRST_BITS : Math.max(last.binade.bits - 1, 0);
    const binade = makeBinade(evaluate, { from: low, to: high, bits, nudge });
    const shared = entries.slice(-2).map((entry) => share(entry, binade)).find((entry) => entry);
    const row = isWhole(binade) ? rows : rows + 1;
    entries.push(shared ?? { binade, row, scale: 0, isShared: false });
    if (shared === undefined) rows += roomFor(binade);
    low = high;
  }
  return entries;
}

function isWhole(binade: Binade): boolean {
  return rowCount(binade) === 2 ** binade.bits;
}

/** Returns how many rows a binade takes, including the constants. */
function roomFor(binade: Binade): number {
  return rowCount(binade) + (isWhole(binade) ? 0 : 2);
}

function rowCount({ words }: Binade): number {
  return words.length / ROW_WORDS;
}

/**
 * Returns an entry that shares the rows of another one, if the binade has the values of that one
 * times a power of two.
 */
function share(entry: Entry, { bits, first, values }: Binade): Entry | undefined {
  const other = entry.binade;
  if (other.bits !== bits || other.first !== first) return;
  if (other.values.length !== values.length) return;
  const ratio = Math.abs(values[0] / other.values[0]);
  if (!(ratio > 0 && ratio < Infinity)) return;
  const scale = exponentOf(ratio * (1 + ROUNDING));
  const isSame = values.every((value, i) =>
    Math.abs(value - other.values[i] * 2 ** scale) <= ROUNDING * Math.abs(value)
  );
  return isSame ? { ...entry, scale, isShared: true } : undefined;
}

function binadeOf(key: number): number {
  return Math.floor(key / 2 ** KEY_FRACTION);
}
