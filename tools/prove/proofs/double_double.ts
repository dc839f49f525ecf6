// Operations on double-doubles, single ones (arithmetic/double_double.ts) and two in lanes
// (arithmetic/double_double_lanes.ts). Operands are a + al and b + bl, a and b in [1, 2), al and bl at
// most half an ulp: by scaling these stand for all. In a sum b has either sign and may be anything up
// to 2.
//
// The algorithms are those of Joldes, Muller and Popescu (Tight and rigorous error bounds for basic
// building blocks of double-word arithmetic, ACM TOMS 44, 2017): 5 (sum), 10 (product), 7 (with a
// number), 17 (quotient, 15 u^2), of which the fast ones have no small relative error where a sum
// cancels. Bounds of sums are therefore relative to the larger operand. The order of the operands of
// the last FastTwoSum in a sum does not follow from their ranges: it is their theorem, and
// `checkShort` tries all operands of few bits.

import { errorDomain, ErrorGraph } from "../errors.ts";
import { type Claim, proveRounding } from "../gappa.ts";
import type { Graph, Node } from "../graph.ts";
import { type Bound, claimOf, type Proof } from "../proof.ts";
import { evaluateShort, shortNumbers } from "../small_format.ts";
import type { Sources } from "../sources.ts";
import { Tracer } from "../tracer.ts";

const ONE = [1, 2 - 2 ** -52] as const;
const HALF_ULP = [-(2 ** -53), 2 ** -53] as const;
const LARGE_LOW = [-(2 ** -50), 2 ** -50] as const;
const SCALAR = "arithmetic/double_double.ts";
const LANES = "arithmetic/double_double_lanes.ts";

interface Operation {
  path: string;
  name: string;
  /** How the function is called, and the result as high and low. */
  call(tracer: Tracer, p: Parts): [Node, Node];
  kind: "sum" | "product" | "quotient" | "reciprocal";
  /** The second operand has no low part. */
  isNumber?: boolean;
}

interface Parts {
  a: Node;
  al: Node;
  b: Node;
  bl: Node;
}

const pair = (name: string, kind: Operation["kind"], isNumber = false): Operation => ({
  path: SCALAR,
  name,
  kind,
  isNumber,
  call: (tracer, { a, al, b, bl }) =>
    tracer.callPair(SCALAR, name, [[a, al], isNumber ? b : [b, bl]]),
});

/** What computes the low part of a result whose high part is rounded. */
const rest = (name: string, kind: Operation["kind"]): Operation => ({
  path: LANES,
  name,
  kind,
  call: (tracer, { a, al, b, bl }) => {
    const { graph } = tracer;
    const high = kind === "sum"
      ? graph.sum(a, b)
      : kind === "product"
      ? graph.product(a, b)
      : graph.quotient(a, b);
    const args = [a, al, b, bl, high].map((node) => [node, node] as const);
    return [high, tracer.lanes(LANES, name, args)];
  },
});

const OPERATIONS: readonly Operation[] = [
  pair("sum", "sum"),
  pair("product", "product"),
  pair("timesNumber", "product", true),
  pair("quotient", "quotient"),
  rest("sumRest", "sum"),
  rest("productRest", "product"),
  rest("quotientRest", "quotient"),
  rest("productLow", "product"),
  {
    path: LANES,
    name: "reciprocalLow",
    kind: "reciprocal",
    call: (tracer, { b }) => {
      const high = tracer.graph.quotient(tracer.graph.constant(1), b);
      return [high, tracer.lanes(LANES, "reciprocalLow", [[b, b], [high, high]])];
    },
  },
];

/** Those that errors.ts does not trace. */
const UNITS = ["sumRest", "productRest", "quotientRest"];

async function proveOne(sources: Sources, operation: Operation): Promise<Bound> {
  const tracer = new Tracer(sources);
  const { graph } = tracer;
  const { kind, isNumber } = operation;
  const isSum = kind === "sum";
  if (isSum) graph.isOrdered = (larger, smaller) => larger.kind === "sum" && smaller.kind === "sum";
  const a = graph.input("a", ONE);
  const al = graph.input("al", HALF_ULP);
  const b = graph.input("b", isSum ? [-2, 2] : ONE);
  const bl = isNumber ? graph.constant(0) : graph.input("bl", HALF_ULP);
  const result = operation.call(tracer, { a, al, b, bl });
  const A = graph.exactSum(a, al);
  const B = graph.exactSum(b, bl);
  const proved = await proveRounding(graph, {
    result,
    ...targetOf(graph, kind, { a, al, b, bl }, A, B),
    multiples: isSum ? {} : { ...(kind === "reciprocal" ? {} : { a: -52 }), b: -52 },
    cuts: isSum ? [] : kind === "reciprocal" ? ["b in 64"] : ["a in 16, b in 16"],
  });
  return {
    name: `${operation.name} of double-doubles`,
    phase: "arithmetic",
    source: operation.path,
    claimed: claimOf(sources, operation.path, operation.name),
    proved,
    by: isSum ? "Gappa; Joldes et al.; all operands of 4 bits" : "Gappa",
  };
}

