import { brokenRule } from "../functions/parameter.ts";
import { type FunctionSpec, signature } from "../functions/registry.ts";
import { UsageError } from "../plan/usage_error.ts";
import type { Arguments, Flag } from "./flags.ts";

/** The option for a function's parameter, `-n, --order N`; none for a function without one. */
export function parameterFlags(spec: FunctionSpec): Flag[] {
  const { parameter } = spec;
  if (parameter === undefined) return [];
  const { letter, name, least } = parameter;
  const rule = `an integer >= ${least}`;
  return [{
    name,
    short: letter,
    value: letter.toUpperCase(),
    rule,
    summary: `${letter} of ${signature(spec)}, ${rule}`,
  }];
}

/** How a run of a function begins: `specol polygamma -n 2`. */
export function exampleRun({ name, parameter }: FunctionSpec): string {
  return `specol ${name}${parameter ? ` -${parameter.letter} ${parameter.example}` : ""}`;
}

/** Reads the value of a function's parameter, which cannot be left out where there is one. */
export function parseParameter(
  { options }: Arguments,
  spec: FunctionSpec,
): number | undefined {
  const [flag] = parameterFlags(spec);
  if (flag === undefined || spec.parameter === undefined) return undefined;
  const text = options.get(flag.name);
  if (text === undefined) {
    throw new UsageError(
      `Missing option --${flag.name}: -${flag.short} ${flag.value}, ${flag.rule}, as in ` +
        `${exampleRun(spec)} x.npy`,
    );
  }
  const value = text.trim() === "" ? NaN : Number(text);
  const broken = brokenRule(value, spec.parameter);
  if (broken !== undefined) throw new UsageError(`Option --${flag.name} ${broken}, got ${text}`);
  return value;
}
