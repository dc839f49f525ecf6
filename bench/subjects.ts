import { type FunctionSpec, registry } from "../functions/registry.ts";
import type { KernelName } from "../kernels/engine.ts";

/** A function or a gradient of the registry: a row of the tables. */
export interface Subject {
  /** `i0e` for the function, `i0eGrad` for its gradient. */
  readonly name: string;
  /** What computes it. */
  readonly kernel: KernelName;
  /** The function that it is, or is the gradient of. */
  readonly spec: FunctionSpec;
}

/** Every function, each followed by its gradient. */
export const subjects: readonly Subject[] = registry.flatMap((spec) => [
  { name: spec.name, kernel: spec.kernel, spec },
  { name: `${spec.name}Grad`, kernel: spec.gradientKernel, spec },
]);

/**
 * Picks subjects by name; the name of a function picks its gradient too, and no names pick all.
 *
 * @throws {RangeError} If there is no subject of a name.
 */
export function selectSubjects(names: readonly string[]): readonly Subject[] {
  if (names.length === 0) return subjects;
  const unknown = names.filter((name) => !subjects.some((subject) => subject.name === name));
  if (unknown.length > 0) {
    const known = subjects.map(({ name }) => name).join(", ");
    throw new RangeError(`Cannot time ${unknown.join(", ")}: names are ${known}`);
  }
  return subjects.filter(({ name, spec }) => names.includes(name) || names.includes(spec.name));
}
