// What powers lose in polygamma of order n >= 2 (polygamma/powers.ts), for every order: a double-double to the power s = n + 1,
// times n! and times what is beside it. The errors of factors add up: each product has its own besides
// (arithmetic/error_free.ts, proved by double_double.ts), and what they are of second order is below ROOM.

import { proveRounding } from "../gappa.ts";
import type { Node } from "../graph.ts";
import { type Bound, claimOf, type Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Lanes, Tracer } from "../tracer.ts";

const PATH = "polygamma/powers.ts";
const LANES = "arithmetic/double_double_lanes.ts";
const EXPRESSIONS = "expression/polygamma.ts";
const LAST_ORDER = 1022;
const ROOM = 2 ** -40;

const both = (node: Node): Lanes => [node, node];

/** The error of a ratio a/(b + bLow) as a double-double, before it is raised to a power. */
async function ratioError(sources: Sources): Promise<number> {
  const tracer: Tracer = new Tracer(sources);
  const { graph } = tracer;
  const a = graph.input("a", [1, 2 - 2 ** -52]);
  const b = graph.input("b", [1, 2 - 2 ** -52]);
  const bLow = graph.input("bLow", [-(2 ** -53), 2 ** -53]);
  const one = both(graph.constant(1));
  const found = tracer.argumentsOf([PATH, "power"], PATH, "timesPowerOfRatio", [
    ...[both(a), both(b), both(bLow), 4, one, both(graph.constant(0))],
  ]);
  const result = [found[0], found[1]].map((lanes) => (lanes as Lanes)[0] as Node);
  // a/b - a bLow/b^2 is left of a/(b + bLow), but for the square of the second.
  const B = graph.exactSum(b, bLow);
  const target = graph.exactQuotient(a, B);
  const change = graph.scaled(graph.exactProduct(graph.exactQuotient(a, b), bLow), -1);
  const missing = graph.exactQuotient(graph.exactProduct(bLow, change), graph.exactProduct(b, B));
  return await proveRounding(graph, {
    result,
    target,
    missing: graph.scaled(missing, -1),
    relativeTo: target,
    multiples: { a: -52, b: -52 },
    cuts: ["a in 16, b in 16"],
  });
}

/** The error of the inverse of a double-double in [3/4, 3/2), which has a low part of half an ulp of [1, 2) (expression/polygamma.ts). */
async function inverseError(sources: Sources): Promise<number> {
  const ranges = [[0.75, 1 - 2 ** -53], [1, 1.5]] as const;
  const errors = ranges.map(([from, to]) => {
    const tracer = new Tracer(sources);
    const { graph } = tracer;
    const m = graph.input("m", [from, to]);
    const mLow = graph.input("mLow", [-(2 ** -53), 2 ** -53]);
    const high = graph.quotient(graph.constant(1), m);
    const rest = tracer.lanes(EXPRESSIONS, "inverseRest", [both(m), both(mLow), both(high)]);
    // 1/(m + mLow) - 1/m + mLow/m^2 is left out.
    const M = graph.exactSum(m, mLow);
    const one = graph.constant(1);
    const target = graph.exactQuotient(one, M);
    const square = graph.exactProduct(mLow, mLow);
    const missing = graph.exactQuotient(square, graph.exactProduct(graph.exactProduct(m, m), M));
    return proveRounding(graph, {
      result: [high, rest],
      target,
      missing,
      relativeTo: target,
      multiples: { m: from < 1 ? -53 : -52 },
      cuts: ["m in 16"],
    });
  });
  return Math.max(...await Promise.all(errors));
}

/** The error of a power whose base has one, as a part of it. */
function powerError(sources: Sources, s: number, ofBase: number): number {
  const ofProduct = claimOf(sources, LANES, "productLow");
  const errors = new Map<Node, number>();
  const tracer: Tracer = new Tracer(sources, {
    [`${LANES} productLow`]: (a: Lanes, _aLow: Lanes, b: Lanes, _bLow: Lanes, product: Lanes) => {
      const [x, y, xy] = [a, b, product].map(([node]) => node as Node);
      errors.set(xy, errors.get(x)! + errors.get(y)! + ofProduct);
      return both(low);
    },
  });
  const { graph } = tracer;
  const high = graph.input("high", [1, 1]); // sizes do not count here
  const low = graph.input("low", [-(2 ** -53), 2 ** -53]);
  errors.set(high, ofBase);
  const [power] = tracer.call(PATH, "power", [both(high), both(low), s]) as Lanes;
  return errors.get(power as Node)!;
}

async function prove(sources: Sources): Promise<readonly Bound[]> {
  const tracer = new Tracer(sources);
  const ofProduct = claimOf(sources, LANES, "productLow");
  const inverse = claimOf(sources, LANES, "reciprocalLow");
  const ratio = await ratioError(sources);
  const ofInverse = await inverseError(sources);
  const moved = tracer.number(EXPRESSIONS, "MOVED");
  const worst = { ratio: 0, order: 0 };
  let ofDoubles = 0;
  for (let n = 2; n <= LAST_ORDER; n++) {
    const claimed = tracer.call("polygamma/error_bounds.ts", "powerPart", [n]) as number;
    // n! is rounded from a ball, and its product and that with the value are two more.
    const lost = powerError(sources, n + 1, Math.max(inverse, ratio)) + 2 * ofProduct + 2 ** -105;
    const part = lost * (1 + ROOM) / claimed;
    if (part > worst.ratio) Object.assign(worst, { ratio: part, order: n });
    const lostOfDoubles = powerError(sources, n + 1, ofInverse) + 2 * ofProduct + 2 ** -105;
    ofDoubles = Math.max(ofDoubles, lostOfDoubles * (1 + ROOM) / (moved * claimed));
  }
  const common = { phase: "fast", source: PATH } as const;
  return [
    {
      ...common,
      name: "ratios of polygamma's powers",
      claimed: ofProduct,
      proved: ratio,
      by: "Gappa",
    },
    {
      ...common,
      name: `powers of polygamma, orders 2 to ${LAST_ORDER}; worst ${worst.order}`,
      claimed: 1,
      proved: worst.ratio,
      by: "Gappa, every order",
    },
    {
      ...common,
      name: "powers of double-doubles of polygamma",
      source: EXPRESSIONS,
      claimed: 1,
      proved: ofDoubles,
      by: "Gappa, every order",
    },
  ];
}

export const proof: Proof = { isQuick: true, prove };
