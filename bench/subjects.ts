import { type FunctionSpec, gradientKernel, registry, valueKernel } from "../functions/registry.ts";
import type { Kernel } from "../kernels/engine.ts";

/**
 * Where a function is timed: on all numbers alike; apart on those between its poles, which are 0
 * and the negative integers; or only beyond where it begins.
 */
export type Domain = "all" | "poles" | "beyond";

/**
 * A function or a gradient of the registry, with one parameter if it has any: a row of the tables.
 */
export interface Subject {
  /** `i0e` for the function, `i0eGrad` for its gradient, `polygammaGrad(2)` with a parameter. */
  readonly name: string;
  /** The name without the parameter. */
  readonly plainName: string;
  /** What computes it. */
  readonly kernel: Kernel;
  /** The function that it is, or is the gradient of. */
  readonly spec: FunctionSpec;
  /** The parameter of that function. */
  readonly parameter?: number;
  readonly isGradient: boolean;
  readonly domain: Domain;
  /** Where the domain begins: is added to the inputs. */
  readonly start: number;
}

/** Those that are timed; peers have shortcuts for the first order of polygamma. */
const PARAMETERS: Readonly<Record<string, readonly number[]>> = {
  polygamma: [1, 2, 3, 10, 20],
  multigammaln: [3],
};

const DOMAINS: Readonly<Record<string, Domain>> = {
  lgamma: "poles",
  digamma: "poles",
  polygamma: "poles",
  multigammaln: "beyond",
};

/** Every function, each followed by its gradient. */
export const subjects: readonly Subject[] = registry.flatMap((spec) =>
  (PARAMETERS[spec.name] ?? [undefined]).flatMap((parameter) => subjectsOf(spec, parameter))
);

/**
 * Picks subjects by name; the name of a function picks its gradient too, one without its parameter
 * all parameters, and no names pick all.
 *
 * @throws {RangeError} If there is no subject of a name.
 */
export function selectSubjects(names: readonly string[]): readonly Subject[] {
  if (names.length === 0) return subjects;
  const unknown = names.filter((name) => !subjects.some((subject) => answersTo(subject, name)));
  if (unknown.length > 0) {
    const known = subjects.map(({ name }) => name).join(", ");
    throw new RangeError(`Cannot time ${unknown.join(", ")}: names are ${known}`);
  }
  return subjects.filter((subject) => names.some((name) => answersTo(subject, name)));
}

function subjectsOf(spec: FunctionSpec, parameter?: number): Subject[] {
  const domain = DOMAINS[spec.name] ?? "all";
  const start = domain === "beyond" ? ((parameter ?? 1) - 1) / 2 : 0;
  const common = { spec, parameter, domain, start };
  const [name, gradient] = [spec.name, `${spec.name}Grad`];
  return [
    {
      ...common,
      ...named(name, parameter),
      kernel: valueKernel(spec, parameter),
      isGradient: false,
    },
    {
      ...common,
      ...named(gradient, parameter),
      kernel: gradientKernel(spec, parameter),
      isGradient: true,
    },
  ];
}

function answersTo({ name, plainName, spec, parameter }: Subject, asked: string): boolean {
  return [name, plainName, spec.name, named(spec.name, parameter).name].includes(asked);
}

function named(plainName: string, parameter?: number): { name: string; plainName: string } {
  return { plainName, name: parameter === undefined ? plainName : `${plainName}(${parameter})` };
}
