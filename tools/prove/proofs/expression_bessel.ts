// What the low part p of an argument adds to a Bessel function f (expression/bessel.ts): p times f' as the kernels round it, or as
// it is computed from these, in units of SLOPE_ERROR |p| (|f'| + |f| (1 + 1/x)). That leaves out p^2/2 f'', with |p| at most
// 2^-53 x, and rounds twice what is added; proofs/bessel_tables.ts has the rounding of the low part.
//
// In cells of x from 2^-8 to 2^10 Arb encloses the functions, all of them times exp(-x). With M(n) the integral of (1 - cos v)^n
// exp(x (cos v - 1)) over [0, pi], divided by pi, i0e = M(0) and i0e' = -M(1), and M(n + 1) <= 2 M(n). So f'' is at most
//
//   i0, i1, i1'                 i1', i1 and i0: integrals of powers of cos v, times exp(x cos v)
//   i0e, i1e, i0e', i1e'        2, 4, 4 and 8 M(1)
//
// Below 2^-8 |f|/x is 1/2 at least, but for i0 and i0e, which are 1, and what is computed is below 4/x. Beyond 2^10, where the
// functions are scaled, M(1), i1e/x and |f| or |f'| are multiples of M(0)/x between 1/2 and 2, and x f'' is at most 3 |f'|,
// or of i1e and i1e' 3 |f|: everything is below 2^-49 of what is multiplied by SLOPE_ERROR.

import { Enclosures, PIECES } from "../entries.ts";
import { errorDomain, ErrorGraph } from "../errors.ts";
import { type Node, type Range, smallest } from "../graph.ts";
import type { Bound, Effort, Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Float, Tracer } from "../tracer.ts";

const PATH = "expression/bessel.ts";
const KERNELS = "bessel/kernels.ts";
const UNIT = 2 ** -53;
const ROOM = 1 + 2 ** -20;
const OCTAVES = [-8, 10] as const;
const PER_OCTAVE = 16;
const QUICK_STRIDE = 19;
/** Where functions grow until they overflow. */
const GROWING_END = 704;

/** tools/arb/entries.c's numbers of functions times exp(-x). */
const [I0E, I1E, I1_GRAD, I0E_GRAD, I1E_GRAD] = [1, 3, 5, 7, 9];
/** The kernels that `findSlopes` calls, and what they compute. */
const CALLED: Readonly<Record<string, number>> = {
  i1_f64: I1E,
  i1e_f64: I1E,
  i1Grad_f64: I1_GRAD,
  i0eGrad_f64: I0E_GRAD,
  i1eGrad_f64: I1E_GRAD,
};
const GROWING = ["I0", "I1", "I1_SLOPE"];
/** The kinds: f, and what f'' is at most, a multiple of another function. */
const KINDS: readonly (readonly [name: string, f: number, times: number, of: number])[] = [
  ["I0", I0E, 1, I1_GRAD],
  ["I1", I1E, 1, I1E],
  ["I1_SLOPE", I1_GRAD, 1, I0E],
  ["I0E", I0E, 2, I0E_GRAD],
  ["I1E", I1E, 4, I0E_GRAD],
  ["I0E_SLOPE", I0E_GRAD, 4, I0E_GRAD],
  ["I1E_SLOPE", I1E_GRAD, 8, I0E_GRAD],
];

/** The derivative of order k of the modified Bessel function of order m. */
function besselAt(x: number, m: number, k: number): number {
  if (k > 0) return (besselAt(x, m - 1, k - 1) + besselAt(x, m + 1, k - 1)) / 2;
  let term = 1;
  for (let i = 1; i <= Math.abs(m); i++) term *= x / 2 / i;
  let sum = 0;
  for (let i = 1; i < 40; i++) {
    sum += term;
    term *= x * x / 4 / i / (i + Math.abs(m));
  }
  return sum;
}

/** The same of those times exp(-x). */
function scaledAt(x: number, m: number, k: number): number {
  const [f, first, second] = [0, 1, 2].map((i) => besselAt(x, m, i));
  return Math.exp(-x) * [f, first - f, second - 2 * first + f][k];
}

