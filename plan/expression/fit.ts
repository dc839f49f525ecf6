import { Climbs } from "../../fit/climb.ts";
import { distinctRows } from "../../fit/distinct_rows.ts";
import { explainEnding } from "../../fit/explain_ending.ts";
import { pairsOf, placesOf } from "../../fit/sums.ts";
import { weighValues } from "../../fit/weighted_values.ts";
import { checkKeys, describe } from "../../functions/arguments.ts";
import { sum } from "../../functions/sum.ts";
import type { Compiled } from "./compile_program.ts";
import { differentiate } from "./differentiate.ts";
import { evaluateArrays, lengthOf, takeColumn } from "./evaluate.ts";
import { asSyntaxError, compile, type ExpressionColumns, resolve } from "./expression.ts";
import { Graph, type Node } from "./graph.ts";

/** Options of {@linkcode fit}. */
export interface FitOptions {
  /** The starting value of each parameter, by name. */
  readonly start: Readonly<Record<string, number>>;
  /** Whether to minimise the sum instead. The default is `false`. */
  readonly minimize?: boolean;
  /** The maximum number of Newton steps. The default is 100. */
  readonly iterations?: number;
}

/** The result of {@linkcode fit}. */
export interface Fit {
  /** The value of each parameter. If the fit has not converged, those with the best sum. */
  readonly parameters: Readonly<Record<string, number>>;
  /** The standard error of each parameter, from the inverse Hessian; NaN if there is none. */
  readonly standardErrors: Readonly<Record<string, number>>;
  /** The maximum of the sum, or its minimum if `minimize` is set. */
  readonly sum: number;
  /** The number of rows. */
  readonly rows: number;
  /** The number of Newton steps. */
  readonly iterations: number;
  /** Whether the fit has converged. */
  readonly converged: boolean;
  /** Why the fit has not converged; missing if it has. */
  readonly reason?: string;
}

const KEYS: readonly string[] = ["start", "minimize", "iterations"];
const DEFAULT_ITERATIONS = 100;

/**
 * Finds the parameters that maximise the sum of an expression over rows, as `specol fit` does. It uses
 * Newton's method with exact sums of the gradient and the Hessian, which are derived from the
 * expression. The estimates do not depend on the order of rows.
 *
 * @example
 * ```ts
 * import { fit } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * const n = new Float64Array([1, 7, 4, 4]);
 * const { parameters, standardErrors, converged } = fit("n * log(m) - m", { n }, {
 *   start: { m: 1 },
 * });
 * assertEquals(parameters.m, 4);
 * assertEquals(standardErrors.m, 1);
 * assertEquals(converged, true);
 * ```
 *
 * @param text The expression, a log-likelihood of one row: see `expression`.
 * @param columns Its columns by name: arrays of the same length, and numbers that apply to every row.
 * @param options The parameters and where the search starts.
 * @returns The parameters, their standard errors, and whether the search has converged.
 * @throws {SyntaxError} If the text is not an expression.
 * @throws {RangeError} If there are no rows, or the sum is not finite at the starting values.
 */
