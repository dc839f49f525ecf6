import type { ColumnSpec } from "../formats/table.ts";
import type { TablePlan } from "../plan/plan.ts";

// The columns of several inputs are matched by their names, whatever their order.

/** The columns of an input, and what messages call it. */
export interface NamedColumns {
  readonly name: string;
  readonly columns: readonly ColumnSpec[];
}

/** Finds for each column of the first input the one of another input that has its name. */
export function matchColumns(first: NamedColumns, next: NamedColumns): readonly number[] {
  const where = `Cannot read ${next.name} after ${first.name}`;
  const names = next.columns.map(({ name }) => name);
  if (names.length === first.columns.length && names.every((name, i) => isNamed(first, i, name))) {
    return names.map((_, i) => i);
  }
  const known = new Set(first.columns.map(({ name }) => name));
  const missing = first.columns.find(({ name }) => !names.includes(name));
  if (missing !== undefined) {
    throw new SyntaxError(
      `${where}: it has no column ${show(missing.name)}; all inputs must have the same columns`,
    );
  }
  const other = names.findIndex((name) => !known.has(name));
  if (other >= 0) {
    throw new SyntaxError(
      `${where}: its column ${other + 1} is ${
        show(names[other])
      }, which ${first.name} does not have; ` +
        `all inputs must have the same columns`,
    );
  }
  const places = new Map(names.map((name, i) => [name, i]));
  if (places.size < names.length || known.size < first.columns.length) {
    throw new SyntaxError(
      `${where}: several columns have the same name; then all inputs must have the same columns in ` +
        `the same order`,
    );
  }
  return first.columns.map(({ name }) => places.get(name)!);
}

function isNamed({ columns }: NamedColumns, i: number, name: string): boolean {
  return columns[i]?.name === name;
}

function show(name: string): string {
  return name === "" ? '""' : name;
}

/** Whether columns are in the same order. */
export function isSameOrder(order: readonly number[]): boolean {
  return order.every((column, i) => column === i);
}

/** The plan of a table for an input that has the same columns in another order. */
export function reorderPlan(plan: TablePlan, order: readonly number[]): TablePlan {
  if (isSameOrder(order)) return plan;
  const place = (column: number): number => order[column];
  return {
    results: plan.results.map((result) => ({
      ...result,
      input: place(result.input),
      upstream: result.upstream === undefined ? undefined : place(result.upstream),
      expression: result.expression &&
        { ...result.expression, inputs: result.expression.inputs.map(place) },
    })),
    program: plan.program && { ...plan.program, columns: plan.program.columns.map(place) },
    outputs: plan.outputs.map((output) =>
      "input" in output ? { ...output, input: place(output.input) } : output
    ),
  };
}
