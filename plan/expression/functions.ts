import { type FunctionSpec, registry } from "../../functions/registry.ts";

/**
 * A function that an expression may use. `specol list`, `specol help`, completions and the table in
 * docs/expressions.md are made from these.
 */
export interface ExpressionFunction {
  readonly name: string;
  /** The names of its arguments, in order. */
  readonly args: readonly string[];
  /** What it computes, in one line. */
  readonly summary: string;
  /** Where it is defined. */
  readonly domain: string;
  /** Its derivative, as a formula; in each argument if there are several. */
  readonly derivative: string;
  /** The entry of the registry, for functions with a kernel of their own. */
  readonly spec?: FunctionSpec;
  /** The expression over the arguments that it stands for, if it is made of other functions. */
  readonly meaning?: string;
  /**
   * Its derivative in each argument, as expressions over the arguments, where the derivative of
   * `meaning` is not the one that is wanted: at a kink that only the formula has, or where another
   * formula needs fewer digits.
   */
  readonly slopes?: readonly string[];
  /** Whether it computes across the columns of a row: its first argument chooses columns. */
  readonly isAcross?: boolean;
  /** Whether it asks about cells, so that it is no function of the module: numbers are never null. */
  readonly isOfCells?: boolean;
}

/** The derivative of an expression, which is not a function of numbers. */
export const GRADIENT = "grad";

/** The negation of a condition, which is written before it. */
export const NOT = "not";

/** The function that finds nulls. */
export const IS_NULL = "isnull";

const ALL_REAL = "all x";

const SPECIAL: readonly ExpressionFunction[] = registry.map((spec) => ({
  name: spec.name,
  args: spec.parameter === undefined ? ["x"] : ["x", spec.parameter.letter],
  summary: spec.summary,
  domain: spec.domain,
  derivative: spec.gradient,
  spec,
}));

const ELEMENTARY: readonly ExpressionFunction[] = [
  {
    name: "log",
    args: ["x"],
    summary: "natural logarithm",
    domain: "x >= 0",
    derivative: "1 / x",
  },
  {
    name: "log1p",
    args: ["x"],
    summary: "log(1 + x)",
    domain: "x >= -1",
    derivative: "1 / (1 + x)",
  },
  { name: "exp", args: ["x"], summary: "e^x", domain: ALL_REAL, derivative: "exp(x)" },
  { name: "expm1", args: ["x"], summary: "e^x - 1", domain: ALL_REAL, derivative: "exp(x)" },
  {
    name: "sqrt",
    args: ["x"],
    summary: "square root",
    domain: "x >= 0",
    derivative: "1 / (2 * sqrt(x))",
  },
  {
    name: "abs",
    args: ["x"],
    summary: "absolute value",
    domain: ALL_REAL,
    derivative: "(x > 0) - (x < 0)",
  },
  {
    name: "sin",
    args: ["x"],
    summary: "sine of an angle in radians",
    domain: "finite x",
    derivative: "cos(x)",
  },
  {
    name: "cos",
    args: ["x"],
    summary: "cosine of an angle in radians",
    domain: "finite x",
    derivative: "-sin(x)",
  },
  {
    name: "tanh",
    args: ["x"],
    summary: "hyperbolic tangent",
    domain: ALL_REAL,
    derivative: "4 * expit(2 * x) * expit(-2 * x)",
    // A negative exponent does not overflow, and -0 stays -0.
    meaning: "let t = expm1(if(x < 0, 2 * x, -2 * x)); if(x < 0, t, -t) / (2 + t)",
    slopes: ["4 * (expit(2 * x) * expit(-2 * x))"],
  },
  {
    name: "expit",
    args: ["x"],
    summary: "logistic function 1 / (1 + e^-x)",
    domain: ALL_REAL,
    derivative: "expit(x) * expit(-x)",
    // A negative exponent does not overflow.
    meaning: "let e = exp(-abs(x)); if(x < 0, e, 1) / (1 + e)",
    slopes: ["expit(x) * expit(-x)"],
  },
  {
    name: "logit",
    args: ["x"],
    summary: "log(x / (1 - x)), the inverse of expit",
    domain: "0 <= x <= 1",
    derivative: "1 / (x * (1 - x))",
    // The difference is 0 at 1/2, which only algebra sees.
    meaning: "if(x == 0.5, 0, log(x) - log1p(-x))",
    slopes: ["1 / (x * (1 - x))"],
  },
  {
    name: "floor",
    args: ["x"],
    summary: "largest integer <= x",
    domain: ALL_REAL,
    derivative: "0",
  },
  {
    name: "ceil",
    args: ["x"],
    summary: "smallest integer >= x",
    domain: ALL_REAL,
    derivative: "0",
    meaning: "-floor(-x)",
  },
  {
    name: "xlogy",
    args: ["x", "y"],
    summary: "x * log(y), 0 where x is 0",
    domain: "y >= 0, or x = 0",
    derivative: "log(y) in x, x / y in y",
    // y < -inf is 0 for every number, and NaN for NaN.
    meaning: "if(x == 0, y < -inf, x * log(y))",
    slopes: ["log(y)", "if((x == 0) * (y == 0), 0, x / y)"],
  },
  {
    name: "xlog1py",
    args: ["x", "y"],
    summary: "x * log1p(y), 0 where x is 0",
    domain: "y >= -1, or x = 0",
    derivative: "log1p(y) in x, x / (1 + y) in y",
    meaning: "if(x == 0, y < -inf, x * log1p(y))",
    slopes: ["log1p(y)", "if((x == 0) * (y == -1), 0, x / (1 + y))"],
  },
  {
    name: "logaddexp",
    args: ["a", "b"],
    summary: "log(e^a + e^b)",
    domain: "all a and b",
    derivative: "expit(a - b) in a, expit(b - a) in b",
    // Infinities of one sign have no difference.
    meaning: "if(abs(a) == inf, max(a, b), max(a, b) + log1p(exp(-abs(a - b))))",
    slopes: ["expit(a - b)", "expit(b - a)"],
  },
  {
    name: "min",
    args: ["a", "b"],
    summary: "the smaller of a and b; NaN if either is NaN",
    domain: "all a and b",
    derivative: "a <= b in a, a > b in b",
  },
  {
    name: "max",
    args: ["a", "b"],
    summary: "the larger of a and b; NaN if either is NaN",
    domain: "all a and b",
    derivative: "a >= b in a, a < b in b",
  },
  {
    name: "if",
    args: ["c", "a", "b"],
    summary: "a where c is not 0, else b; NaN where c is NaN",
    domain: "all c, a and b",
    derivative: "that of the chosen branch; 0 in c",
  },
  {
    name: IS_NULL,
    args: ["x"],
    summary: "1 where x is null, else 0; x may also be a column of text",
    domain: "all x",
    derivative: "0",
    isOfCells: true,
  },
];

