import { didYouMean } from "../usage_error.ts";
import { FUNCTIONS, GRADIENT } from "./functions.ts";

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
  comb: { expression: "exp(lchoose(n, k))", note: "for 0 <= k <= n" },
  factorial: { expression: "exp(lgamma(x + 1))", note: "for x >= 0" },
  lfactorial: { expression: "lgamma(x + 1)" },
  tetragamma: { expression: "polygamma(x, 2)" },
  log2: { expression: "log(x) / log(2)" },
  log10: { expression: "log(x) / log(10)" },
  log1mexp: { expression: "log(-expm1(-x))" },
  logsumexp: { expression: "logaddexp(a, b)" },
  softplus: { expression: "logaddexp(0, x)" },
  log1pexp: { expression: "logaddexp(0, x)" },
  sigmoid: { expression: "expit(x)" },
  logistic: { expression: "expit(x)" },
  log_expit: { expression: "-logaddexp(0, -x)" },
  logsigmoid: { expression: "-logaddexp(0, -x)" },
  plogis: { expression: "expit(x)" },
  qlogis: { expression: "logit(x)" },
  exp2: { expression: "2 ^ x" },
  pow: { expression: "a ^ b" },
  power: { expression: "a ^ b" },
  square: { expression: "x ^ 2" },
  cbrt: { expression: "x ^ (1 / 3)", note: "for x >= 0" },
  hypot: { expression: "sqrt(x ^ 2 + y ^ 2)" },
  tan: { expression: "sin(x) / cos(x)" },
  sinh: { expression: "(exp(x) - exp(-x)) / 2" },
  cosh: { expression: "(exp(x) + exp(-x)) / 2" },
  asinh: { expression: "if(x < 0, -1, 1) * log(abs(x) + sqrt(x ^ 2 + 1))" },
  acosh: { expression: "log(x + sqrt(x ^ 2 - 1))" },
  atanh: { expression: "log1p(2 * x / (1 - x)) / 2" },
  mvlgamma: { expression: "multigammaln(x, p)" },
  psigamma: { expression: "polygamma(x, n)" },
  ifelse: { expression: "if(c, a, b)" },
  where: { expression: "if(c, a, b)" },
  fabs: { expression: "abs(x)" },
  ceiling: { expression: "ceil(x)" },
  round: { expression: "floor(x + 0.5)", note: "which rounds halves up" },
  rint: { expression: "floor(x + 0.5)", note: "which rounds halves up" },
  trunc: { expression: "if(x < 0, ceil(x), floor(x))" },
  int: { expression: "if(x < 0, ceil(x), floor(x))" },
  mod: { expression: "x - y * floor(x / y)" },
  fmod: { expression: "x - y * floor(x / y)", note: "for x, y > 0" },
  sign: { expression: "(x > 0) - (x < 0)" },
  sgn: { expression: "(x > 0) - (x < 0)" },
  relu: { expression: "max(x, 0)" },
  clip: { expression: "min(max(x, low), high)" },
  pmin: { expression: "min(a, b)" },
  pmax: { expression: "max(a, b)" },
  fmin: { expression: "min(a, b)" },
  fmax: { expression: "max(a, b)" },
};

/** Functions that specol lacks, and cannot make of those that it has. */
const LACKING: readonly (readonly [name: RegExp, reason: string])[] = [
  [
    /^(bessel_?[jyk]x?|[jyk]([01nv]e?|ve))$/i,
    "specol has only the modified Bessel functions of the first kind, i0, i1, i0e and i1e",
  ],
  [
    /^(bessel_?ix?|ive?|i\d+e?)$/i,
    "specol has orders 0 and 1: i0 and i1, and scaled i0e and i1e",
  ],
  [
    /^(erf(c|cx|i|inv|cinv)?|log_?erfc|ndtri?|log_?ndtr|[pqdr]norm|norm_?(cdf|pdf|ppf)|dawsn|fresnel|voigt\w*)$/i,
    "specol has no error function or related functions",
  ],
  [
    /^(gammainc\w*|igammac?|gamma_?[pq]|betainc\w*|i?betainc|beta_?inc\w*|[pq](gamma|beta|pois|nbinom|binom|t|chisq))$/i,
    "specol has no incomplete gamma or beta function",
  ],
  [/^(a(rc)?(sin|cos|tan)|a(rc)?tan2)$/i, "specol has sin and cos, but not their inverses"],
  [
    /^(riemann)?_?zetac?$|^hurwitz\w*$/i,
    "specol has no zeta function; polygamma(x, n) is a multiple of the Hurwitz zeta function",
  ],
  [
    /^(hyp\w+|ellip\w*|lambert\w*|airy\w*|polylog|spence|expint|exp[in1]|expi|shichi|sici|digammainv|gammasgn)$/i,
    "specol has no function of that kind",
  ],
  [/^(rand\w*|rnorm|runif)$/i, "specol has no random numbers"],
  [/^grad$/, "use option --grad, or write grad(EXPR, x) in an expression"],
  [/^sum$/, "use specol reduce, or sum() of the module, to sum rows"],
  [/^mean$/, "use specol reduce, or mean() of the module, to average rows"],
  [/^(avg|average)$/, "use mean, in specol reduce"],
  [/^(std|stdev|stddev)$/, "use sd, in specol reduce"],
  [/^variance$/, "use var, in specol reduce"],
  [
    /^(var|sd|count|median|quantile)$/,
    "specol reduce has sum, mean, min, max, count, var and sd",
  ],
];

/** Finds what to write for a function of another library. */
export function findInstead(name: string): Instead | undefined {
  return Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined;
}

/** Explains why there is no such function, if specol has nothing in its place. */
export function whyLacking(name: string): string | undefined {
  return LACKING.find(([pattern]) => pattern.test(name))?.[1];
}

/** Reports that there is no such function, and which one may be meant. */
export function describeUnknown(name: string, aggregates: readonly string[] = []): string {
  const unknown = `Unknown function ${name}`;
  const instead = findInstead(name);
  if (instead !== undefined) {
    const { expression, note } = instead;
    return `${unknown}: write ${expression}${note === undefined ? "" : `, ${note}`}`;
  }
  const lacking = whyLacking(name);
  if (lacking !== undefined) return `${unknown}: ${lacking}`;
  const near = didYouMean(
    name,
    [...FUNCTIONS.map(({ name }) => name), GRADIENT, ...aggregates].filter(mayMean),
  );
  return unknown + (near || "; specol list shows all functions");

  /** In a short name, another letter makes another function: `k0` is not `i0`. */
  function mayMean(other: string): boolean {
    if (name.length > SHORT) return true;
    if (other.length !== name.length) return Math.abs(other.length - name.length) === 1;
    const letters = (word: string) => [...word.toLowerCase()].sort().join("");
    return letters(name) === letters(other);
  }
}

/** Names of up to so many letters differ from others by one letter. */
const SHORT = 3;
