/**
 * The layout of the storage buffer that a program reads. It is made of quads: four words of 32
 * bits, which a GPU reads at once.
 *
 *     head       the kernel's constants (HEAD)
 *     specials   rows for the results that are not computed, in the order of SPECIALS
 *     outsides   a quad for each block (OUTSIDE)
 *     binades    BINADES quads for each block (BINADE)
 *     rows       the rows of all blocks
 *
 * A block is a function of one variable, and a kernel is made from up to four blocks. The text of
 * the shader takes these numbers from here.
 */

/** Words of a quad. */
export const QUAD = 4;

/** The degree of the polynomials of every row. */
export const DEGREE = 8;

/**
 * Quads of a row. A row has coefficients of two words each, the low word first, starting with the
 * highest power. In the last quad the exponent follows c0.
 */
export const ROW_QUADS: number = (DEGREE + 2) / 2;

/** Words of a row. */
export const ROW_WORDS: number = QUAD * ROW_QUADS;

/** The position of the exponent in a row, in words. */
export const ROW_EXPONENT: number = ROW_WORDS - 2;

/** Coefficients are multiples of 2^(exponent - FRACTION_BITS); their sums are below 2^exponent. */
export const FRACTION_BITS = 62;

/** The positions of the words in the head. */
export const HEAD = {
  /** Bits of FLAGS. */
  flags: 0,
  /** multigammaln: p - 1, which is twice the pole. */
  twicePole: 1,
  /** multigammaln: the key of the pole. */
  poleKey: 2,
  /** multigammaln: the first key for which x is looked up instead of its distance from the pole. */
  farKey: 3,
} as const;

/** Bits of the flags. */
export const FLAGS = {
  /**
   * Symmetric kernels: the function is odd. Reflected kernels: the term of the poles is odd about
   * them.
   */
  odd: 1,
  /**
   * Reflected kernels: the term of the poles is zero halfway between poles, where it has its own
   * block.
   */
  halfway: 2,
} as const;

/** The block for halfway between poles covers distances below 2^-HALFWAY_BITS from there. */
export const HALFWAY_BITS = 4;

/** The arguments that have a special result; `pole` is any negative integer. */
export const SPECIALS = ["zero", "minusZero", "infinity", "minusInfinity", "pole", "nan"] as const;

/** Names of special arguments. */
export type Special = typeof SPECIALS[number];

/** Returns the quad where the row of a special argument begins. */
export function specialAt(special: Special): number {
  return 1 + SPECIALS.indexOf(special) * ROW_QUADS;
}

/** The maximum number of blocks of a kernel. */
export const MAX_BLOCKS = 4;

/** The quad of the first block's outside. */
export const OUTSIDES_AT: number = 1 + SPECIALS.length * ROW_QUADS;

/** A block's outside: the keys whose results are infinite or 0 even before rounding. */
export const OUTSIDE = {
  /** Keys below this one have the row `before`. */
  first: 0,
  /** Keys from this one on have the row `after`. */
  end: 1,
  before: 2,
  after: 3,
} as const;

/** The number of binades, from the exponent of the smallest float32 to that of the largest. */
export const BINADES = 277;

/** The quad of the first block's first binade. */
export const BINADES_AT: number = OUTSIDES_AT + MAX_BLOCKS;

/** A binade of a block. It has 2^split rows, but some may be missing at its ends. */
export const BINADE = {
  /** The quad where its rows begin, or would begin if none were missing. */
  row: 0,
  /** The split. The bits above SPLIT_BITS are added to the exponents of the rows. */
  split: 1,
  /**
   * The first and the last row that is looked up. At an end where rows are missing, it is a
   * constant that stands for all of them.
   */
  first: 2,
  last: 3,
} as const;

/** Bits of a split. */
export const SPLIT_BITS = 5;

/** The quad of the first block's first row. */
export const ROWS_AT: number = BINADES_AT + MAX_BLOCKS * BINADES;

/**
 * The exponents that mark NaN, infinity and 0. Sums and products of other numbers stay far from
 * them.
 */
export const EXPONENTS = { nan: 1 << 20, infinity: 1 << 16, zero: -(1 << 16) } as const;

// A row is found by a key. Keys number the positive float32 values. They also number the values
// between 0 and the smallest normal float32 as if these were normal. A key is made of the exponent,
// counted from that of the smallest subnormal number, and 23 bits of the fraction.

const float64 = new Float64Array(1);
const float64Bits = new BigUint64Array(float64.buffer);
const EXPONENT_BIAS = 1023;

/** Bits of a key below its exponent. */
export const KEY_FRACTION = 23;

/** The exponent of the smallest positive float32. */
export const MIN_EXPONENT = -149;

/** The first key beyond the finite float32 values. */
export const END_KEY: number = keyOf(2 ** 128);

/** Returns the key of a positive number, or of the next smaller number that has one. */
export function keyOf(x: number): number {
  const exponent = exponentOf(x);
  const fraction = Math.floor((x / 2 ** exponent - 1) * 2 ** KEY_FRACTION);
  return (exponent - MIN_EXPONENT) * 2 ** KEY_FRACTION + fraction;
}

/** Returns the number of a key. */
export function numberOf(key: number): number {
  const fraction = key % 2 ** KEY_FRACTION;
  return 2 ** exponentOfKey(key) * (1 + fraction / 2 ** KEY_FRACTION);
}

/** Returns the exponent of a key's number. */
export function exponentOfKey(key: number): number {
  return Math.floor(key / 2 ** KEY_FRACTION) + MIN_EXPONENT;
}

/** Returns the largest e with 2^e <= x, for a positive, normal x. */
export function exponentOf(x: number): number {
  float64[0] = x;
  return Number(float64Bits[0] >> 52n) - EXPONENT_BIAS;
}
