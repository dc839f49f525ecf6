import type { Gpu } from "../../mod.ts";
import * as specol from "../../mod.ts";

// What is computed in the page and here: the same functions, the same points.

/** A function or gradient with the parameter that it takes, in a type. */
export interface Case {
  readonly name: string;
  readonly parameter?: number;
  readonly type: "float32" | "float16";
}

/** The results of a case. */
export interface Results {
  readonly cpu: Float32Array | Float16Array;
  readonly gpu: Float32Array | Float16Array;
}

type Arrays = Float32Array<ArrayBuffer> | Float16Array<ArrayBuffer>;
type Compute = (...args: unknown[]) => Arrays | Promise<Arrays>;

const NAMES: Readonly<Record<string, readonly number[] | undefined>> = {
  i0: undefined,
  i0e: undefined,
  i1: undefined,
  i1e: undefined,
  lgamma: undefined,
  digamma: undefined,
  polygamma: [0, 1, 2, 3, 20, 60],
  multigammaln: [1, 2, 3, 10],
};

/** Every function and gradient, with some parameters, in each type that a GPU computes. */
export const cases: readonly Case[] = Object.entries(NAMES).flatMap(([name, parameters]) =>
  (parameters ?? [undefined]).flatMap((parameter) =>
    [name, `${name}Grad`].flatMap((name) =>
      (["float32", "float16"] as const).map((type) => ({ name, parameter, type }))
    )
  )
);

/**
 * All float16 numbers; or float32 of every exponent, and many where the functions have their rows.
 */
export function pointsOf(type: Case["type"]): Arrays {
  const count = 2 ** 16;
  if (type === "float16") return new Float16Array(Uint16Array.from(range(count)).buffer);
  const bits = Uint32Array.from(range(count), (i) => i << 16 | Math.imul(i, 0x9e37) & 0xffff);
  const x = new Float32Array(bits.buffer);
  for (let i = 0; i < count; i += 2) x[i] = (i - count / 2) / 1024;
  return x;
}

/** Computes a case on the CPU and on the GPU. */
export async function computeCase({ name, parameter, type }: Case, gpu: Gpu): Promise<Results> {
  const x = pointsOf(type);
  const second = parameter === undefined ? [] : [parameter];
  const call = (functions: object): Arrays | Promise<Arrays> =>
    (functions as Record<string, Compute>)[name](x, ...second);
  return { cpu: await call(specol), gpu: await call(gpu) };
}

function range(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}
