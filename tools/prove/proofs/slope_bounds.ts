// How far a function can move where its operand is known within a bound (expression/slope_bound.ts): what the source allows for f' is
// at least |f'| at every number that is no farther from x than the distance d from a singularity, and |x|, times 2^-20. Ratios of
// what is needed to what is there, on cells that cover every x, the source evaluated on each.
//
//   sqrt, exp, expm1, ln, log1p, sin, cos   f' itself, at the end of the neighbourhood where it is largest
//   lgamma, digamma, x > 0                  Arb encloses digamma and polygamma(1) in [2^-20, 2^40]. Below, |digamma(x)| is below
//                                           1/x + 1, and polygamma(1) below 1/x^2 + 2; beyond, below ln x and 2/x (DLMF 5.9.13, 5.15.1)
//   x < 0                                   with r the distance from the nearest pole, digamma(1 - x) is between 0 and ln(1 - x) but for
//                                           0.58, |pi/tan(pi r)| < 1/r as tan u > u, and (pi/sin(pi r))^2 <= 1/r^2 + pi^2 - 4, as
//                                           the rest is a sum of convex terms that is largest at r = 1/2 (DLMF 5.15.6)
//   polygamma n >= 1, x > 0                 each term n!/(x + k)^(n + 1) has a derivative of (n + 1)/(x + k) of it. d is (n + 2)
//                                           times smaller
//   x < 0                                   with m = n + 1, of m! sum of |x - k|^(-m - 1) half is at most m! zeta(m + 1, r), below
//                                           3/2 m! r^(-m - 1) as r <= 1/2 and zeta(s, r) <= r^-s (1 + r/(s - 1))
//   multigammaln                            the same of digamma at p numbers between t = x - (p - 1)/2 and x: above -1/t - 0.58, below ln x
//   its derivatives                         of order k: from k = 2 on at most k/t |f|. Of k = 1 the sum of polygamma(1) is below
//                                           1/t^2 + (2/t + 5) p, of which 5 is for numbers from 1/2 on. If 1/t is above 2 L, L = p (1/2 +
//                                           ln(1 + p/2)), the other terms, below L, leave half of it, |f| >= 1/(2t); and if not, 1/t^2
//                                           is at most 2 L/t
//   i0, i1, their derivatives               M(m), integrals of cos^m v exp(x cos v), have the derivatives M(m + 1), at most M(m) if m is
//                                           even, and |M(m)| + 1 if it is odd, as cosh u <= |sinh u| + 1. So over d |f| + 1 grows by
//                                           exp(d) at most
//   i0e, i1e, their derivatives             integrals of cos^m v (cos v - 1)^k exp(x (cos v - 1)), at most 2^k
//
// lgamma and digamma of expressions are called in both forms of the source, of lanes and of single numbers.

import { Enclosures, PIECES } from "../entries.ts";
import { errorDomain, ErrorGraph } from "../errors.ts";
import { type Node, type Range, smallest } from "../graph.ts";
import type { Bound, Effort, Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Float, type Lanes, Tracer } from "../tracer.ts";

const PATH = "expression/slope_bound.ts";
const OPS = "expression/instructions.ts";
const ELEMENTS = "expression/gamma_element.ts";
const ROOM = 1 + 2 ** -40;
/** -digamma(1), rounded up. */
const EULER = 0.5773;
/** Octaves of x, beyond which bounds are infinite; cells of an octave; with --quick one of so many octaves, and of Arb's pieces. */
const OCTAVES = [-1022, 1020] as const;
const CELLS = 8;
const QUICK_STRIDE = 41;
const QUICK_PIECES = 9;
/** Where Arb encloses digamma and polygamma(1). */
const ENCLOSED = [-20, 40] as const;
/** Of these orders of polygamma, and dimensions, what is compared is linear in the others. */
const ORDERS = [1, 2, 3, 10, 100, 2 ** 20, 2 ** 53];
const NEGATIVE_ORDERS = [1, 2, 3, 10, 30, 60];
const DIMENSIONS = [1, 2, 3, 10, 1000, 2 ** 20, 2 ** 53];
/** Derivatives of Bessel functions that have values in these phases (expression/functions.ts). */
const BESSEL_DERIVATIVES = [0, 1, 2];
/** Beyond, i0 is infinite. */
const LARGEST_GROWING = 714;

const largest = (range: Range): number => Math.max(...range.map(Math.abs));

const view = new DataView(new ArrayBuffer(8));

