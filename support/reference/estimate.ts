import { add, type BigFloat, top } from "./big_float.ts";

/** A value that was computed with some precision. */
export interface Estimate {
  readonly value: BigFloat;
  /** The error is below 2^error. */
  readonly error: number;
}

const FIRST_BITS = 256;
/** Relative accuracy of a reference, in bits. */
const GOOD_BITS = 168;
/** Bits that a fixed-point computation may lose. */
const LAST_FEW = 16;

/**
 * Computes with more and more bits until the result is good: next to a zero of the function most
 * bits cancel.
 *
 * The last bit of the result says that the true value is no number of so few bits, and that the
 * computation cut it: a rounding must not see a tie where a small term breaks it.
 */
export function settle(evaluate: (bits: number) => Estimate): BigFloat {
  for (let bits = FIRST_BITS;; bits *= 2) {
    const { value: { m, e }, error } = evaluate(bits);
    if (top({ m, e }) - error >= GOOD_BITS) return { m: 2n * m + (m < 0n ? -1n : 1n), e: e - 1 };
  }
}

/** A value with a relative error below 2^-bits. */
export function nearly(value: BigFloat, bits: number): Estimate {
  return { value, error: top(value) - bits };
}

/** A fixed-point value with `bits` fraction bits. The last few may be wrong. */
export function fixed(m: bigint, bits: number): Estimate {
  return { value: { m, e: -bits }, error: LAST_FEW - bits };
}

/** An estimate times an integer. */
export function times({ value, error }: Estimate, count: number): Estimate {
  return {
    value: { m: BigInt(count) * value.m, e: value.e },
    error: error + Math.ceil(Math.log2(count)),
  };
}

/** The sum, at most eight of them. */
export function sum(...terms: readonly Estimate[]): Estimate {
  const error = Math.max(...terms.map((term) => term.error));
  let value: BigFloat = { m: 0n, e: 0 };
  for (const term of terms) {
    // The precision of the larger one, so that the sum adds no error of another size.
    const size = Math.max(top(value), top(term.value));
    value = add(value, term.value, Math.max(1, size - error));
  }
  return { value, error: error + 4 };
}
