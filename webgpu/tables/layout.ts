/**
 * Where things stand in the storage buffer that a program reads, in quads, four words of 32 bits, which
 * a GPU reads at once:
 *
 *     head       the kernel's constants (HEAD)
 *     specials   rows, one for each result that is no computation, in the order of SPECIALS
 *     outsides   a quad for each block, OUTSIDE
 *     binades    BINADES quads for each block, BINADE
 *     rows       the rows of all blocks
 *
 * A block is a function of one variable, and a kernel is made from up to four. The shader's text takes
 * these numbers from here.
 */

/** Words of a quad. */
export const QUAD = 4;

/** The degree of the polynomials of every row. */
export const DEGREE = 8;

/**
 * A row: coefficients of two words each, low before high, of the highest power first; in the last quad
 * the exponent comes after c0.
 */
export const ROW_QUADS: number = (DEGREE + 2) / 2;

/** Words of a row. */
export const ROW_WORDS: number = QUAD * ROW_QUADS;

/** The word of a row's exponent. */
export const ROW_EXPONENT: number = ROW_WORDS - 2;

/** Coefficients are multiples of 2^(exponent - FRACTION_BITS), and sums of them below 2^exponent. */
export const FRACTION_BITS = 62;

/** The words of the head. */
export const HEAD = {
  /** See FLAGS. */
  flags: 0,
  /** multigammaln: p - 1, twice the place of the pole. */
  twicePole: 1,
  /** multigammaln: the key of the pole. */
  poleKey: 2,
  /** multigammaln: from this key on, x itself is looked up, and not its distance from the pole. */
  farKey: 3,
} as const;

/** Bits of the flags. */
export const FLAGS = {
  /** Symmetric kernels: odd. Reflected ones: the term of the poles is odd about them. */
  odd: 1,
  /** Reflected kernels: that term has a zero halfway between poles, with a block of its own. */
  halfway: 2,
} as const;

/** The block of what is halfway between poles is for distances below 2^-HALFWAY_BITS from there. */
export const HALFWAY_BITS = 4;

/** The arguments that have a result of their own; `pole` is any negative integer. */
export const SPECIALS = ["zero", "minusZero", "infinity", "minusInfinity", "pole", "nan"] as const;

/** Names of special arguments. */
export type Special = typeof SPECIALS[number];

/** The quad where the row of a special argument begins. */
export function specialAt(special: Special): number {
  return 1 + SPECIALS.indexOf(special) * ROW_QUADS;
}

/** The most blocks of a kernel. */
export const MOST_BLOCKS = 4;

/** The quad of the first block's outside. */
export const OUTSIDES_AT: number = 1 + SPECIALS.length * ROW_QUADS;

/** A block's outside: results that are infinite, or 0, also before they are rounded. */
export const OUTSIDE = {
  /** Keys below this one have the row `before`. */
  first: 0,
  /** Keys from this one on have the row `after`. */
  end: 1,
  before: 2,
  after: 3,
} as const;

/** From the exponent of the least float32 to that of the greatest. */
export const BINADES = 277;

/** The quad of the first block's first binade. */
export const BINADES_AT: number = OUTSIDES_AT + MOST_BLOCKS;

/** A binade of a block: 2^split rows, some of which may be missing at its ends. */
export const BINADE = {
  /** The quad where its rows begin, or would begin if all of them were there. */
  row: 0,
  /** The split, and above SPLIT_BITS what is added to the exponents of the rows. */
  split: 1,
  /** The first and the last row that is there: those next to them stand for all that are missing. */
  first: 2,
  last: 3,
} as const;

/** Bits of a split. */
export const SPLIT_BITS = 5;

/** The quad of the first block's first row. */
export const ROWS_AT: number = BINADES_AT + MOST_BLOCKS * BINADES;

/** Exponents of what is no finite number, or 0; sums and products of others stay far away from them. */
export const EXPONENTS = { nan: 1 << 20, infinity: 1 << 16, zero: -(1 << 16) } as const;
