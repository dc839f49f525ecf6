import {
  abs,
  add,
  type Big,
  div,
  forgetTerms,
  fromInteger,
  getPrecision,
  mul,
  nearest,
  neg,
  ONE,
  scale,
  sizeOf,
  sqrt,
  sub,
  toNumber,
  ZERO,
} from "./big_float.ts";
import { exp, integerPower, log, pi, sine } from "./big_elementary.ts";

// The gamma family and the modified Bessel functions of numbers of any precision, by
// Euler-Maclaurin's formula, power series and Hankel's expansion (DLMF 5.11, 25.11.5, 10.25.2,
// 10.40.1). What is too far from where they converge soon is undefined.

/** Steps that the gamma family goes, at most. */
const MAX_STEPS = 4096;

/** Terms of Euler-Maclaurin's formula, at most: enough for 1600 bits. */
const MAX_TERMS = 224;

/** B(2k)/(2k)! as fractions, k >= 1. */
let terms: readonly { readonly n: bigint; readonly d: bigint }[] = [];

/** Makes them from the tangent numbers T: B(2k) = (-1)^(k - 1) 2k T(k)/(4^k (4^k - 1)). */
function makeTerms(): void {
  const tangents = [0n, 1n];
  for (let k = 2; k <= MAX_TERMS; k++) tangents.push(BigInt(k - 1) * tangents[k - 1]);
  for (let k = 2; k <= MAX_TERMS; k++) {
    for (let j = k; j <= MAX_TERMS; j++) {
      tangents[j] = BigInt(j - k) * tangents[j - 1] + BigInt(j - k + 2) * tangents[j];
    }
  }
  let factorial = 1n;
  terms = tangents.slice(1).map((tangent, i) => {
    const k = BigInt(i + 1);
    const four = 1n << 2n * k;
    factorial *= 2n * k * (2n * k - 1n);
    return { n: (i % 2 === 0 ? 2n : -2n) * k * tangent, d: four * (four - 1n) * factorial };
  });
}

/** The same, rounded, by precision. */
const rounded = new Map<number, Big[]>();

function bernoulliTerm(k: number): Big {
  if (terms.length === 0) makeTerms();
  let known = rounded.get(getPrecision());
  if (known === undefined) rounded.set(getPrecision(), known = []);
  const { n, d } = terms[k - 1];
  return known[k] ??= div(fromInteger(n), fromInteger(d));
}

/** How many steps lead from x to where the series converge. */
function stepsFrom(x: Big): number {
  return Math.max(0, Math.ceil(getPrecision() / 4 - toNumber(x)));
}

/** sum B(2k)/(2k)! a (a + 1) ... (a + 2k - 2) y^(1 - 2k), without the first factor for a = 0. */
function eulerMaclaurin(a: number, y: Big): Big {
  const square = mul(y, y);
  let factor = div(ONE, y);
  let sum = ZERO;
  for (let k = 1; k <= MAX_TERMS; k++) {
    // For a = 0 the product is 1, 2 ... (2k - 2), else a, a (a + 1) (a + 2), ...
    if (k === 1) factor = a === 0 ? factor : mul(factor, fromInteger(a));
    const term = mul(bernoulliTerm(k), factor);
    sum = add(sum, term);
    if (sizeOf(term) < sizeOf(sum) - getPrecision() - 8) break;
    const rise = fromInteger((a + 2 * k - 1) * (a + 2 * k));
    factor = div(mul(factor, rise), square);
  }
  return sum;
}

/** ln |gamma(x)|, x no pole. */
export function lgamma(x: Big): Big | undefined {
  const steps = stepsFrom(x);
  if (steps > MAX_STEPS) {
    // ln (pi/|sin(pi x)|) - lgamma(1 - x)
    const mirrored = lgamma(sub(ONE, x));
    const r = sub(x, fromInteger(nearest(x)));
    return mirrored && sub(log(div(pi(), abs(sine(mul(pi(), r), 0)))), mirrored);
  }
  let product = ONE;
  let y = x;
  for (let i = 0; i < steps; i++, y = add(y, ONE)) product = mul(product, y);
  const main = sub(mul(sub(y, scale(ONE, -1)), log(y)), y);
  const constant = scale(log(scale(pi(), 1)), -1);
  const sum = add(add(main, constant), eulerMaclaurin(0, y));
  return steps === 0 ? sum : sub(sum, log(abs(product)));
}

