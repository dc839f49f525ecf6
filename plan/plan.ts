import type { CellTest } from "../formats/test_column.ts";
import type { ComputableType, OutputColumn } from "../formats/table.ts";
import type { FunctionSpec } from "../functions/registry.ts";
import type { Kernel } from "../kernels/engine.ts";
import type { FloatType } from "../kernels/float_types.ts";
import type { Compiled } from "./expression/compile_program.ts";

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
  /** The index of the column that it is computed from; of an expression, the first one. */
  readonly input: number;
  /** What to compute; missing if numbers are only converted to the type, and for an expression. */
  readonly computation?: Computation;
  /** The output of the plan's program that holds it, if it is an expression. */
  readonly expression?: ExpressionResult;
  /** The index of the column that the result is multiplied by. */
  readonly upstream?: number;
  /** What messages call it, if it is neither an expression nor written under a name. */
  readonly name?: string;
}

/** A result that the program of a plan computes. */
export interface ExpressionResult {
  /** Its number among the outputs of the program. */
  readonly output: number;
  /** The indexes of the columns whose numbers it depends on. */
  readonly inputs: readonly number[];
  /** The tests of columns that it depends on, by their indexes among the columns of the program. */
  readonly tests?: readonly number[];
  /**
   * The output of the program that is 1 where the result is not null. If omitted, the result is
   * null where one of its inputs or tests is.
   */
  readonly presence?: number;
  /** What the user typed. */
  readonly text: string;
  /** The name of the result. */
  readonly name: string;
}

/** A question about each cell of a column, which is 1 where the answer is yes and 0 where it is no. */
export interface ColumnTest extends CellTest {
  /** The column that the program reads it as, after all columns of the table. */
  readonly index: number;
}

/** A program and its inputs: columns, and the types that their numbers are rounded to before. */
export interface PlanProgram extends Compiled {
  readonly types: readonly FloatType[];
  /** The inputs that are no columns of the table, but tests of some. */
  readonly tests?: readonly ColumnTest[];
}

/** What is computed from a table, and which columns are written. */
export interface TablePlan {
  /** The columns to compute, by index. */
  readonly results: readonly Result[];
  /** What computes all results that are expressions. */
  readonly program?: PlanProgram;
  /** The columns to write. */
  readonly outputs: readonly OutputColumn[];
}

/** Returns the indexes of the columns that a result is computed from. */
export function inputsOf({ input, upstream, expression }: Result): readonly number[] {
  if (expression !== undefined) return expression.inputs;
  return upstream === undefined ? [input] : [input, upstream];
}

/** Returns the columns of the table that are looked at to compute results. */
export function columnsOf({ results, program }: Pick<TablePlan, "results" | "program">): number[] {
  const tested = (program?.tests ?? []).map(({ column }) => column);
  return [...new Set([...results.flatMap(inputsOf), ...tested])];
}

/** Returns the names of the results, by index. There may be a hundred thousand. */
export function resultNames({ outputs }: Pick<TablePlan, "outputs">): string[] {
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
  /** Whether the table is CSV, in which every cell is a text; false if omitted. */
  readonly isText?: boolean;
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

/** Returns the type of an expression: the one that the user chose, or the widest of its columns. */
export function widestType(types: readonly FloatType[], dtype?: FloatType): FloatType {
  const widths: readonly FloatType[] = ["float64", "float32", "float16"];
  return dtype ?? widths.find((type) => types.includes(type)) ?? "float64";
}
