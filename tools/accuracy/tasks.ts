import {
  type Errors,
  type FunctionSpec,
  gradientKernel,
  registry,
  valueKernel,
} from "../../functions/registry.ts";
import type { Kernel } from "../../kernels/engine.ts";

/** A function or a gradient to survey. */
export interface Task {
  /** `i0e`, `i0eGrad`, `polygamma(20)`. */
  readonly name: string;
  readonly kernel: Kernel;
  readonly budget: Errors;
}

/**
 * Parameters to survey: the first ones, both parities, some from the middle, and the far end.
 */
const PARAMETERS: Readonly<Record<string, readonly number[]>> = {
  polygamma: [1, 2, 3, 4, 7, 20, 21, 60, 61, 150, 171, 500, 1000],
  multigammaln: [1, 2, 3, 4, 5, 10, 11, 50, 1000],
};

/** All tasks, in the order of the registry. */
export function allTasks(): Task[] {
  return registry.flatMap((spec) =>
    parametersOf(spec).flatMap((parameter) => tasksOf(spec, parameter))
  );
}

/**
 * The tasks of a name: of a function (with its gradient) or of a gradient, with one parameter,
 * `polygamma(20)`, or with all that are surveyed, `polygamma`. `undefined` if there are none.
 */
export function tasksNamed(name: string): Task[] | undefined {
  const [, word, digits] = /^(\w+)(?:\((\d+)\))?$/.exec(name) ?? [];
  const spec = registry.find((spec) => word === spec.name || word === `${spec.name}Grad`);
  if (spec === undefined) return undefined;
  if (digits !== undefined && !(Number(digits) >= (spec.parameter?.least ?? Infinity))) {
    return undefined;
  }
  const parameters = digits === undefined ? parametersOf(spec) : [Number(digits)];
  const tasks = parameters.flatMap((parameter) => tasksOf(spec, parameter))
    .filter((task) => word === spec.name || task.name.startsWith(word));
  return tasks.length > 0 ? tasks : undefined;
}

/** The tasks of several names, or all tasks if there are none; throws if a name is unknown. */
export function selectTasks(names: readonly string[]): Task[] {
  const chosen = names.map(tasksNamed);
  const unknown = names.filter((_, i) => chosen[i] === undefined);
  if (unknown.length > 0) {
    throw new RangeError(
      `Cannot survey ${unknown.join(", ")}: names are ${taskNames().join(", ")}`,
    );
  }
  return names.length === 0 ? allTasks() : chosen.flatMap((tasks) => tasks ?? []);
}

/** The names that a survey can be asked for, without parameters. */
function taskNames(): string[] {
  return [...new Set(allTasks().map(({ name }) => name.replace(/\(.*/, "")))];
}

function parametersOf({ name, parameter }: FunctionSpec): readonly (number | undefined)[] {
  return parameter === undefined ? [undefined] : PARAMETERS[name];
}

function tasksOf(spec: FunctionSpec, parameter: number | undefined): Task[] {
  const suffix = parameter === undefined ? "" : `(${parameter})`;
  const value = valueKernel(spec, parameter);
  const gradient = gradientKernel(spec, parameter);
  const tasks = [{ name: `${spec.name}${suffix}`, kernel: value }];
  // The gradient of polygamma is polygamma, of another parameter: a task of its own if any.
  if (gradient.name !== value.name) {
    tasks.push({ name: `${spec.name}Grad${suffix}`, kernel: gradient });
  }
  return tasks.map((task) => ({ ...task, budget: spec.budget }));
}

/** A function of the registry, and what computes it, or its gradient. */
export interface FoundKernel {
  readonly spec: FunctionSpec;
  readonly kernel: Kernel;
}

/**
 * Finds a function or gradient by what surveys and references call it: `i0e`, `polygammaGrad(20)`.
 */
export function findKernel(text: string): FoundKernel {
  const [, name, grad, digits] = /^(\w+?)(Grad)?(?:\((\d+)\))?$/.exec(text) ?? [];
  const spec = registry.find((spec) => spec.name === name);
  if (spec === undefined || (spec.parameter === undefined) !== (digits === undefined)) {
    const names = registry.map((spec) => spec.name).join(", ");
    throw new RangeError(
      `Cannot find ${text}: it must be one of ${names}, with or without Grad, and with a parameter ` +
        `in parentheses where it takes one`,
    );
  }
  const parameter = digits === undefined ? undefined : Number(digits);
  return { spec, kernel: (grad ? gradientKernel : valueKernel)(spec, parameter) };
}
