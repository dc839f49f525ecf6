// Arithmetic of expressions: in the fast phase (expression/fast_arithmetic.ts), and of single elements (expression/element_arithmetic.ts).
//
// Roundings: factors, dividends and divisors in [1, 2), with low parts of half an ulp, stand for all. Of a quotient q nothing is used but
// that it is at most 2^-51.9 away, so that x - q y is exact. Sums are tried on all operands of four bits: what their
// bounds allow is a multiple of a last place. That FastTwoSum is exact where high parts cancel is seen there, too.
// Of a square root f the same is used: it is half an ulp away, and h - f^2 is exact.
//
// Bounds of operands: x + e and y + d have the product x y + (e y + x d + e d), where x and y have low parts; a quotient is off by
// (e - q d)/(y + d), and d is below y/256. Bounds are polynomials in those of the operands, and compared by coefficients.

import { entryOf, putBy } from "../blocks.ts";
import { errorDomain, ErrorGraph, type Unit } from "../errors.ts";
import { proveRounding } from "../gappa.ts";
import { Graph, largest, type Node, type Range } from "../graph.ts";
import type { Bound, Effort, Proof } from "../proof.ts";
import { checkSampled, drawNumbers, sumText } from "../sampled.ts";
import { evaluateShort, shortNumbers } from "../small_format.ts";
import type { Sources } from "../sources.ts";
import { type Float, type Lanes, Tracer, type Value } from "../tracer.ts";

const FAST = "expression/fast_arithmetic.ts";
const ELEMENTS = "expression/element_arithmetic.ts";
const FUNCTIONS = "expression/elementary.ts";
const SLOT = "expression/slot.ts";
const SCALAR = "arithmetic/error_free_scalar.ts";
const UNIT = 2 ** -53;
const ONE_TO_TWO: Range = [1, 2 - 2 ** -52];
const LOWS: Range = [-UNIT, UNIT];
/** Of the operands of sums, all of which are tried: fewer with --quick. */
const [SHORT_BITS, QUICK_BITS] = [4, 3];
const PARTS = 4;
/** Where a row of expression/elementary.ts has its relative bound. */
const RELATIVE_AT = 16;
/** More than what the roundings of a bound may take, which the limit of results has room for (expression/output.ts). */
const ROOM = 1 + 2 ** -45;

type Operation = "multiply" | "divide" | "add";

interface Operands {
  x: Float;
  y: Float;
  xLow: Float;
  yLow: Float;
  xBound: Float;
  yBound: Float;
}

/** What an operation puts: a high part, what is added to it, and a bound. */
interface Put {
  high: Float;
  rest: Float;
  bound: Float;
}

/** The result of an operation of one element in a block. */
function fastOperation(tracer: Tracer, operation: Operation, operands: Operands): Put {
  const { x, y, xLow, yLow, xBound, yBound } = operands;
  const args: Value[] = [
    ...[entryOf(tracer), entryOf(tracer, [x, xLow, xBound]), entryOf(tracer, [y, yLow, yBound])],
    ...[2, false],
  ];
  const name = `${operation}${operation === "add" ? "Fast" : ""}`;
  if (operation === "multiply") args.push(false);
  const [high, rest, bound] = putBy(tracer, FAST, name, args);
  return { high, rest, bound };
}

/** The same of a single element. */
function elementOperation(tracer: Tracer, operation: Operation, operands: Operands): Put {
  const { x, y, xLow, yLow, xBound, yBound } = operands;
  const from = tracer.allocate(96);
  [x, y, xLow, yLow, xBound, yBound].forEach((part, i) => tracer.store(from + 16 * i, part));
  const [, high, rest, bound] = tracer.argumentsOf(
    [SLOT, "put"],
    ELEMENTS,
    `${operation}Element`,
    [tracer.allocate(16), from],
  ) as Float[];
  return { high, rest, bound };
}

/** Where a quotient x/y is a symbol of its own, off by at most `part` of it, and x less its product with y another. */
class Quotients extends ErrorGraph {
  readonly x: Node;
  readonly y: Node;
  readonly #q: Node;

  constructor(ends: { x: Range; y: Range }, readonly part: number) {
    super();
    this.x = this.input("x", ends.x);
    this.y = this.input("y", ends.y);
    const least = ends.x[0] / ends.y[1] * (1 - part);
    this.#q = this.input("q", [least, ends.x[1] / ends.y[0] * (1 + part)]);
  }

  override product(a: Node, b: Node): Node {
    return a === this.x && b.kind === "quotient" ? this.#q : super.product(a, b);
  }

