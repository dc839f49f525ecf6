import { type FunctionSpec, registry } from "./registry.ts";

/** A function that other programs know under another name, with its parameter there. */
export interface OtherName {
  readonly spec: FunctionSpec;
  /** The value of the parameter; missing if the function has none. */
  readonly parameter?: number;
}

/**
 * Names in SciPy, R, PyTorch, C, Julia and Mathematica. Only names that mean the same function are here:
 * `gamma` is not `lgamma`, and a Bessel function of any order, such as `iv`, is not one of ours.
 */
const OTHER_NAMES: Readonly<Record<string, readonly [name: string, parameter?: number]>> = {
  psi: ["digamma"],
  gammaln: ["lgamma"],
  lngamma: ["lgamma"],
  loggamma: ["lgamma"],
  lgam: ["lgamma"],
  gamln: ["lgamma"],
  logabsgamma: ["lgamma"],
  trigamma: ["polygamma", 1],
  tetragamma: ["polygamma", 2],
  pentagamma: ["polygamma", 3],
  psigamma: ["polygamma"],
  mvlgamma: ["multigammaln"],
  lmvgamma: ["multigammaln"],
  logmvgamma: ["multigammaln"],
  multigamma: ["multigammaln"],
  besseli0: ["i0"],
  besseli1: ["i1"],
  bessel_i0: ["i0"],
  bessel_i1: ["i1"],
  bessel_i0e: ["i0e"],
  bessel_i1e: ["i1e"],
  modified_bessel_i0: ["i0"],
  modified_bessel_i1: ["i1"],
  scaled_modified_bessel_i0: ["i0e"],
  scaled_modified_bessel_i1: ["i1e"],
};

/** Finds the function that other programs call by this name, in upper or lower case. */
export function findOtherName(name: string): OtherName | undefined {
  const key = name.toLowerCase().replaceAll("-", "_");
  if (!Object.hasOwn(OTHER_NAMES, key)) return undefined;
  const [known, parameter] = OTHER_NAMES[key];
  const spec = registry.find((spec) => spec.name === known)!;
  return { spec, parameter: parameter ?? spec.parameter?.example };
}
