import type { ColumnSpec, OutputColumn } from "../formats/table.ts";
import { gradientKernel, valueKernel } from "../functions/registry.ts";
import { findColumn } from "./columns/find_column.ts";
import { parseSelection } from "./columns/parse_selection.ts";
import { checkNames, DEFAULT_TEMPLATE, formatName, hasFunction } from "./columns/result_names.ts";
import { selectColumns } from "./columns/select_columns.ts";
import {
  convertedType,
  type PlanOptions,
  type Result,
  resultType,
  type TablePlan,
} from "./plan.ts";
import { planMap } from "./plan_map.ts";
import type { ApplyWork, ConvertWork, Work } from "./request.ts";
import { UsageError } from "./usage_error.ts";

/** Plans what is computed from a table, and which columns are written. */
export function planTable(
  columns: readonly ColumnSpec[],
  work: Work,
  options: PlanOptions,
): TablePlan {
  if (work.kind === "apply") return planApply(columns, work, options);
  if (work.kind === "map") return planMap(columns, work, options);
  if (work.kind === "convert") return planConvert(columns, work, options);
  throw new TypeError("Groups of rows have a plan of their own");
}

/** Plans to pass columns on. Floats are converted to another type if the user chose one. */
function planConvert(
  columns: readonly ColumnSpec[],
  work: ConvertWork,
  { from, dtype }: PlanOptions,
): TablePlan {
  const results: Result[] = [];
  const inputs = selectColumns(columns, { text: work.columns, numbers: false, from });
  const outputs = inputs.map((input): OutputColumn => {
    const { name, type } = columns[input];
    const converted = convertedType(type, dtype);
    if (converted === undefined) return { name, input };
    results.push({ type: converted, input });
    return { name, result: results.length - 1, type: converted };
  });
  return { results, outputs };
}

/**
 * Plans one function over some columns. New columns come last, in the order of the selection. With
 * `--replace`, the first result of each column takes its place and its name.
 */
function planApply(
  columns: readonly ColumnSpec[],
  work: ApplyWork,
  options: PlanOptions,
): TablePlan {
  const { from, dtype, named } = options;
  const upstream = findUpstream(columns, work, from);
  const inputs = chooseInputs(columns, { work, upstream, from });
  const results: Result[] = [];
  const replaced = new Map<number, OutputColumn>();
  const added: OutputColumn[] = [];
  // All results of one kind share this object, because there may be a million results.
  const computations = kinds(work).map((gradient) => ({
    gradient,
    computation: { kernel: kernelOf(work, gradient), spec: work.spec },
  }));
  for (const input of inputs) {
    const { type: held, asked } = columns[input];
    const type = resultType(held ?? asked, dtype);
    for (const { gradient, computation } of computations) {
      const replaces = work.replace && !replaced.has(input);
      const parts = { column: columns[input].name, index: input + 1 };
      const name = resultName(parts, { work, gradient, replaces });
      const output = { name, result: results.length, type };
      if (replaces) replaced.set(input, output);
      else added.push(output);
      results.push({
        type,
        input,
        computation,
        upstream: gradient ? upstream : undefined,
      });
    }
  }
  const kept = columns.map(({ name }, input) => replaced.get(input) ?? { name, input });
  const outputs = [...kept, ...added].filter((output) => !work.only || "result" in output);
  if (named) {
    // A column that is replaced keeps its name unless --as gives another, which may be taken.
    const keeps = new Set(
      [...replaced].filter(([i, { name }]) => columns[i].name === name).map(([, output]) => output),
    );
    checkNames(outputs, {
      isNew: (output) => "result" in output && !keeps.has(output),
      resolve: (name, clash) => resolution(name, { clash, columns, inputs }),
    });
  }
  return { results, outputs };
}

function kinds({ results }: ApplyWork): readonly boolean[] {
  if (results === "value and gradient") return [false, true];
  return [results === "gradient"];
}

function kernelOf({ spec, parameter }: ApplyWork, gradient: boolean) {
  return gradient ? gradientKernel(spec, parameter) : valueKernel(spec, parameter);
}

function resultName(
  { column, index }: { column: string; index: number },
  { work, gradient, replaces }: { work: ApplyWork; gradient: boolean; replaces: boolean },
): string {
  const { spec, parameter, template = replaces ? "{column}" : DEFAULT_TEMPLATE } = work;
  const name = formatName(template, {
    column,
    index,
    function: `${spec.name}${parameter ?? ""}${gradient ? "_grad" : ""}`,
    parameter,
  });
  // The value and its gradient cannot share a name that does not distinguish them.
  const isShared = gradient && work.results === "value and gradient" && !hasFunction(template);
  return isShared ? `${name}_grad` : name;
}

function findUpstream(
  columns: readonly ColumnSpec[],
  { upstream }: ApplyWork,
  from: string,
): number | undefined {
  if (upstream === undefined) return undefined;
  const [{ what, excluded }, ...more] = parseSelection(upstream, "--upstream");
  if (
    more.length > 0 || excluded || what.kind === "glob" ||
    what.kind === "numbers" && what.first !== what.last
  ) {
    throw new UsageError(`Option --upstream takes one column, got ${upstream}`);
  }
  return findColumn(columns, { what, numbers: true, from }).index;
}

/**
 * Chooses the columns to compute. Without a selection, this is the only column of numbers besides
 * the upstream.
 */
function chooseInputs(
  columns: readonly ColumnSpec[],
  { work, upstream, from }: { work: ApplyWork; upstream?: number; from: string },
): readonly number[] {
  if (work.columns === undefined && upstream !== undefined) {
    const rest = columns.flatMap(({ type }, i) => type !== undefined && i !== upstream ? [i] : []);
    if (rest.length === 1) return rest;
  }
  return selectColumns(columns, { text: work.columns, numbers: true, from });
}

function resolution(
  name: string,
  { clash, columns, inputs }: {
    clash: "old" | "new";
    columns: readonly ColumnSpec[];
    inputs: readonly number[];
  },
): string {
  if (clash === "new") {
    return "give them different names with --as, such as --as '{column}_{index}_{function}', where {index} is the " +
      "column number";
  }
  return inputs.some((i) => columns[i].name === name)
    ? "replace it with --replace, or choose another name with --as"
    : "choose another name with --as, or write only the results with --only";
}
