// True values of functions at double-doubles by Arb (tools/arb/values.c).

import { ArbLibrary } from "../accuracy/arb.ts";
import { addDyadic, dyadic, nearDyadic } from "./dyadic.ts";
import type { Numbers } from "./sampled.ts";

/** A function that tools/arb/values.c or functions.h knows. */
export interface Meant {
  name: string;
  parameter?: number;
}

const PARTS = 4;

export class TrueValues {
  readonly #library: ArbLibrary;

  private constructor(library: ArbLibrary) {
    this.#library = library;
  }

  static async open(): Promise<TrueValues> {
    const library = await ArbLibrary.build("values.c");
    if (typeof library === "string") throw new Error(`Arb is needed, and ${library}`);
    return new TrueValues(library);
  }

  [Symbol.dispose](): void {
    this.#library[Symbol.dispose]();
  }

  /** The values as sums of numbers, from the largest on. */
  at({ name, parameter = 0 }: Meant, points: readonly Numbers[]): readonly number[][] {
    const { symbols } = Deno.dlopen(this.#library.path, {
      values: { parameters: ["buffer", "isize", "isize", "buffer", "buffer"], result: "i32" },
    });
    const values = new Float64Array(PARTS * points.length);
    const found = symbols.values(
      ...[new TextEncoder().encode(`${name}\0`), BigInt(parameter), BigInt(points.length)] as const,
      ...[new Float64Array(points.flat()), values] as const,
    );
    if (found === 0) throw new Error(`tools/arb/values.c has no ${name}`);
    return points.map((point, i) => {
      const parts = [...values.subarray(PARTS * i, PARTS * (i + 1))];
      if (parts.some(Number.isNaN)) throw new Error(`${name} has no value at ${point}`);
      return parts;
    });
  }
}

/** The distance of two sums of numbers. */
export function distanceOf(a: readonly number[], b: readonly number[]): number {
  const all = [...a, ...b.map((x) => -x)];
  if (!all.every(Number.isFinite)) return Infinity;
  return Math.abs(nearDyadic(all.map(dyadic).reduce(addDyadic)));
}