  override quotient(a: Node, b: Node): Node {
    return a === this.x ? this.#q : super.quotient(a, b);
  }

  override sum(a: Node, b: Node): Node {
    const isProduct = a === this.x && b.kind === "scaled" && b.args[0].kind === "product" &&
      b.args[0].args.includes(this.#q);
    if (!isProduct) return super.sum(a, b);
    const size = (this.part + UNIT) * largest(this.x.range) * (1 + 2 * UNIT + this.part);
    return this.low(b.args[0], [-size, size], 0);
  }
}

/** The largest relative error of an operation whose operands have no bounds. */
function relativeError(
  sources: Sources,
  operation: "multiply" | "divide",
  trace: typeof fastOperation,
  lost: number,
): number {
  const width = (ONE_TO_TWO[1] - 1) / PARTS;
  const part = (i: number): Range => [1 + i * width, 1 + (i + 1) * width];
  let worst = 0;
  for (let i = 0; i < PARTS; i++) {
    for (let k = 0; k < PARTS; k++) {
      const ends = { x: part(i), y: part(k) };
      worst = Math.max(worst, errorOn(sources, operation, trace, lost, ends));
    }
  }
  return worst;
}

/** The same of operands in ranges. */
function errorOn(
  sources: Sources,
  operation: "multiply" | "divide",
  trace: typeof fastOperation,
  lost: number,
  ends: { x: Range; y: Range },
): number {
  // A quotient that is rounded once, or 1/y times x, which is rounded twice.
  const graph = new Quotients(ends, (trace === elementOperation ? 1 : 2) * UNIT * (1 + 2 * UNIT));
  const productRest: Unit = (_, args) => {
    const [a, b, product] = args.map((lanes) => (lanes as Lanes)[0] as Node);
    const node = graph.productError(a, b, product, lost);
    return [node, node];
  };
  const tracer = new Tracer(
    sources,
    {},
    errorDomain(graph, {
      // Nothing is 0, nor exact.
      decide: (condition) => / != /.test(condition),
      absolute: (a) => graph.input("size", [0, largest(a.range)]),
      contracts: {
        [`${FAST} productRest`]: productRest,
        [`${SCALAR} twoProdError`]: (_, [a, b, product]) =>
          graph.productError(a as Node, b as Node, product as Node),
      },
    }),
  );
  const { x, y } = graph;
  const { high, rest } = trace(tracer, operation, {
    ...{ x, y, xBound: 0, yBound: 0 },
    xLow: graph.input("xLow", LOWS),
    yLow: graph.input("yLow", LOWS),
  });
  const error = graph.errorOf(high as Node, rest as Node);
  // The product of the low parts; or that of yLow and what the rest is at most, over y.
  const missing = operation === "multiply" ? UNIT ** 2 : UNIT * largest((rest as Node).range);
  const [fromX, fromY] = [ends.x[0], operation === "multiply" ? ends.y[0] : 1 / ends.y[1]];
  return (error + missing) / (fromX * fromY) * (1 + 2 ** -20);
}

/** The largest relative error of the square root of h + l: f + (h - f^2 + l)/(2f), the first terms of a series. */
function rootError(sources: Sources): number {
  const tracerOf = (graph: ErrorGraph, f: Node): Tracer =>
    new Tracer(
      sources,
      { [`${FUNCTIONS} valueOf`]: () => [f, f] },
      errorDomain(graph, {
        decide: (condition) => / != /.test(condition), // nothing is 0
        absolute: (a) => graph.input("size", [0, largest(a.range)]),
      }),
    );
  let worst = 0;
  for (let i = 0; i < PARTS; i++) {
    const graph = new ErrorGraph();
    const ofRoot: Range = [1 + i / PARTS, 1 + (i + 1) / PARTS];
    const [from, to] = ofRoot.map((end) => end ** 2);
    const f = graph.input("f", ofRoot);
    const h = graph.input("h", [from * (1 - 4 * UNIT), to * (1 + 4 * UNIT)]);
    const l = graph.input("l", [-UNIT * to, UNIT * to]);
    // |h - f^2| is at most 2f times half an ulp of f, and f^2 is rounded.
    const size = (2 * UNIT * ofRoot[1] + UNIT * to) * (1 + 4 * UNIT);
    graph.known = (a, b) => {
      const isSquare = a === h && b.kind === "scaled" && b.args[0].kind === "product" &&
        b.args[0].args.every((arg) => arg === f);
      return isSquare ? graph.low(b.args[0], [-size, size], 0) : undefined;
    };
    const tracer = tracerOf(graph, f);
    const at = tracer.number("memory_map.ts", "LOW");
    for (const lane of [0, 8]) tracer.store(at + lane, 0);
    const op = tracer.number("expression/instructions.ts", "SQRT");
    const [high, low] = putBy(tracer, FUNCTIONS, "lanesBlock", [
      ...[op, entryOf(tracer), entryOf(tracer, [h, l, 0]), 2, false],
    ]);
    const rest = size + largest(l.range);
    // The next term of the series.
    const missing = 1.01 * rest ** 2 / 8 / ofRoot[0] ** 3;
    worst = Math.max(worst, (graph.errorOf(high as Node, low as Node) + missing) / ofRoot[0]);
  }
  return worst * (1 + 2 ** -20);
}

/** What is left of the product of 26 bits and the rest of each factor. */
function productRestError(sources: Sources): Promise<number> {
  const tracer = new Tracer(sources);
  const { graph } = tracer;
  const a = graph.input("a", ONE_TO_TWO);
  const b = graph.input("b", ONE_TO_TWO);
  const product = graph.product(a, b);
  const rest = tracer.lanes(FAST, "productRest", [[a, a], [b, b], [product, product]]);
  // A multiple of 2^-52 that is below 2^-25, as all that the mask removes, is at most (2^27 - 1) 2^-52.
  const hypotheses = graph.nodes.filter(({ name }) => name === "float<26,-1100,zr>").map((node) =>
    `v${node.id} - ${node.args[0].name} in [-134217727b-52, 0]`
  );
  return proveRounding(graph, {
    result: [product, rest],
    relativeTo: graph.exactProduct(a, b),
    multiples: { a: -52, b: -52 },
    hypotheses,
    cuts: ["a in 4, b in 4"],
  });
}

/** The largest error of a sum beside its bound, of all operands of a few bits. */
function sumRatio(
  sources: Sources,
  trace: typeof fastOperation,
  last: number,
  bits: number,
): number {
  const graph = new Graph();
  const none = { truths: [false, false] } as const;
  const tracer = new Tracer(
    sources,
    { [`${FAST} areNonfinite`]: () => none as unknown as Lanes },
    {
      graph,
      decide: (condition) => / != /.test(condition),
      absolute: (a) => a, // known where a number is tried
    },
  );
  const [x, y, xLow, yLow] = ["x", "y", "xLow", "yLow"].map((name) => graph.input(name, [-2, 2]));
  const yBound = 2 ** -500;
  const { high, rest, bound } = trace(tracer, "add", { x, y, xLow, yLow, xBound: 0, yBound });
  const lows = graph.sum(xLow, yLow);
  const all = graph.sum(graph.rest(graph.sum(x, y)), lows);
  const lost = graph.product(graph.sum(lows, all), graph.constant(last));
  if (bound !== graph.sum(graph.constant(yBound), lost)) {
    throw new Error("The bound of a sum is not a part of its low parts");
  }
  const unit = 2 ** -bits;
  const isLow = (low: number, of: number) =>
    Math.abs(low) <= 2 ** Math.floor(Math.log2(Math.abs(of))) * unit;
  const small = shortNumbers(bits, -bits - 1, 2);
  let worst = 0;
  for (const a of shortNumbers(bits, 0, 1).filter((value) => value > 0)) {
    for (const b of shortNumbers(bits, 0, bits + 3)) {
      if (b === 0 || Math.abs(b) > a) continue;
      for (const aLow of small.filter((low) => isLow(low, a))) {
        for (const bLow of small.filter((low) => isLow(low, b))) {
          const inputs = { x: a, y: b, xLow: aLow, yLow: bLow };
          const roots = [high as Node, rest as Node, lows, all];
          const [sum, low, ...lost] = evaluateShort(bits, roots, inputs);
          const error = Math.abs(sum + low - (a + b + aLow + bLow));
          const allowed = lost.reduce((total, part) => total + Math.abs(part), 0) * unit;
          if (error > 0) worst = Math.max(worst, error / allowed);
        }
      }
    }
  }
  return worst * UNIT;
}

/** How much of each product of bounds and numbers is needed, in units of what is there. */
function boundRatio(
  sources: Sources,
  operation: "multiply" | "divide",
  trace: typeof fastOperation,
): number {
  const numbers = { x: 1, y: 1, xLow: 2 ** -60, yLow: 2 ** -60 };
  const boundOf = (xBound: number, yBound: number): number => {
    const tracer = new Tracer(sources);
    return trace(tracer, operation, { ...numbers, xBound, yBound }).bound as number;
  };
  // Far above roundings, and a divisor's below y/256.
  const size = operation === "multiply" ? 1 : 2 ** -9;
  const none = boundOf(0, 0);
  const first = (boundOf(size, 0) - none) / size;
  const second = (boundOf(0, size) - none) / size;
  const both = (boundOf(size, size) - none) / size - first - second;
  if (operation === "multiply") return (1 + UNIT) * ROOM / Math.min(first, second, both / size);
  return (1 + 2 * UNIT) / (1 - 2 ** -8 - UNIT) * ROOM / Math.min(first, second);
}

/** That these are the operations, of double-doubles. */
async function checkMeaning(sources: Sources): Promise<void> {
  const signs = { add: "+", multiply: "*", divide: "/" } as const;
  const elements: readonly (readonly [typeof fastOperation, number])[] = [
    [fastOperation, 2 ** -76],
    [elementOperation, 2 ** -100],
  ];
  for (const [trace, bound] of elements) {
    for (const operation of ["add", "multiply", "divide"] as const) {
      await checkSampled(`${operation} of expressions`, bound, (random) => {
        const [x, y] = [0, 1].map(() => drawNumbers(random, [1, 1e3]));
        const { high, rest } = trace(new Tracer(sources), operation, {
          ...{ x: x[0], xLow: x[1], y: y[0], yLow: y[1], xBound: 0, yBound: 0 },
        });
        const meant = `${sumText(x)} ${signs[operation]} ${sumText(y)}`;
        return { computed: [high as number, rest as number], meant };
      });
    }
  }
  await checkSampled("The square root of expressions", 2 ** -100, (random) => {
    const x = drawNumbers(random, [1, 1e3]);
    const root = Math.sqrt(x[0]);
    const tracer = new Tracer(sources, { [`${FUNCTIONS} valueOf`]: () => [root, root] });
    const at = tracer.number("memory_map.ts", "LOW");
    for (const lane of [0, 8]) tracer.store(at + lane, 0);
    const op = tracer.number("expression/instructions.ts", "SQRT");
    const args = [op, entryOf(tracer), entryOf(tracer, [...x, 0]), 2, false];
    const [high, low] = putBy(tracer, FUNCTIONS, "lanesBlock", args) as number[];
    return { computed: [high, low], meant: `sqrt(${sumText(x)})` };
  });
}

async function prove(sources: Sources, { level }: Effort): Promise<readonly Bound[]> {
  const bits = level === "quick" ? QUICK_BITS : SHORT_BITS;
  await checkMeaning(sources);
  const tracer = new Tracer(sources);
  const lost = await productRestError(sources);
  const claimed = tracer.load(tracer.number(FAST, "PRODUCT_ERROR")) as number;
  const last = tracer.load(tracer.number(FAST, "SUM_ERROR")) as number;
  const rows = [
    { phase: "fast", source: FAST, trace: fastOperation, claimed, last },
    {
      phase: "both",
      source: ELEMENTS,
      trace: elementOperation,
      claimed: tracer.number(ELEMENTS, "ROUNDING"),
      last: tracer.number(ELEMENTS, "LAST_ROUNDING"),
    },
  ] as const;
  const root: Bound = {
    ...{ name: "square roots", phase: "both", source: FUNCTIONS, by: "errors" },
    claimed: tracer.load(tracer.number(FUNCTIONS, "ROOT") + RELATIVE_AT) as number,
    proved: rootError(sources),
  };
  const operations = rows.flatMap(({ phase, source, trace, claimed, last }): Bound[] => {
    const what = phase === "fast" ? "of expressions" : "of elements";
    const of = (operation: "multiply" | "divide"): Bound[] => {
      const name = `${operation === "multiply" ? "products" : "quotients"} ${what}`;
      return [
        {
          ...{ name, phase, source, claimed, by: phase === "fast" ? "errors, Gappa" : "errors" },
          proved: relativeError(sources, operation, trace, lost),
        },
        {
          ...{ name: `bounds of ${name}`, phase, source, claimed: 1, by: "coefficients" },
          proved: boundRatio(sources, operation, trace),
        },
      ];
    };
    return [
      {
        ...{
          name: `sums ${what}`,
          phase,
          source,
          claimed: last,
          by: `all operands of ${bits} bits`,
        },
        proved: sumRatio(sources, trace, last, bits),
      },
      ...of("multiply"),
      ...of("divide"),
    ];
  });
  return [...operations, root];
}

export const proof: Proof = { isQuick: true, prove };
