import type { Kernel } from "../../kernels/engine.ts";

// Arb's intervals prove how a result is rounded, in 5 to 60 µs where the reference in BigInt takes
// 200. The survey uses them where a C compiler and libflint-arb-dev are installed.

const FOLDER = new URL("../arb/", import.meta.url);
const LIBRARIES = ["-lflint-arb", "-lflint", "-lmpfr", "-lgmp", "-lm"];

/** From this order on, or this many terms, Arb is slower than the reference in BigInt. */
const MAX_POLYGAMMA_ORDER = 100;

/** A library of tools/arb that was built for a run, in a file that goes with it. */
export class ArbLibrary {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Builds a source of tools/arb, or returns the reason why it cannot be built. */
  static async build(source = "judge.c"): Promise<ArbLibrary | string> {
    const path = await Deno.makeTempFile({ prefix: "specol_arb_", suffix: ".so" });
    const library = new ArbLibrary(path);
    try {
      const { success, stderr } = await new Deno.Command("cc", {
        args: [
          ...["-O2", "-shared", "-fPIC", new URL(source, FOLDER).pathname],
          ...["-o", path, ...LIBRARIES],
        ],
      }).output();
      if (success) return library;
      library[Symbol.dispose]();
      return `it does not compile: ${new TextDecoder().decode(stderr).split("\n", 1)[0]}`;
    } catch (error) {
      library[Symbol.dispose]();
      if (error instanceof Deno.errors.NotFound) return "there is no C compiler";
      throw error;
    }
  }

  /** Removes the file. */
  [Symbol.dispose](): void {
    Deno.removeSync(this.path);
  }
}

/** True results, rounded to float64; NaN where Arb does not decide. */
export interface RoundedResults {
  readonly rounded: Float64Array;
  /** The distance of the true result from the midpoint between two float64, in ulp. */
  readonly distance: Float64Array;
}

/** Rounds true results of a kernel. */
export type RoundResults = (x: Float64Array<ArrayBuffer>) => RoundedResults;

/** Whether Arb is faster than the reference in BigInt. */
export function isFasterInArb({ name, parameter = 0 }: Kernel): boolean {
  return name !== "polygamma" || parameter <= MAX_POLYGAMMA_ORDER;
}

/** Opens a library that {@linkcode ArbLibrary.build} made. */
export function openArb(path: string, { name, parameter = 0 }: Kernel): RoundResults {
  const { symbols } = Deno.dlopen(path, {
    judge: {
      parameters: ["buffer", "isize", "isize", "buffer", "buffer", "buffer"],
      result: "i32",
    },
  });
  const text = new TextEncoder().encode(`${name}\0`);
  return (x) => {
    const rounded = new Float64Array(x.length);
    const distance = new Float64Array(x.length);
    const found = symbols.judge(
      ...[text, BigInt(parameter), BigInt(x.length)] as const,
      ...[x, rounded, distance] as const,
    );
    if (found === 0) throw new Error(`tools/arb/functions.h has no ${name}`);
    return { rounded, distance };
  };
}
