import { Float16Array } from "../../kernels/float_types.ts";
import type { ColumnSpec, NumberType } from "../../formats/table.ts";

/** A column that rows are grouped by, and what it becomes. */
export interface KeyColumn extends ColumnSpec {
  /** What its texts are written as, if not as texts. */
  readonly as?: "int64" | "float64";
  /** Whether its texts are bytes of CSV, which need not be UTF-8; false if omitted. */
  readonly isBytes?: boolean;
  /** Whether its texts are values of JSON: a string is in quotes; false if omitted. */
  readonly isJson?: boolean;
}

/** Arrays of each type of numbers. */
export const NUMBER_ARRAYS = {
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
  float16: Float16Array,
  float32: Float32Array,
  float64: Float64Array,
} as const;

/** An array of numbers of any type. */
export type NumberArray = InstanceType<typeof NUMBER_ARRAYS[NumberType]>;

/** The type of a column's numbers; nothing if its keys are texts. */
export function numberTypeOf(
  { stored, type = stored, values }: ColumnSpec,
): NumberType | undefined {
  return values === "texts" || type === "decimal" ? undefined : type;
}

/** Whether a type is one of floats. */
export function isFloat(type: NumberType): boolean {
  return type.startsWith("float");
}
