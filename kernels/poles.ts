import type { Kernel } from "./job.ts";

/** Returns whether a number is a pole: it is finite, and the function grows without bound next to it. */
export type IsPole = (x: number) => boolean;

/** Poles of a kernel by its name and parameter; kernels that are not listed have none. */
const POLES: Readonly<Partial<Record<Kernel["name"], (parameter: number) => IsPole>>> = {
  lgamma: () => isPoleOfGamma,
  digamma: () => isPoleOfGamma,
  polygamma: () => isPoleOfGamma,
  multigammaln: (dimension) => (x) => x === (dimension - 1) / 2,
  multigammalnGrad: (dimension) => (x) => x === (dimension - 1) / 2,
};

/** Returns a test for the poles of a kernel; nothing if it has none, so that infinity is overflow. */
export function polesOf({ name, parameter = 0 }: Kernel): IsPole | undefined {
  return POLES[name]?.(parameter);
}

function isPoleOfGamma(x: number): boolean {
  return x <= 0 && Number.isInteger(x);
}
