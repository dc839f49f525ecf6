import type { FloatType } from "../../kernels/float_types.ts";
import { INSTRUCTION, OPERATIONS, type Program } from "../../kernels/program.ts";

/** Describes what to do where results overflow: of a type, and of these functions. */
export function overflowHint(
  { type, names }: { readonly type: FloatType; readonly names: ReadonlySet<string> },
): string | undefined {
  if (type !== "float64") return "--dtype float64 has a larger range";
  const scaled = ["i0", "i1"].filter((name) => names.has(name)).map((name) => `${name}e`);
  if (scaled.length > 0) {
    return `use ${scaled.join(" or ")}, which is scaled by exp(-abs(x)) and does not overflow`;
  }
  return names.has("exp") ? "compute the logarithm of the result instead" : undefined;
}

/** Lists the operations of a program. */
export function operationsOf({ code }: Program): Set<string> {
  const used = new Set<number>();
  for (let at = 0; at < code.length; at += INSTRUCTION) used.add(code[at]);
  return new Set(
    Object.entries(OPERATIONS).flatMap(([name, number]) => used.has(number) ? [name] : []),
  );
}
