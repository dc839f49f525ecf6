// How a program is written: kernels/program.ts has the same numbers. An instruction is ten i32:
//
//   what to do
//   the slot of the result
//   the slots of up to three operands, and the instructions that made these
//   whether the result is the same for all elements; 2 if it has no slot, since only such results are made of it
//   an index: of an input or an output, its number; of a difference, whether both operands are one function at different
//   places, whose slots still hold those; of a product, which operand is a power of two, 1 or 2, or 3 if both are inputs
//   or numbers; of a number that is NaN, 1 if a function is not defined there, and the user did not write it

export const INPUT: i32 = 1;
export const NUMBER: i32 = 2;
export const OUTPUT: i32 = 3;
export const NEG: i32 = 4;
export const ADD: i32 = 5;
export const SUB: i32 = 6;
export const MUL: i32 = 7;
export const DIV: i32 = 8;
export const POW: i32 = 9;
export const MIN: i32 = 10;
export const MAX: i32 = 11;
export const ABS: i32 = 12;
export const LT: i32 = 13;
export const LE: i32 = 14;
export const EQ: i32 = 15;
export const NE: i32 = 16;
export const IF: i32 = 17;
export const FLOOR: i32 = 18;
export const AND: i32 = 19;
/** From here on functions: of one operand, and up to two integers. */
export const SQRT: i32 = 20;
export const EXP: i32 = 21;
export const EXPM1: i32 = 22;
export const LOG: i32 = 23;
export const LOG1P: i32 = 24;
export const SIN: i32 = 25;
export const COS: i32 = 26;
export const LGAMMA: i32 = 30;
export const DIGAMMA: i32 = 31;
export const POLYGAMMA: i32 = 32;
export const MULTIGAMMALN: i32 = 33;
export const MULTIGAMMALN_GRAD: i32 = 34;
export const I0: i32 = 35;
export const I1: i32 = 36;
export const I0E: i32 = 37;
export const I1E: i32 = 38;

/** Bytes of an instruction, and where its parts are. */
export const INSTRUCTION: usize = 40;
export const SLOT: usize = 4;
export const OPERAND_A: usize = 8;
export const OPERAND_B: usize = 12;
export const OPERAND_C: usize = 16;
export const MADE_A: usize = 20;
export const MADE_B: usize = 24;
export const MADE_C: usize = 28;
export const CONSTANT: usize = 32;
export const NO_SLOT: i32 = 2;
export const INDEX: usize = 36;

/** Where the parts of a program are, in its head: kernels/run_program.ts writes it. */
export const CODE: usize = 0;
export const LENGTH: usize = 4;
/** Three numbers whose sum it is and a bound, for each instruction: of numbers, and of what is made of numbers alone. */
export const CONSTANTS: usize = 8;
export const SLOTS: usize = 12;
/**
 * For each instruction: whether it is needed, when the last phase computed it, a list of those that wait there, and
 * where the last phase keeps its balls, 0 if it does not.
 */
export const STATES: usize = 16;
export const STATE: usize = 16;
export const NEEDED: usize = 0;
export const MARK: usize = 4;
export const WAITING: usize = 8;
export const KEPT: usize = 12;
/** The addresses of inputs and outputs. */
export const INPUTS: usize = 20;
export const OUTPUTS: usize = 24;
export const OUTPUT_COUNT: usize = 28;
/** A byte for each output and element of a block. */
export const FALLBACKS: usize = 32;
/** Where the numbers of each slot are (expression/slot.ts), and how many slots there are. */
export const ENTRIES: usize = 36;
export const SLOT_COUNT: usize = 40;
/** How many elements went through the accurate phase, and how many results of the last block are marked. */
export const AGAIN: usize = 44;
export const OPEN: usize = 48;
/** A ball for each instruction, for the last phase. */
export const BALLS: usize = 52;
/** How many numbers have blocks, whose entries come first, and where these blocks are: high parts alone. */
export const NUMBER_COUNT: usize = 56;
export const NUMBERS: usize = 60;
/** Room for the balls of constants that depend on no input and are not numbers (constant_cache.ts). */
export const CACHE: usize = 64;
