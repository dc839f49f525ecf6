import type { Kernel } from "../../kernels/engine.ts";
import { distanceFrom } from "../accuracy/probe.ts";
import type { BigFloat } from "../../support/reference/big_float.ts";
import { reference, specialValue } from "../../support/reference/reference.ts";
import { roundTo } from "../../support/reference/round_to.ts";
import { ulpError } from "../../support/reference/ulp_error.ts";

/** What a result should be. */
export interface Truth {
  /** The value; none where a definition or a limit replaces it. */
  readonly value?: BigFloat;
  /** The same, correctly rounded. */
  readonly rounded: number;
}

/** What a kernel should give. */
export function truthOf(kernel: Kernel, x: number): Truth {
  const special = specialValue(kernel, x);
  if (special !== undefined) return { rounded: special };
  const value = reference(kernel, x);
  return { value, rounded: roundTo(value, "float64") };
}

/** Infinity for the largest numbers, or the other way round, is a rounding error as others are. */
const EDGE_ULP = 2;

/**
 * Distance of a result from the truth in ulp, at most 0.5 where it is correctly rounded. Infinite
 * if one of both is a finite number and the other is not: no number of ulp shows how wrong that is.
 */
export function errorOf(result: number, { value, rounded }: Truth): number {
  const error = value === undefined
    ? distanceFrom(rounded, result, "float64")
    : ulpError(result, { value, type: "float64" });
  const isAlike = Number.isFinite(result) === Number.isFinite(rounded);
  return isAlike || error <= EDGE_ULP ? error : Infinity;
}
