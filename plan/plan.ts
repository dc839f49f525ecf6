import type { ComputableType, OutputColumn } from "../formats/table.ts";
import type { FunctionSpec } from "../functions/registry.ts";
import type { Kernel } from "../kernels/engine.ts";
import type { FloatType } from "../kernels/float_types.ts";

/** What is computed, of one number after the other. */
export interface Computation {
  readonly kernel: Kernel;
  /** What it is the kernel of. */
  readonly spec: FunctionSpec;
}

/** A column to compute. */
export interface Result {
  /** The type to compute in and to write. */
  readonly type: FloatType;
  /** The number of the column that it is computed from. */
  readonly input: number;
  /** What to compute; missing where numbers are only turned into the type. */
  readonly computation?: Computation;
  /** The number of the column that the result is multiplied by. */
  readonly upstream?: number;
}

/** What is computed from a table, and which columns are written. */
export interface TablePlan {
  /** What to compute, by number. */
  readonly results: readonly Result[];
  /** The columns to write. */
  readonly outputs: readonly OutputColumn[];
}

/** The names of the results, by their numbers; there may be a hundred thousand. */
export function resultNames({ outputs }: TablePlan): string[] {
  const names: string[] = [];
  for (const output of outputs) if ("result" in output) names[output.result] ??= output.name;
  return names;
}

/** What a table is planned for. */
export interface PlanOptions {
  /** What messages call the input. */
  readonly from: string;
  /** Whether the output has names, so that they must differ. */
  readonly named: boolean;
  /** The type to compute in and to write, where the user chose one. */
  readonly dtype?: FloatType;
}

/**
 * The type to compute a column in: the one that the user chose, to which floats of other types are
 * converted first, or else its own; integers are computed as float64.
 */
export function resultType(type: ComputableType | undefined, dtype?: FloatType): FloatType {
  if (dtype !== undefined) return dtype;
  return type === "float32" || type === "float16" ? type : "float64";
}

/**
 * The type that a column which is only passed on is converted to, if it is: floats become what the
 * user chose; integers stay what they are, since many are keys and not measures.
 */
export function convertedType(
  type: ComputableType | undefined,
  dtype: FloatType | undefined,
): FloatType | undefined {
  return type !== dtype && type?.startsWith("float") ? dtype : undefined;
}
