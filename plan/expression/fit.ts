import { Climbs } from "../../fit/climb.ts";
import { exactSum } from "../../fit/exact_sum.ts";
import { explainEnding } from "../../fit/explain_ending.ts";
import { pairsOf } from "../../fit/sums.ts";
import { describe } from "../../functions/arguments.ts";
import { expression, type ExpressionColumns } from "./expression.ts";

/** Options of {@linkcode fit}. */
export interface FitOptions {
  /** The starting value of each parameter, by name. */
  readonly start: Readonly<Record<string, number>>;
  /** Whether to minimise the sum instead. The default is `false`. */
  readonly minimize?: boolean;
  /** The maximum number of Newton steps. The default is 100. */
  readonly iterations?: number;
}

/** Parameters that {@linkcode fit} has found. */
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
 * @param columns Its columns by name: arrays of one length, and numbers that hold for every row.
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
  const value = expression(text);
  for (const name of names) {
    if (Object.hasOwn(columns, name)) {
      throw new TypeError(`Cannot fit ${text}: ${name} is a column and a parameter of start`);
    }
    if (!value.inputs.includes(name)) {
      throw new TypeError(
        `Cannot fit ${text}: parameter ${name} of start does not occur in the expression`,
      );
    }
  }
  const arrays = Object.values(columns).filter((column) => typeof column !== "number");
  const rows = arrays[0]?.length ?? 1;
  if (rows === 0) throw new RangeError(`Cannot fit ${text}: there is no row`);
  const gradient = names.map((name) => value.grad(name));
  const hessian = pairsOf(names.length).map(([i, j]) => gradient[i].grad(names[j]));
  const climbs = new Climbs(1, { start: Object.values(start), minimize, iterations });
  while (climbs.isActive(0)) {
    const given = { ...columns, ...byName(names, climbs.trials) };
    const add = (one: typeof value): Float64Array => toColumn(one(given), rows);
    const values = add(value);
    climbs.take(0, [
      exactSum(values),
      exactSum(values.map(Math.abs)),
      ...[...gradient, ...hessian].map((one) => exactSum(add(one))),
    ]);
  }
  const found = climbs.found(0);
  const { ending, parameters, errors, extreme } = found;
  if (ending === "outside") {
    throw new RangeError(
      `Cannot fit ${text}: the sum or one of its derivatives is not finite at the starting point, ` +
        `${names.map((name) => `${name} = ${start[name]}`).join(", ")}`,
    );
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
  const { start, iterations = 1 } = options ?? {};
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
  const unknown = Object.keys(options).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    throw new TypeError(
      `Cannot fit ${text}: unknown option ${unknown}; the options are ${KEYS.join(", ")}`,
    );
  }
  if (!Number.isInteger(iterations) || iterations < 1) {
    throw new RangeError(
      `Cannot fit ${text}: iterations must be an integer >= 1, got ${iterations}`,
    );
  }
  return options;
}

/** An array that holds a result for each row. A derivative may be the same number in all rows. */
function toColumn(result: ArrayLike<number> | number, rows: number): Float64Array {
  if (typeof result === "number") return new Float64Array(rows).fill(result);
  return result instanceof Float64Array ? result : Float64Array.from(result);
}

function byName(names: readonly string[], values: Float64Array): Record<string, number> {
  return Object.fromEntries(names.map((name, i) => [name, values[i]]));
}