export function fit(text: string, columns: ExpressionColumns, options: FitOptions): Fit {
  const { start, minimize = false, iterations = DEFAULT_ITERATIONS } = checkOptions(text, options);
  if (typeof columns !== "object" || columns === null) {
    throw new TypeError(`Cannot fit ${text}: columns must be an object, got ${describe(columns)}`);
  }
  const names = Object.keys(start);
  const inputs: string[] = [];
  const compiled = compileSums(text, names, inputs);
  for (const name of names) {
    if (Object.hasOwn(columns, name)) {
      throw new TypeError(`Cannot fit ${text}: ${name} is a column and a parameter of start`);
    }
    if (!inputs.includes(name)) {
      throw new TypeError(
        `Cannot fit ${text}: parameter ${name} of start does not occur in the expression`,
      );
    }
  }
  const given = inputs.map((name) => {
    const value = Object.hasOwn(columns, name) ? columns[name] : undefined;
    return names.includes(name) ? 0 : takeColumn(value, text, `column ${name}`);
  });
  const rows = lengthOf(given, { what: text, names: inputs.map((name) => `column ${name}`) }) ?? 1;
  if (rows === 0) throw new RangeError(`Cannot fit ${text}: there is no row`);
  const distinct = distinctRows({
    groups: new Uint32Array(rows),
    columns: given.filter((column) => typeof column !== "number").map((column) =>
      new Float64Array(column)
    ),
    first: 0,
  });
  const outputs = Array.from(
    { length: placesOf(names.length).count - 1 },
    () => new Float64Array(distinct.groups.length),
  );
  const climbs = new Climbs(1, { start: Object.values(start), minimize, iterations });
  while (climbs.isActive(0)) {
    const arrays = distinct.columns.values();
    const trial = inputs.map((name, i) => {
      if (names.includes(name)) return climbs.trials[names.indexOf(name)];
      const column = given[i];
      return typeof column === "number" ? column : arrays.next().value!;
    });
    evaluateArrays(compiled, trial, outputs);
    const [value, ...derivatives] = outputs;
    climbs.take(
      0,
      [value, value.map(Math.abs), ...derivatives].map((values) =>
        weightedSum(values, distinct.counts)
      ),
    );
  }
  const found = climbs.found(0);
  const { ending, parameters, errors, extreme } = found;
  if (ending === "outside") {
    const where = names.map((name) => `${name} = ${start[name]}`).join(", ");
    // The search has ended where it starts, so these are the values there.
    const [values] = outputs;
    const bad = values.findIndex((value) => !Number.isFinite(value));
    const what = bad < 0
      ? "the sum or one of its derivatives is not finite"
      : `the expression is ${values[bad]} in element ${distinct.places?.[bad] ?? bad}`;
    throw new RangeError(`Cannot fit ${text}: ${what} at the starting point, ${where}`);
  }
  const converged = ending === "converged";
  return {
    parameters: byName(names, parameters),
    standardErrors: byName(names, errors),
    sum: extreme,
    rows,
    iterations: found.iterations,
    converged,
    ...converged ? {} : { reason: explainEnding(found, { names, minimize, iterations, rows }) },
  };
}

function checkOptions(text: string, options: FitOptions): FitOptions {
  const { start, minimize = false, iterations = 1 } = options ?? {};
  if (typeof start !== "object" || start === null || Object.keys(start).length === 0) {
    throw new TypeError(
      `Cannot fit ${text}: start must name the parameters, such as { r: 1, p: 0.5 }, got ` +
        describe(start),
    );
  }
  for (const [name, value] of Object.entries(start)) {
    if (typeof value === "number" && Number.isFinite(value)) continue;
    throw new TypeError(
      `Cannot fit ${text}: start.${name} must be a finite number, got ${describe(value)}`,
    );
  }
  checkKeys(`Cannot fit ${text}`, options, KEYS);
  if (typeof minimize !== "boolean") {
    throw new TypeError(
      `Cannot fit ${text}: minimize must be a boolean, got ${describe(minimize)}`,
    );
  }
  if (!Number.isInteger(iterations) || iterations < 1) {
    throw new RangeError(
      `Cannot fit ${text}: iterations must be an integer >= 1, got ${iterations}`,
    );
  }
  return options;
}

/** Compiles the expression, its gradient and its Hessian as one program, and lists its inputs. */
function compileSums(text: string, names: readonly string[], inputs: string[]): Compiled {
  return asSyntaxError(() => {
    const graph = new Graph();
    const value = resolve(text, { graph, inputs });
    const slope = (node: Node, name: string): Node =>
      differentiate(graph, node, graph.column(inputs.indexOf(name)));
    const present = names.filter((name) => inputs.includes(name));
    const slopes = present.map((name) => slope(value, name));
    const curvatures = pairsOf(present.length).map(([i, j]) => slope(slopes[i], present[j]));
    return compile(graph, [value, ...slopes, ...curvatures]);
  });
}

/** The exact sum of values of rows that stand for several each, rounded once. */
function weightedSum(values: Float64Array, counts: Float64Array | undefined): number {
  if (counts === undefined) return sum(values);
  const { high, low, isFinite } = weighValues(values, counts);
  if (!isFinite) return sum(Array.from(values, (value, i) => Array(counts[i]).fill(value)).flat());
  const both = new Float64Array(2 * values.length);
  both.set(high);
  both.set(low, values.length);
  return sum(both);
}

function byName(names: readonly string[], values: Float64Array): Record<string, number> {
  return Object.fromEntries(names.map((name, i) => [name, values[i]]));
}
