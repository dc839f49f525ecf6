// Enclosures of the errors of table entries by Arb: tools/arb/entries.c says how.

import { ArbLibrary } from "../accuracy/arb.ts";

/** An entry as a polynomial in x - breakpoint. */
export interface Entry {
  low: number;
  high: number;
  breakpoint: number;
  /** A coefficient is the sum of two numbers. */
  terms: readonly (readonly [number, number])[];
}

/** The functions that tools/arb/entries.c knows; the parameter chooses among them. */
export type Family =
  | "bessel"
  | "power"
  | "gamma"
  | "between poles"
  | "mirrored"
  | "sum"
  | "sum beside pole"
  | "hankel"
  | "zeta"
  | "zeta slope"
  | "midpoint";

export interface Approximated {
  family: Family;
  parameter: number;
  /** Terms of its Taylor series that are enough, and the bits they are computed with. */
  terms?: number;
  bits?: number;
  /** Of p - f less its value at the breakpoint, over x - breakpoint: for entries with a zero next to it. */
  isQuotient?: boolean;
}

/** How many pieces an entry is cut into, and terms it may have. */
export const PIECES = 128;
const TERMS = 20;
const BOUNDS = PIECES + 1;
const STRIDE = 3 + 2 * TERMS;

export class Enclosures {
  readonly #library: ArbLibrary;

  private constructor(library: ArbLibrary) {
    this.#library = library;
  }

  static async open(): Promise<Enclosures> {
    const library = await ArbLibrary.build("entries.c");
    if (typeof library === "string") throw new Error(`Arb is needed, and ${library}`);
    return new Enclosures(library);
  }

  [Symbol.dispose](): void {
    this.#library[Symbol.dispose]();
  }

  /** For each entry, bounds of |p - f| in its pieces, from low to high, and of |p - f| at its breakpoint. */
  enclose(of: Approximated, entries: readonly Entry[]): Float64Array[] {
    const { symbols } = Deno.dlopen(this.#library.path, {
      enclose: {
        parameters: ["buffer", "isize", "isize", "isize", "i32", "isize", "buffer", "buffer"],
        result: "i32",
      },
    });
    const input = new Float64Array(entries.length * STRIDE);
    entries.forEach(({ low, high, breakpoint, terms }, i) => {
      if (terms.length > TERMS) throw new Error(`${terms.length} terms are more than ${TERMS}`);
      input.set([low, high, breakpoint, ...terms.flat()], i * STRIDE);
    });
    const bounds = new Float64Array(entries.length * BOUNDS);
    const { family, parameter, terms = 24, bits = 200, isQuotient = false } = of;
    const found = symbols.enclose(
      ...[new TextEncoder().encode(`${family}\0`), BigInt(parameter)] as const,
      ...[BigInt(terms), BigInt(bits), Number(isQuotient), BigInt(entries.length)] as const,
      ...[input, bounds] as const,
    );
    if (found === 0) throw new Error(`tools/arb/entries.c has no ${family}`);
    return entries.map((_, i) => bounds.subarray(i * BOUNDS, (i + 1) * BOUNDS));
  }
}

/** The ends of a piece, as differences from the breakpoint, with room for rounding. */
export function pieceOf({ low, high, breakpoint }: Entry, piece: number): [number, number] {
  const from = low - breakpoint;
  const width = high - low;
  const room = 2 ** -50 * width;
  return [
    from + piece / PIECES * width - room,
    from + (piece + 1) / PIECES * width + room,
  ];
}

/** A number without its factors of two. */
export function oddPart(x: number): number {
  let m = Math.abs(x);
  if (m === 0) return 0;
  while (!Number.isInteger(m)) m *= 2;
  while (m % 2 === 0) m /= 2;
  return m;
}
