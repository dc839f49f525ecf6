import { Random } from "../../support/random.ts";
import { LIKELIHOOD } from "./negative_binomial.ts";

export type Columns = Readonly<Record<string, Float64Array<ArrayBuffer>>>;

/** Expressions, and the columns that they are timed on. */
export interface Subject {
  readonly name: string;
  readonly texts: readonly string[];
  readonly columns: Columns;
  /** Whether digits cancel in many rows, or nothing plain computes it: then it is no target. */
  readonly cancels?: boolean;
}

const VON_MISES = "kappa * (cos(x - mu) - 1) - log(2 * pi * i0e(kappa))";
const BETA_BINOMIAL = "lchoose(n, k) + lbeta(k + a, n - k + b) - lbeta(a, b)";
const DIRICHLET = "lgamma(n + a) - lgamma(a) - lgamma(n + 1)";
const STUDENT =
  "lgamma((v + 1) / 2) - lgamma(v / 2) - log(v * pi) / 2 - (v + 1) / 2 * log1p(t ^ 2 / v)";
/** The divergence of one gamma distribution from another. */
const KL_GAMMA =
  "lgamma(c) - lgamma(a) + (a - c) * digamma(a) + c * (log(b) - log(d)) + a * (d - b) / b";
const WISHART = "(v - 4) / 2 * d - s / 2 - v * 1.5 * log(2) - multigammaln(v / 2, 3)";

/** An expression and its derivatives. */
function gradients(text: string, ...names: string[]): string[] {
  return [text, ...names.map((name) => `grad(${text}, ${name})`)];
}

/** What is timed, with so many rows. */
export function listSubjects(rows: number): readonly Subject[] {
  const random = new Random(1);
  const column = (make: () => number) => Float64Array.from({ length: rows }, make);
  const between = (low: number, high: number) => column(() => random.between(low, high));
  const counts = (high: number) => column(() => Math.floor(random.between(0, high)));
  const nb = { n: counts(201), r: between(0.5, 20), p: between(0.01, 0.99) };
  const large = { ...nb, r: column(() => 10 ** random.between(3, 7)) };
  const angles = { x: between(-3, 3), mu: between(-3, 3) };
  const vm = { ...angles, kappa: column(() => 10 ** random.between(-1, 1)) };
  const bb = {
    n: counts(200).map((n) => n + 20),
    k: counts(20),
    a: between(1, 10),
    b: between(1, 10),
  };
  const t = { t: between(-4, 4), v: between(1, 30) };
  const kl = { a: bb.a, b: bb.b, c: between(1, 10), d: between(1, 10) };
  const xy = { x: between(-5, 5), y: between(0.1, 5) };
  const wishart = { v: between(5, 40), d: between(-3, 3), s: between(1, 40) };
  return [
    { name: "negative binomial", texts: [LIKELIHOOD], columns: nb },
    { name: "with both gradients", texts: gradients(LIKELIHOOD, "r", "p"), columns: nb },
    {
      name: "with size 1e3 to 1e7",
      columns: large,
      cancels: true,
      texts: gradients(LIKELIHOOD, "r", "p"),
    },
    { name: "beta-binomial", texts: [BETA_BINOMIAL], columns: bb },
    { name: "Dirichlet-multinomial", texts: [DIRICHLET], columns: { n: nb.n, a: bb.a } },
    { name: "von Mises", texts: [VON_MISES], columns: vm },
    { name: "with both gradients", texts: gradients(VON_MISES, "mu", "kappa"), columns: vm },
    { name: "Student t", texts: [STUDENT], columns: t },
    // Of its derivative in v, terms of 1/v cancel in all rows.
    {
      name: "with both gradients",
      texts: gradients(STUDENT, "t", "v"),
      columns: t,
      cancels: true,
    },
    { name: "Wishart", texts: [WISHART], columns: wishart },
    {
      name: "Poisson",
      texts: ["n * log(y) - y - lgamma(n + 1)"],
      columns: { n: nb.n, y: bb.a },
    },
    {
      name: "gamma",
      texts: ["a * log(b) - lgamma(a) + (a - 1) * log(y) - b * y"],
      columns: { a: bb.a, b: bb.b, y: xy.y },
    },
    { name: "KL divergence", texts: [KL_GAMMA], columns: kl },
    { name: "log and lgamma", texts: ["log(y) + lgamma(a)"], columns: { y: xy.y, a: bb.a } },
    { name: "arithmetic", texts: ["x * y + z"], columns: { ...xy, z: angles.x } },
    { name: "softplus", texts: ["log1p(exp(x)) * y"], columns: xy },
    { name: "expm1", texts: ["expm1(x) * y"], columns: xy },
    { name: "power", texts: ["y ^ x + 1"], columns: xy },
    { name: "sine", texts: ["sin(x) * y"], columns: xy },
  ];
}
