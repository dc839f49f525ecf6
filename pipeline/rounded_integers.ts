import type { ComputableType } from "../formats/table.ts";
import type { FloatArray } from "../kernels/float_types.ts";

/** From here on, a float64 does not hold every integer, and what it holds may have been another one. */
const FIRST_INEXACT = 2 ** 53;

/** Counts integers that were read as float64 and are so large that digits may be lost. */
export class RoundedIntegers {
  readonly #counts = new Map<string, number>();

  /** Looks at the numbers of a column, if it holds integers of 64 bits. */
  look(values: FloatArray, { name, type }: { name: string; type?: ComputableType }): void {
    if (type !== "int64" && type !== "uint64") return;
    let count = 0;
    for (let i = 0; i < values.length; i++) {
      count += +(values[i] >= FIRST_INEXACT || values[i] <= -FIRST_INEXACT);
    }
    if (count > 0) this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  /** Says in one line how many there were; nothing if there were none. */
  summary(): string | undefined {
    if (this.#counts.size === 0) return undefined;
    const parts = Array.from(this.#counts, ([name, count]) => `${count} in ${name}`);
    return `integers of 2^53 and more were rounded to the nearest float64: ${parts.join(", ")}`;
  }
}