/** The derivative of lgamma. */
export function digamma(x: Big): Big | undefined {
  const steps = stepsFrom(x);
  if (steps > MAX_STEPS) {
    const mirrored = digamma(sub(ONE, x));
    const angle = mul(pi(), sub(x, fromInteger(nearest(x))));
    return mirrored && sub(mirrored, mul(pi(), div(sine(angle, 1), sine(angle, 0))));
  }
  let sum = ZERO;
  let y = x;
  for (let i = 0; i < steps; i++, y = add(y, ONE)) sum = add(sum, div(ONE, y));
  const tail = add(div(ONE, scale(y, 1)), div(eulerMaclaurin(1, y), y));
  return sub(sub(log(y), tail), sum);
}

/** The n-th derivative of digamma: (-1)^(n + 1) n! zeta(n + 1, x). */
export function polygamma(n: number, x: Big): Big | undefined {
  if (n === 0) return digamma(x);
  const steps = stepsFrom(x) + n;
  if (steps > MAX_STEPS + n) return undefined;
  let factor = fromInteger(n % 2 === 0 ? -1 : 1);
  for (let i = 2; i <= n; i++) factor = mul(factor, fromInteger(i));
  let sum = ZERO;
  let y = x;
  // Each term has its factor before it is added: `largestTerm` says how much sums lose.
  const term = () => mul(factor, integerPower(y, -n - 1));
  for (let i = 0; i < steps; i++, y = add(y, ONE)) sum = add(sum, term());
  const bracket = add(div(y, fromInteger(n)), scale(ONE, -1));
  return add(sum, mul(term(), add(bracket, eulerMaclaurin(n + 1, y))));
}

/** ln of the multivariate gamma function of dimension p, or its k-th derivative. */
export function multigammaln(x: Big, p: number, k: number): Big | undefined {
  let sum = k === 0 ? mul({ m: BigInt(p * (p - 1)), e: -2n }, log(pi())) : ZERO;
  for (let i = 0; i < p; i++) {
    const at = sub(x, { m: BigInt(i), e: -1n });
    const part = k === 0 ? lgamma(at) : polygamma(k - 1, at);
    if (part === undefined) return undefined;
    sum = add(sum, part);
  }
  return sum;
}

/** I of an order at x > 0, without the factor exp(x) where the second is true. */
function modifiedBessel(order: number, x: Big): [Big, boolean] {
  if (toNumber(x) > 0.4 * getPrecision() + order * order) {
    let term = ONE;
    let sum = ONE;
    for (let k = 1;; k++) {
      const factor = fromInteger((2 * k - 1) ** 2 - 4 * order * order);
      term = div(mul(term, factor), mul(fromInteger(8 * k), x));
      if (term.m === 0n || sizeOf(term) < sizeOf(sum) - getPrecision() - 2) break;
      sum = add(sum, term);
    }
    return [div(sum, sqrt(mul(scale(pi(), 1), x))), true];
  }
  const quarter = scale(mul(x, x), -2);
  let term = integerPower(scale(x, -1), order);
  for (let i = 2; i <= order; i++) term = div(term, fromInteger(i));
  let sum = term;
  for (let k = 1;; k++) {
    term = div(mul(term, quarter), fromInteger(k * (k + order)));
    if (sizeOf(term) < sizeOf(sum) - getPrecision() - 2) break;
    sum = add(sum, term);
  }
  return [sum, false];
}

/** The k-th derivative of I0 or I1 at x > 0, as `modifiedBessel`. */
function besselDerivative(m: number, k: number, x: Big): [Big, boolean] {
  let sum = ZERO;
  let binomial = 1;
  let isScaled = false;
  for (let j = 0; j <= k; j++) {
    const [value, has] = modifiedBessel(Math.abs(m - k + 2 * j), x);
    isScaled = has;
    sum = add(sum, mul(fromInteger(binomial), value));
    binomial = Math.round(binomial * (k - j) / (j + 1));
  }
  return [scale(sum, -k), isScaled];
}

/** The k-th derivative of I0 or I1, or of exp(-|x|) times it, x not 0. */
export function bessel(m: number, k: number, x: Big, isScaled: boolean): Big | undefined {
  if (k > 12) return undefined;
  const size = abs(x);
  const parts: Big[] = [];
  let binomial = 1;
  for (let j = isScaled ? 0 : k; j <= k; j++) {
    const [value, has] = besselDerivative(m, j, size);
    const factor = has === isScaled ? ONE : exp(isScaled ? neg(size) : size);
    if (typeof factor === "number") return undefined;
    const sign = (k - j) % 2 === 0 ? 1 : -1;
    parts.push(mul(fromInteger(isScaled ? sign * binomial : 1), mul(value, factor)));
    binomial = Math.round(binomial * (k - j) / (j + 1));
  }
  forgetTerms();
  const total = parts.reduce(add);
  return x.m < 0n && (m + k) % 2 === 1 ? neg(total) : total;
}