/** What the source computes on ranges: at least that much. */
class Allowed {
  readonly #graph = new ErrorGraph();
  readonly #tracer: Tracer;
  #x: Range = [0, 0];
  #distance: Node | undefined;
  readonly far: number;

  constructor(sources: Sources) {
    const known = new Tracer(sources);
    this.far = known.number(PATH, "FAR");
    const nearest = this.#graph.input("nearest", [-(2 ** 53), 0]);
    this.#graph.known = (_, b) =>
      b.kind === "scaled" && b.args[0] === nearest ? this.#distance : undefined;
    this.#tracer = new Tracer(
      sources,
      {
        // The exponent of |x| + 2 rises with |x|.
        [`${PATH} logBound`]:
          (() => known.call(PATH, "logBound", [Math.min(...this.#x.map(Math.abs))])) as never,
      },
      errorDomain(this.#graph, {
        nearest: () => nearest,
        decide: (condition) => condition.startsWith("0.5 <"), // a cell that begins there
        bits: () => {
          view.setFloat64(0, smallest(this.#x) + 2);
          return view.getBigUint64(0);
        },
        absolute: (a) => this.#graph.input("absolute", [smallest(a.range), largest(a.range)]),
      }),
    );
  }

  #input(name: string, range: Range): Float {
    return range[0] === range[1] ? range[0] : this.#graph.input(name, range);
  }

  /** By slopeLanes. */
  inLanes(op: string, x: Range, f: Range, n: number): number {
    this.#x = x;
    const lanes = [x, f].map((range): Lanes => {
      const value = this.#input("x", range);
      return [value, value];
    });
    const args = [this.#tracer.number(OPS, op), ...lanes, n];
    const [slope] = this.#tracer.call(PATH, "slopeLanes", args) as Lanes;
    return this.#least(slope);
  }

  /** By slopeBound; of x < 0.5 with its distance from the nearest integer. */
  ofElement(op: string, x: Range, f: Range, n: number, distance: Range = x): number {
    this.#x = x;
    this.#distance = this.#graph.input("distance", distance);
    const args = [this.#input("x", x), this.#input("f", f), n];
    const slope = this.#tracer.call(PATH, "slopeBound", [this.#tracer.number(OPS, op), ...args]);
    return this.#least(slope as Float);
  }

  #least(slope: Float): number {
    return typeof slope === "number" ? slope : slope.range[0] / ROOM;
  }
}

/** Cells of octaves. */
function* cellsOf([first, last]: readonly [number, number], stride = 1): Generator<Range> {
  for (let octave = first; octave < last; octave += stride) {
    for (let i = 0; i < CELLS; i++) {
      yield [2 ** octave * (1 + i / CELLS), 2 ** octave * (1 + (i + 1) / CELLS)];
    }
  }
}

interface Ratio {
  name: string;
  ratio: number;
  by: string;
}

/** The elementary functions: f' over the neighbourhood, beside what there is. */
function* elementary(sources: Sources, allowed: Allowed, stride: number): Generator<Ratio> {
  const near = 1 / allowed.far;
  const by = "inequalities on cells";
  const numbers = new Tracer(sources);
  const most = numbers.load(numbers.number("expression/elementary.ts", "FAST_EXP") + 8) as number;
  const grown = Math.exp(most * near);
  const worst = (
    op: string,
    ratioOn: (cell: Range) => number,
    octaves: readonly [number, number] = OCTAVES,
  ): Ratio => ({
    name: op,
    ratio: Math.max(...[...cellsOf(octaves, stride)].map(ratioOn)),
    by,
  });
  yield worst("SQRT", (f) => {
    const x: Range = [f[0] ** 2, f[1] ** 2];
    return 1 / (2 * f[0] * Math.sqrt(1 - near)) / allowed.inLanes("SQRT", x, f, 0);
  }, [-500, 500]);
  // Of values of either sign.
  yield worst("EXP", (f) => f[1] * grown / allowed.inLanes("EXP", [1, 1], f, 0));
  yield worst("EXPM1", (f) => (f[1] + 1) * grown / allowed.inLanes("EXPM1", [1, 1], f, 0));
  const inverse = (op: string, first: number, x: (z: Range) => Range) =>
    worst(
      op,
      (z) => 1 / (z[0] * (1 - near)) / allowed.inLanes(op, x(z), [1, 1], 0),
      [first, 1020],
    );
  yield inverse("LOG", -1020, (z) => z);
  // x is not -1, and 1 + x is not rounded below 1.
  yield inverse("LOG1P", -53, (z) => [z[0] - 1, z[1] - 1]);
  for (const op of ["SIN", "COS"]) {
    yield { name: op, ratio: 1 / allowed.inLanes(op, [1, 1], [0.5, 0.5], 0), by };
  }
}

/** lgamma and digamma. */
function* gammaFamily(arb: Enclosures, allowed: Allowed, stride: number): Generator<Ratio> {
  const near = 1 / allowed.far;
  // The order of f', and the octave from which the bound is a number, below which 1/r^2 is none.
  const ops = [["LGAMMA", 0, OCTAVES[0]], ["DIGAMMA", 1, -510]] as const;
  for (const [op, order, first] of ops) {
    let ratio = 0;
    const on = (x: Range, needed: number): void => {
      ratio = Math.max(ratio, needed / allowed.ofElement(op, x, [1, 1], 0));
      if (x[0] >= 1) ratio = Math.max(ratio, needed / allowed.inLanes(op, x, [1, 1], 0));
    };
    for (const cell of cellsOf([first, ENCLOSED[0]], stride)) {
      const inverse = 1 / (cell[0] * (1 - near));
      on(cell, order === 0 ? inverse + 1 : inverse ** 2 + 2);
    }
    for (const cell of cellsOf([ENCLOSED[1], OCTAVES[1]], stride)) {
      on(cell, order === 0 ? Math.log(cell[1] * (1 + near)) : 2 / (cell[0] * (1 - near)));
    }
    // A piece is farther across than the neighbourhood of a number in the next one.
    const entries = Array.from({ length: ENCLOSED[1] - ENCLOSED[0] }, (_, i) => {
      const low = 2 ** (ENCLOSED[0] + i);
      return { low, high: 2 * low, breakpoint: 1.5 * low, terms: [] };
    });
    const bounds = arb.enclose(
      { family: "gamma", parameter: order, terms: 40, bits: 600 },
      entries,
    );
    entries.forEach(({ low }, entry) => {
      for (let piece = 0; piece < PIECES; piece += stride > 1 ? QUICK_PIECES : 1) {
        const x: Range = [low * (1 + piece / PIECES), low * (1 + (piece + 1) / PIECES)];
        const before = piece > 0 ? bounds[entry][piece - 1] : bounds[entry - 1]?.[PIECES - 1] ?? 0;
        const after = piece < PIECES - 1 ? bounds[entry][piece + 1] : bounds[entry + 1]?.[0] ?? 0;
        on(x, Math.max(before, bounds[entry][piece], after));
      }
    });
    yield { name: `${op}, x > 0`, ratio, by: "Arb, inequalities on cells" };
    // The source's bound falls with the distance and rises with |x|, as does what is needed.
    let negative = 0;
    for (let octave = -1; octave < 52; octave++) {
      const x: Range = [-(2 ** (octave + 1)), -(2 ** octave)];
      for (const r of cellsOf([first, -1], octave === 3 ? stride : 20 * stride)) {
        const inverse = 1 / (r[0] * (1 - near));
        const needed = order === 0
          ? inverse + Math.log(1 - x[0] * (1 + near)) + EULER
          : inverse ** 2 + Math.PI ** 2 - 4 + 2;
        negative = Math.max(negative, needed / allowed.ofElement(op, x, [1, 1], 0, r));
      }
    }
    yield { name: `${op}, x < 0`, ratio: negative, by: "inequalities on cells" };
  }
}

/** polygamma from order 1 on. */
function* higherOrders(allowed: Allowed, stride: number): Generator<Ratio> {
  const near = 1 / allowed.far;
  let positive = 0;
  for (const n of ORDERS) {
    const moved = (1 - near / (n + 2)) ** -(n + 2);
    for (const x of cellsOf([-60, 60], stride)) {
      for (const f of [2 ** -900, 1, 2 ** 900]) {
        const needed = (n + 1) / x[0] * f * moved;
        positive = Math.max(positive, needed / allowed.ofElement("POLYGAMMA", x, [f, f], n));
      }
    }
  }
  yield { name: "POLYGAMMA, x > 0", ratio: positive, by: "inequalities on cells" };
  // What is needed and what is there are multiples of r^(-n - 2), as r is at most 1/2.
  let negative = 0;
  for (const n of NEGATIVE_ORDERS) {
    let needed = 3; // m! r^(-m - 1)
    const [m, r] = [n + 1, 0.375];
    for (let i = 1; i <= m; i++) needed *= i / r;
    needed *= (1 - near / (n + 2)) ** -(n + 2) / r;
    const there = (by: number): number => {
      const x = -3 - r * by;
      return allowed.ofElement("POLYGAMMA", [x, x], [1, 1], n);
    };
    if (Math.abs(there(0.5) / there(1) / 2 ** (n + 2) - 1) > 2 ** -40) negative = Infinity;
    negative = Math.max(negative, needed / there(1));
  }
  yield { name: "POLYGAMMA, x < 0", ratio: negative, by: "inequalities, powers compared" };
}

/** multigammaln and its derivatives. */
function* multigammaln(sources: Sources, allowed: Allowed): Generator<Ratio> {
  const near = 1 / allowed.far;
  const by = "inequalities at points";
  const distances = Array.from({ length: 54 }, (_, i) => 2 ** (20 - 1.5 * i));
  let first = 0;
  let second = 0;
  // Of orders k - 1 up to this one there are values.
  const order = new Tracer(sources).number(ELEMENTS, "MAX_ORDER") + 1;
  const moved = (1 - near) ** -(order + 1);
  let higher = 0;
  for (const p of DIMENSIONS) {
    for (const distance of distances) {
      const x = (p - 1) / 2 + distance;
      const t = x - (p - 1) / 2;
      if (t === 0) continue;
      const inverse = 1 / (t * (1 - near));
      const ofTerm = Math.max(inverse + EULER, Math.log(x * (1 + near)));
      const of = (op: string, f: number) => allowed.ofElement(op, [x, x], [f, f], p);
      first = Math.max(first, p * ofTerm / of("MULTIGAMMALN", 1));
      const others = p * (0.5 + Math.log(1 + p / 2));
      const f = inverse > 2 * others ? 1 / (2 * t) : 0;
      const pole = inverse > 2 * others ? inverse ** 2 : Math.min(2 * others, inverse) * inverse;
      const needed = pole + (2 * inverse + 5) * p;
      second = Math.max(second, needed / of("MULTIGAMMALN_GRAD", f));
      // |f| is any number: it is linear in |f| + p.
      const large = 2 ** 80;
      higher = Math.max(higher, order * inverse * large * moved / of("MULTIGAMMALN_GRAD", large));
    }
  }
  yield { name: "MULTIGAMMALN", ratio: first, by };
  yield { name: "MULTIGAMMALN_GRAD", ratio: second, by };
  yield { name: "MULTIGAMMALN_GRAD, further derivatives", ratio: higher, by };
}

/** Bessel functions and their derivatives. */
function* bessel(allowed: Allowed, stride: number): Generator<Ratio> {
  const grown = Math.exp(LARGEST_GROWING / allowed.far);
  for (const op of ["I0", "I1"]) {
    let ratio = 0;
    for (const n of BESSEL_DERIVATIVES) {
      for (const f of cellsOf([OCTAVES[0], 1020], stride)) {
        // What is there falls with |x|.
        const there = allowed.inLanes(op, [LARGEST_GROWING, LARGEST_GROWING], f, n);
        ratio = Math.max(ratio, (f[1] + 1) * grown / there);
      }
    }
    yield { name: op, ratio, by: "inequalities on cells" };
  }
  for (const op of ["I0E", "I1E"]) {
    const ratios = BESSEL_DERIVATIVES.map((n) =>
      2 ** (n + 1) / allowed.inLanes(op, [1, 1], [0.5, 0.5], n)
    );
    yield { name: op, ratio: Math.max(...ratios), by: "inequalities" };
  }
}

async function prove(sources: Sources, { level }: Effort): Promise<readonly Bound[]> {
  using arb = await Enclosures.open();
  const allowed = new Allowed(sources);
  const stride = level === "quick" ? QUICK_STRIDE : 1;
  const ratios = [
    ...elementary(sources, allowed, stride),
    ...gammaFamily(arb, allowed, stride),
    ...higherOrders(allowed, level === "quick" ? 7 : 1),
    ...multigammaln(sources, allowed),
    ...bessel(allowed, stride),
  ];
  return ratios.map(({ name, ratio, by }) => ({
    name: `slope of ${name}`,
    phase: "both",
    source: PATH,
    claimed: 1,
    proved: ratio,
    by,
  }));
}

export const proof: Proof = { isQuick: true, prove };