/**
 * What errors.ts derives of an operation, for low parts of 8 half ulps and narrow ranges of high parts, beside what Gappa proves
 * of the source.
 */
async function checkUnit(sources: Sources, operation: Operation): Promise<Bound> {
  const inputs = (graph: Graph): Parts => ({
    a: graph.input("a", [1.5, 1.5 + 2 ** -6]),
    al: graph.input("al", LARGE_LOW),
    b: graph.input("b", [1.25, 1.25 + 2 ** -6]),
    bl: graph.input("bl", LARGE_LOW),
  });
  const unit = new ErrorGraph();
  const found = operation.call(new Tracer(sources, {}, errorDomain(unit)), inputs(unit));
  const tracer = new Tracer(sources);
  const { graph } = tracer;
  const parts = inputs(graph);
  const result = operation.call(tracer, parts);
  const A = graph.exactSum(parts.a, parts.al);
  const B = graph.exactSum(parts.b, parts.bl);
  const { target, missing } = targetOf(graph, operation.kind, parts, A, B);
  const proved = await proveRounding(graph, {
    result,
    target,
    missing,
    multiples: { a: -52, b: -52 },
  });
  return {
    name: `${operation.name} in errors.ts`,
    phase: "arithmetic",
    source: operation.path,
    claimed: unit.errorOf(...found),
    proved,
    by: "Gappa",
  };
}

function targetOf(
  graph: Graph,
  kind: Operation["kind"],
  { a, al, b, bl }: Parts,
  A: Node,
  B: Node,
): Pick<Claim, "missing" | "relativeTo"> & { target: Node } {
  if (kind === "sum") {
    return { target: graph.exactSum(graph.exactSum(a, b), graph.exactSum(al, bl)) };
  }
  if (kind === "product") {
    const target = graph.exactProduct(A, B);
    return { target, missing: graph.exactProduct(al, bl), relativeTo: target };
  }
  if (kind === "reciprocal") {
    // 1/b + (1 - b q) q - 1/b = -(1 - b q)^2/b, with q the rounded quotient: Gappa bounds it as it is.
    const target = graph.exactQuotient(graph.constant(1), b);
    return { target, relativeTo: target };
  }
  // (a + al)/(b + bl) - a/b - (al - a/b bl)/b
  const target = graph.exactQuotient(A, B);
  const first = graph.exactProduct(graph.exactQuotient(a, b), bl);
  const change = graph.exactSum(al, graph.scaled(first, -1));
  const missing = graph.exactQuotient(graph.exactProduct(bl, change), graph.exactProduct(b, B));
  return { target, missing: graph.scaled(missing, -1), relativeTo: target };
}

/** Tries a sum, as it is computed, on all operands of a format of few bits, for the bound with its u. */
function checkShort(sources: Sources, operation: Operation): void {
  const tracer = new Tracer(sources);
  const { graph } = tracer;
  const a = graph.input("a", ONE);
  const al = graph.input("al", HALF_ULP);
  const b = graph.input("b", [-2, 2]);
  const bl = graph.input("bl", HALF_ULP);
  const result = operation.call(tracer, { a, al, b, bl });
  const bound = claimOf(sources, operation.path, operation.name) * 2 ** (106 - 2 * SHORT_BITS);
  const lows = shortNumbers(SHORT_BITS, -SHORT_BITS - 1, 2);
  const isLow = (low: number, high: number) =>
    Math.abs(low) <= 2 ** (Math.floor(Math.log2(Math.abs(high))) - SHORT_BITS);
  const firsts = shortNumbers(SHORT_BITS, 0, 1).filter((value) => value > 0);
  const seconds = shortNumbers(SHORT_BITS, 0, SHORT_BITS + 3).filter((value) => value !== 0);
  for (const first of firsts) {
    for (const second of seconds) {
      if (Math.abs(second) > first) continue;
      for (const firstLow of lows) {
        for (const secondLow of lows) {
          if (!isLow(secondLow, second)) continue;
          const inputs = { a: first, al: firstLow, b: second, bl: secondLow };
          const [high, low] = evaluateShort(SHORT_BITS, result, inputs);
          const error = Math.abs(high + low - (first + firstLow + second + secondLow));
          if (error > bound * first) {
            throw new Error(
              `${operation.name} of ${JSON.stringify(inputs)} has an error of ${error}`,
            );
          }
        }
      }
    }
  }
}

const SHORT_BITS = 4;

export const proof: Proof = {
  isQuick: false,
  prove: (sources) => {
    for (const operation of OPERATIONS) {
      if (operation.kind === "sum") checkShort(sources, operation);
    }
    return Promise.all([
      ...OPERATIONS.map((operation) => proveOne(sources, operation)),
      ...OPERATIONS.filter(({ name }) => UNITS.includes(name)).map((operation) =>
        checkUnit(sources, operation)
      ),
    ]);
  },
};
