import type { MeasuredErrors } from "../functions/measured.ts";
import type { FloatType } from "../kernels/float_types.ts";

/**
 * Says the errors of a function, and of its gradient where they differ:
 * `0.508 / 0.509 ulp in float64; correctly rounded in float32, float16`.
 */
export function formatErrors(value: MeasuredErrors, gradient: MeasuredErrors = value): string {
  const groups = new Map<string, FloatType[]>();
  for (const type of ["float64", "float32", "float16"] as const) {
    if (value[type] === undefined || gradient[type] === undefined) continue;
    const both = new Set([value[type], gradient[type]].map(formatError));
    const text = [...both].join(" / ").replace(" ulp / ", " / ");
    groups.set(text, [...groups.get(text) ?? [], type]);
  }
  return Array.from(groups, ([text, types]) => `${text} in ${types.join(", ")}`).join("; ");
}

function formatError(error: number | string): string {
  if (error === 0 || typeof error === "string") return "correctly rounded";
  return `${Number.isInteger(error) ? error : error.toFixed(3)} ulp`;
}