/** Functions across the columns of a row. */
const ACROSS: readonly ExpressionFunction[] = [
  across(
    "rowsum",
    "sum of EXPR over the chosen columns; _ is the cell",
    "sum of the gradients of EXPR",
  ),
  across("rowmean", "mean of EXPR over the chosen columns", "mean of the gradients of EXPR"),
  across(
    "rowmin",
    "smallest EXPR over the chosen columns; NaN if any is NaN",
    "gradient of the smallest EXPR",
  ),
  across(
    "rowmax",
    "largest EXPR over the chosen columns; NaN if any is NaN",
    "gradient of the largest EXPR",
  ),
  across(
    "rowlogsumexp",
    "log of the sum of e^EXPR over the chosen columns",
    "sum of the gradients of EXPR, each times e^(EXPR - result)",
  ),
];

function across(name: string, summary: string, derivative: string): ExpressionFunction {
  const args = ['"S*"', "EXPR"];
  return { name, args, summary, domain: "domain of EXPR", derivative, isAcross: true };
}

const LBETA = {
  args: ["a", "b"],
  domain: "everywhere except at the poles of its terms",
  derivative: "digamma(a) - digamma(a + b) in a, digamma(b) - digamma(a + b) in b",
  meaning: "lgamma(a) + lgamma(b) - lgamma(a + b)",
};

/** Names that people know from other libraries. */
const OTHER_NAMES: readonly ExpressionFunction[] = [
  ...["gammaln", "lnGamma", "loggamma"].map((name) => otherName(name, "lgamma")),
  otherName("psi", "digamma"),
  {
    name: "trigamma",
    args: ["x"],
    summary: "polygamma(x, 1)",
    domain: "all x except 0 and the negative integers",
    derivative: "polygamma(x, 2)",
    meaning: "polygamma(x, 1)",
  },
  { ...LBETA, name: "lbeta", summary: "logarithm of |beta(a, b)|" },
  { ...LBETA, name: "betaln", summary: "same as lbeta" },
  {
    name: "lchoose",
    args: ["n", "k"],
    summary: "logarithm of |n choose k|",
    domain: "everywhere except at the poles of its terms",
    derivative:
      "digamma(n + 1) - digamma(n - k + 1) in n, digamma(n - k + 1) - digamma(k + 1) in k",
    meaning: "lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)",
  },
  otherName("ln", "log"),
];

/** Another name of a function of x. */
function otherName(name: string, original: string): ExpressionFunction {
  const { args, domain, derivative } = [...SPECIAL, ...ELEMENTARY].find((known) =>
    known.name === original
  )!;
  const summary = `same as ${original}`;
  return { name, args, summary, domain, derivative, meaning: `${original}(x)` };
}

/** Every function that an expression may use, apart from `grad`. */
export const FUNCTIONS: readonly ExpressionFunction[] = [
  ...SPECIAL,
  ...ELEMENTARY,
  ...ACROSS,
  ...OTHER_NAMES,
];

const BY_NAME: ReadonlyMap<string, ExpressionFunction> = new Map(
  FUNCTIONS.map((known) => [known.name, known]),
);

/** Finds a function by its name. */
export function findFunction(name: string): ExpressionFunction | undefined {
  return BY_NAME.get(name);
}

/** How a function is written: `polygamma(x, n)`. */
export function usageOf({ name, args }: ExpressionFunction): string {
  return `${name}(${args.join(", ")})`;
}
