import type { ColumnSpec, OutputColumn } from "../formats/table.ts";
import { gradientKernel, valueKernel } from "../functions/registry.ts";
import { checkNames } from "./columns/result_names.ts";
import { findColumn } from "./columns/find_column.ts";
import { NameMap } from "./columns/name_map.ts";
import { type Assignment, pointAt } from "./expression/assignment.ts";
import {
  convertedType,
  type PlanOptions,
  type Result,
  resultType,
  type TablePlan,
} from "./plan.ts";
import type { MapWork } from "./request.ts";

/**
 * Plans several results. An expression sees the columns of the input but no other result, so that
 * their order does not matter. With `--replace`, a result that has the name of a column takes its
 * place.
 */
export function planMap(
  columns: readonly ColumnSpec[],
  { assignments, replace, only }: MapWork,
  { from, named: isNamed, dtype }: PlanOptions,
): TablePlan {
  const results: Result[] = [];
  const made = assignments.map(({ text, name, column, call }): OutputColumn => {
    const { index: input, type } = findColumn(columns, {
      what: { kind: "name", name: column.name },
      numbers: call !== undefined,
      from,
      details: pointAt(text, column.at),
    });
    const converted = call === undefined ? convertedType(type, dtype) : resultType(type, dtype);
    if (converted === undefined) return { name, input };
    const output = { name, result: results.length, type: converted };
    results.push({ type: converted, input, computation: call && computationOf(call) });
    return output;
  });
  const placed = new Set<OutputColumn>();
  // There may be as many results as columns, so they are looked up in a map. If two have the same
  // name, the first one counts.
  const named = new NameMap<OutputColumn>();
  for (const output of made.toReversed()) named.set(output.name, output);
  const kept = columns.map(({ name }, input): OutputColumn => {
    const output = replace ? named.get(name) : undefined;
    if (output === undefined || placed.has(output)) return { name, input };
    placed.add(output);
    return output;
  });
  const outputs = only ? made : [...kept, ...made.filter((output) => !placed.has(output))];
  if (isNamed) {
    const isMade = new Set(made);
    checkNames(outputs, {
      isNew: (output) => isMade.has(output),
      resolve: (_, clash) =>
        clash === "new"
          ? "give each a name of its own"
          : "overwrite it with --replace, or choose another name",
    });
  }
  return { results, outputs };
}

function computationOf(
  { spec, parameter, gradient }: NonNullable<Assignment["call"]>,
): Result["computation"] {
  const kernel = gradient ? gradientKernel(spec, parameter) : valueKernel(spec, parameter);
  return { kernel, spec };
}
