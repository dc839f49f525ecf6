import type { ColumnSpec } from "../formats/table.ts";
import { pairsOf } from "../fit/sums.ts";
import { checkNames } from "./columns/result_names.ts";
import { selectKeys } from "./columns/select_keys.ts";
import { GRADIENT } from "./expression/functions.ts";
import type { Syntax } from "./expression/syntax.ts";
import { MapPlanner } from "./plan_map.ts";
import type { PlanOptions, PlanProgram } from "./plan.ts";
import type { FitWork } from "./request.ts";
import { UsageError } from "./usage_error.ts";

/** What is computed for each row of a fit, and what is written for each group. */
export interface FitPlan {
  /** The columns whose values make the groups, by index. */
  readonly by: readonly number[];
  /**
   * The columns of the table that the expression uses, in the order of the program's inputs. A row
   * in which one is null is omitted.
   */
  readonly used: readonly number[];
  /**
   * Computes what is added up, in the order of fit/sums.ts. Its inputs are columns of the table and,
   * from `columns` on, the parameters of the row's group.
   */
  readonly program: PlanProgram;
  /** The number of the table's columns, at which the parameters begin among the inputs. */
  readonly columns: number;
  /** The number of parameters. */
  readonly parameters: number;
  /** The names of the columns that follow the keys of each group. */
  readonly names: readonly string[];
}

/** Plans a fit: the expression, its gradient and its Hessian in the parameters. */
export function planFit(
  columns: readonly ColumnSpec[],
  { text, definitions, value, start, parameters: fixed, minimize, by: selection }: FitWork,
  options: PlanOptions,
): FitPlan {
  const { from } = options;
  const by = selectKeys(columns, { ...options, by: selection });
  const names = start.map(({ name }) => name);
  const clash = names.find((name) => columns.some((column) => column.name === name));
  if (clash !== undefined) {
    throw new UsageError(
      `Parameter ${clash} of --start has the same name as a column of ${from}: rename the ` +
        `parameter in --start and in the expression`,
    );
  }
  const both = fixed?.find(({ name }) => names.includes(name));
  if (both !== undefined) {
    throw new UsageError(
      `Parameter ${both.name} is in both --start and --param: remove it from --param to fit it, ` +
        `or from --start to keep it fixed`,
    );
  }
  const parameters = names.map((name): ColumnSpec => ({
    name,
    typeName: "float64",
    type: "float64",
  }));
  const planner = new MapPlanner([...columns, ...parameters], {
    ...options,
    parameters: fixed,
    selectable: columns.length,
    refuseTests: () =>
      new UsageError(
        "isnull and text cannot be used in the expression of a fit, which skips rows with " +
          "nulls: choose rows with --where",
      ),
  });
  for (const definition of definitions) planner.add({ ...definition, hidden: true });
  for (const output of outputsOf(value, names)) {
    planner.addValue({ text, name: "", hidden: false, value: output }, { isShared: false });
  }
  const { results, program } = planner.finish();
  const inputs = results[0].expression!.inputs;
  const idle = names.find((_, i) => !inputs.includes(columns.length + i));
  if (idle !== undefined) {
    throw new UsageError(
      `Parameter ${idle} of --start does not occur in the expression: leave it out, or use it`,
    );
  }
  const used = program!.columns.filter((column) => column < columns.length);
  const written = [
    ...names,
    ...names.map((name) => `${name}_se`),
    minimize ? "minimum" : "maximum",
    "rows",
    "iterations",
    "converged",
  ];
  checkNames([
    ...by.map((input) => ({ name: columns[input].name, input })),
    ...written.map((name, result) => ({ name, result, type: "float64" as const })),
  ], {
    isNew: () => true,
    resolve: () => "rename the parameter, or the column of --by",
  });
  return {
    by,
    used,
    // The types of the columns come first, those of the parameters are not needed.
    program: {
      ...program!,
      types: used.map((column) => program!.types[program!.columns.indexOf(column)]),
    },
    columns: columns.length,
    parameters: names.length,
    names: written,
  };
}

/** The expression, its absolute value, its gradient and its Hessian, as they would be typed. */
function outputsOf(value: Syntax, parameters: readonly string[]): Syntax[] {
  const { at } = value;
  function call(name: string, args: readonly Syntax[]): Syntax {
    return { kind: "call", name, args, nameAt: at, at };
  }
  function gradient(of: Syntax, parameter: number): Syntax {
    const variable: Syntax = { kind: "name", name: parameters[parameter], quoted: true, at };
    return call(GRADIENT, [of, variable]);
  }
  const slopes = parameters.map((_, i) => gradient(value, i));
  const curvatures = pairsOf(parameters.length).map(([i, j]) => gradient(slopes[i], j));
  return [value, call("abs", [value]), ...slopes, ...curvatures];
}