/** That what is computed of the functions is f'. */
function checkSlopes(sources: Sources): void {
  for (const x of [0.75, 1.5, 3.25]) {
    const [i0, i1] = [0, 1].map((m) => (k: number) => besselAt(x, m, k));
    const [i0e, i1e] = [0, 1].map((m) => (k: number) => scaledAt(x, m, k));
    const kernels = { i1: i1(0), i1e: i1e(0), i1Grad: i1(1), i0eGrad: i0e(1), i1eGrad: i1e(1) };
    const slopes = [i0(1), i1(1), i1(2), i0e(1), i1e(1), i0e(2), i1e(2)];
    KINDS.forEach(([name], i) => {
      const tracer: Tracer = new Tracer(
        sources,
        Object.fromEntries(
          Object.entries(kernels).map(([kernel, value]) => [
            `${KERNELS} ${kernel}_f64`,
            (_: number, to: number) => {
              tracer.store(to, value);
              return 0;
            },
          ]),
        ),
      );
      const slope = slopeOf(tracer, name, x) as number;
      if (Math.abs(slope - slopes[i]) > 1e-12) throw new Error(`The slope of ${name} is another`);
    });
  }
}

/** What is computed of f'. */
function slopeOf(tracer: Tracer, name: string, x: Float): Float {
  tracer.store(tracer.number(PATH, "SIZES"), x);
  tracer.call(PATH, "findSlopes", [tracer.number("bessel/kinds.ts", name), 1]);
  return tracer.load(tracer.number(PATH, "SLOPES"));
}

/** The ranges of functions in a cell: those around 0, or around the largest value or minus that, whichever is smallest. */
function rangesIn(arb: Enclosures, [low, high]: Range): Map<number, Range> {
  const breakpoint = (low + high) / 2;
  const largestOf = (parameter: number, value: number): number => {
    const entry = { low, high, breakpoint, terms: [[value, 0] as const] };
    const [bounds] = arb.enclose({ family: "bessel", parameter }, [entry]);
    return Math.max(...bounds.subarray(0, PIECES)) * ROOM;
  };
  return new Map([I0E, I1E, I1_GRAD, I0E_GRAD, I1E_GRAD].map((parameter) => {
    const size = largestOf(parameter, 0);
    const ranges = [0, size, -size].map((value): Range => {
      const spread = value === 0 ? size : largestOf(parameter, value);
      return [value - spread, value + spread];
    });
    ranges.sort((a, b) => (a[1] - a[0]) - (b[1] - b[0]));
    return [parameter, ranges[0]];
  }));
}

/** What the low part of x adds is off, in units of its bound. */
function ratioOf(
  sources: Sources,
  [name, f, times, of]: typeof KINDS[number],
  x: Range,
  ranges: ReadonlyMap<number, Range>,
): number {
  const graph = new ErrorGraph();
  const largest = (range: Range) => Math.max(...range.map(Math.abs));
  const stubs = Object.fromEntries(
    Object.entries(CALLED).map(([kernel, parameter]) => [
      `${KERNELS} ${kernel}`,
      (_: number, to: number) => {
        const range = ranges.get(parameter)!;
        // Correctly rounded. Times exp(x) it is off by as large a part.
        tracer.store(to, graph.input(kernel, range, UNIT * largest(range)));
        return 0;
      },
    ]),
  );
  const tracer: Tracer = new Tracer(sources, stubs, errorDomain(graph));
  const slope = slopeOf(tracer, name, graph.input("x", x)) as Node;
  const lost = graph.errorOf(slope) + 2 * UNIT * largest(slope.range) +
    UNIT / 2 * x[1] * times * largest(ranges.get(of)!);
  const scale = smallest(slope.range) + smallest(ranges.get(f)!) * (1 + 1 / x[1]);
  return lost * ROOM / (tracer.number(PATH, "SLOPE_ERROR") * scale);
}

async function prove(sources: Sources, { level }: Effort): Promise<readonly Bound[]> {
  checkSlopes(sources);
  using arb = await Enclosures.open();
  const worst = new Map<string, number>();
  const step = level === "quick" ? QUICK_STRIDE : 1;
  const [first, last] = OCTAVES.map((octave) => octave * PER_OCTAVE);
  for (let i = first; i < last; i += step) {
    const octave = Math.floor(i / PER_OCTAVE);
    const part = 1 + (i - octave * PER_OCTAVE) / PER_OCTAVE;
    const x: Range = [2 ** octave * part, 2 ** octave * (part + 1 / PER_OCTAVE)];
    const ranges = rangesIn(arb, x);
    for (const kind of KINDS) {
      if (GROWING.includes(kind[0]) && x[0] > GROWING_END) continue;
      const ratio = ratioOf(sources, kind, x, ranges);
      worst.set(kind[0], Math.max(worst.get(kind[0]) ?? 0, ratio));
    }
  }
  return KINDS.map(([name]) => ({
    name: `${name}, low part of the argument`,
    phase: "both",
    source: PATH,
    claimed: 1,
    proved: worst.get(name) ?? Infinity,
    by: "Arb, errors",
  }));
}

export const proof: Proof = { isQuick: true, prove };
