/**
 * Expressions as a list of instructions over blocks of numbers. It can be posted to a worker. The
 * numbers of operations and the parts of an instruction are those of
 * kernels/assembly/expression/instructions.ts.
 */
export interface Program {
  /** Ten numbers for each instruction. */
  readonly code: Int32Array<ArrayBuffer>;
  /** A number as three float64 and a bound of its error, for each instruction that is a number. */
  readonly constants: Float64Array<ArrayBuffer>;
  /** Blocks of double-doubles with bounds that are needed at the same time. */
  readonly slots: number;
  /** Blocks of numbers that the expression names. Their places come before those of slots. */
  readonly numbers: number;
  /** How many inputs it has. */
  readonly inputs: number;
  /** Which instruction makes each output. */
  readonly outputs: readonly number[];
}

/** Numbers of an instruction. */
export const INSTRUCTION = 10;

/** Numbers of a constant: a triple and a bound. */
export const CONSTANT = 4;

/** What instructions do. */
export const OPERATIONS = {
  input: 1,
  number: 2,
  output: 3,
  neg: 4,
  add: 5,
  sub: 6,
  mul: 7,
  div: 8,
  pow: 9,
  min: 10,
  max: 11,
  abs: 12,
  lt: 13,
  le: 14,
  eq: 15,
  ne: 16,
  if: 17,
  floor: 18,
  and: 19,
  sqrt: 20,
  exp: 21,
  expm1: 22,
  log: 23,
  log1p: 24,
  sin: 25,
  cos: 26,
  lgamma: 30,
  digamma: 31,
  polygamma: 32,
  multigammaln: 33,
  multigammalnGrad: 34,
  i0: 35,
  i1: 36,
  i0e: 37,
  i1e: 38,
} as const;
