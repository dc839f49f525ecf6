import { type FunctionSpec, registry, signature } from "../../functions/registry.ts";
import { didYouMean } from "../usage_error.ts";
import type { Syntax } from "./syntax.ts";

/** What can be called in an expression, apart from `grad`. */
export interface Callable {
  readonly name: string;
  /** How many arguments it takes. */
  readonly arity: number;
  /** How it is written, for messages. */
  readonly usage: string;
  /** The entry of the registry, for the functions that specol is made for. */
  readonly spec?: FunctionSpec;
}

const ELEMENTARY: readonly Callable[] = [
  ...["log", "log1p", "exp", "expm1", "sqrt", "abs", "sin", "cos"].map((name) => ({
    ...{ name, arity: 1 },
    usage: `${name}(x)`,
  })),
  { name: "min", arity: 2, usage: "min(a, b)" },
  { name: "max", arity: 2, usage: "max(a, b)" },
  { name: "if", arity: 3, usage: "if(condition, a, b)" },
];

const CALLABLES: ReadonlyMap<string, Callable> = new Map(
  [
    ...registry.map((spec) => ({
      ...{ name: spec.name, arity: spec.parameter === undefined ? 1 : 2 },
      ...{ usage: signature(spec), spec },
    })),
    ...ELEMENTARY,
  ].map((callable) => [callable.name, callable]),
);

/** The derivative of an expression: not a function of numbers, so it is not a callable. */
export const GRADIENT = "grad";

/**
 * Names that people know from other libraries. Each stands for an expression over its arguments,
 * `a`, `b`, ... in this order.
 */
export const ALIASES: Readonly<
  Record<string, { readonly arity: number; readonly usage: string; readonly meaning: string }>
> = {
  gammaln: { arity: 1, usage: "gammaln(x)", meaning: "lgamma(a)" },
  lnGamma: { arity: 1, usage: "lnGamma(x)", meaning: "lgamma(a)" },
  loggamma: { arity: 1, usage: "loggamma(x)", meaning: "lgamma(a)" },
  psi: { arity: 1, usage: "psi(x)", meaning: "digamma(a)" },
  trigamma: { arity: 1, usage: "trigamma(x)", meaning: "polygamma(a, 1)" },
  betaln: { arity: 2, usage: "betaln(a, b)", meaning: "lgamma(a) + lgamma(b) - lgamma(a + b)" },
  lbeta: { arity: 2, usage: "lbeta(a, b)", meaning: "lgamma(a) + lgamma(b) - lgamma(a + b)" },
  lchoose: {
    arity: 2,
    usage: "lchoose(n, k)",
    meaning: "lgamma(a + 1) - lgamma(b + 1) - lgamma(a - b + 1)",
  },
  ln: { arity: 1, usage: "ln(x)", meaning: "log(a)" },
};

/** What to write for a function of another library, and where that is not the same. */
export interface Instead {
  readonly expression: string;
  readonly note?: string;
}

/** Functions of other libraries that are not here, and what to write instead. */
const ELSEWHERE: Readonly<Record<string, Instead>> = {
  gamma: { expression: "exp(lgamma(x))", note: "which is |gamma(x)|: gamma(x) itself for x > 0" },
  beta: {
    expression: "exp(betaln(a, b))",
    note: "which is |beta(a, b)|: beta(a, b) itself for a, b > 0",
  },
  choose: { expression: "exp(lchoose(n, k))", note: "for 0 <= k <= n" },
  factorial: { expression: "exp(lgamma(x + 1))", note: "for x >= 0" },
  lfactorial: { expression: "lgamma(x + 1)" },
  log2: { expression: "log(x) / log(2)" },
  log10: { expression: "log(x) / log(10)" },
  pow: { expression: "a ^ b" },
  tan: { expression: "sin(x) / cos(x)" },
  sinh: { expression: "(exp(x) - exp(-x)) / 2" },
  cosh: { expression: "(exp(x) + exp(-x)) / 2" },
  mvlgamma: { expression: "multigammaln(x, p)" },
  ifelse: { expression: "if(condition, a, b)" },
};

/** Functions that specol lacks, and cannot make of those that it has. */
const LACKING: readonly (readonly [name: RegExp, reason: string])[] = [
  [
    /^(bessel_?[jyk]x?|[jyk]([01nv]e?|ve))$/i,
    "specol has only the modified Bessel functions of the first kind, i0, i1, i0e and i1e",
  ],
  [/^(bessel_?ix?|ive?)$/i, "specol has orders 0 and 1: i0 and i1, and scaled i0e and i1e"],
  [/^sum$/, "specol reduce adds up rows"],
  [/^mean$/, "specol reduce averages rows"],
];

/** Finds what to write for a function of another library. */
export function findInstead(name: string): Instead | undefined {
  return Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined;
}

/** Says why there is no such function, if specol has nothing in its place. */
export function whyLacking(name: string): string | undefined {
  return LACKING.find(([pattern]) => pattern.test(name))?.[1];
}

/** Finds what a name calls. */
export function findCallable(name: string): Callable | undefined {
  return CALLABLES.get(name);
}

/** Says that there is no such function, and which one may be meant. */
export function describeUnknown(name: string): string {
  const unknown = `Unknown function ${name}`;
  const instead = findInstead(name);
  if (instead !== undefined) {
    const { expression, note } = instead;
    return `${unknown}: write ${expression}${note === undefined ? "" : `, ${note}`}`;
  }
  const lacking = whyLacking(name);
  if (lacking !== undefined) return `${unknown}: ${lacking}`;
  return unknown + didYouMean(name, [...CALLABLES.keys(), ...Object.keys(ALIASES), GRADIENT]);
}

/** One function of one column, which needs no program: it has a kernel of its own. */
export interface PlainCall {
  readonly column: Extract<Syntax, { kind: "name" | "column" }>;
  readonly spec: FunctionSpec;
  readonly parameter?: number;
  /** Whether the gradient of the function is computed. */
  readonly gradient: boolean;
}

/**
 * Finds what has a kernel of its own: one function of one column, `lgamma(x)`, `polygamma(x, 2)`,
 * or the gradient of one, `grad(i0e(x))`, `grad(i0e(x), x)`.
 */
export function findPlainCall(syntax: Syntax): PlainCall | undefined {
  if (syntax.kind !== "call") return undefined;
  if (syntax.name !== GRADIENT) return functionOfColumn(syntax);
  const [inner, variable] = syntax.args;
  const call = inner.kind === "call" ? functionOfColumn(inner) : undefined;
  if (call === undefined) return undefined;
  const isSame = variable === undefined || isSameColumn(variable, call.column);
  return isSame ? { ...call, gradient: true } : undefined;
}

function functionOfColumn(
  { name, args: [x, parameter] }: Extract<Syntax, { kind: "call" }>,
): PlainCall | undefined {
  const spec = registry.find((spec) => spec.name === name);
  if (spec === undefined || x.kind !== "name" && x.kind !== "column") return undefined;
  if (parameter !== undefined && parameter.kind !== "number") return undefined;
  return { column: x, spec, parameter: parameter?.value, gradient: false };
}

function isSameColumn(a: Syntax, b: PlainCall["column"]): boolean {
  if (a.kind === "name") return b.kind === "name" && a.name === b.name;
  return a.kind === "column" && b.kind === "column" && a.number === b.number;
}
