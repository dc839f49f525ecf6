import type { ComputableType, OutputColumn } from "../formats/table.ts";
import type { FunctionSpec } from "../functions/registry.ts";
import type { Kernel } from "../kernels/engine.ts";
import type { FloatType } from "../kernels/float_types.ts";

/** A function that is computed for each number. */
export interface Computation {
  readonly kernel: Kernel;
  /** The function that the kernel computes. */
  readonly spec: FunctionSpec;
}

/** A column to compute. */
export interface Result {
  /** The type to compute in and to write. */
  readonly type: FloatType;
  /** The index of the column that it is computed from. */
  readonly input: number;
  /** What to compute; missing if numbers are only converted to the type. */
  readonly computation?: Computation;
  /** The index of the column that the result is multiplied by. */
  readonly upstream?: number;
}

/** What is computed from a table, and which columns are written. */
export interface TablePlan {
  /** The columns to compute, by index. */
  readonly results: readonly Result[];
  /** The columns to write. */
  readonly outputs: readonly OutputColumn[];
}

/** Returns the names of the results, by index. There may be a hundred thousand. */
export function resultNames({ outputs }: TablePlan): string[] {
  const names: string[] = [];
  for (const output of outputs) if ("result" in output) names[output.result] ??= output.name;
  return names;
}

/** Options of a plan. */
export interface PlanOptions {
  /** The name of the input in messages. */
  readonly from: string;
  /** Whether the output has names, which must then differ. */
  readonly named: boolean;
  /** The type to compute in and to write, if the user chose one. */
  readonly dtype?: FloatType;
}

/**
 * Returns the type to compute a column in: the one that the user chose, to which other types are
 * converted first, or otherwise its own. Without a choice, integers are computed as float64.
 */
export function resultType(type: ComputableType | undefined, dtype?: FloatType): FloatType {
  if (dtype !== undefined) return dtype;
  return type === "float32" || type === "float16" ? type : "float64";
}

/**
 * Returns the type to which a column that is only passed on is converted, or `undefined` if it is
 * not converted. Floats get the type that the user chose. Integers stay what they are, because many
 * are keys and not measurements.
 */
export function convertedType(
  type: ComputableType | undefined,
  dtype: FloatType | undefined,
): FloatType | undefined {
  return type !== dtype && type?.startsWith("float") ? dtype : undefined;
}
