// Bounds of tools/prove/errors.ts beside the errors of what the same sources compute.

import { assert } from "@std/assert";
import {
  addDyadic,
  type Dyadic,
  dyadic,
  multiplyDyadic,
  nearDyadic,
} from "../../tools/prove/dyadic.ts";
import { boundOnParts, errorDomain, ErrorGraph, onAllWays } from "../../tools/prove/errors.ts";
import { Sources } from "../../tools/prove/sources.ts";
import { type Float, type Lanes, Tracer } from "../../tools/prove/tracer.ts";
import { Random } from "../../support/random.ts";

const PATH = "arithmetic/double_double_lanes.ts";
const UNIT = 2 ** -53;

type Pair = readonly [Float, Float];

/** An operation of double-doubles, as kernels have it. */
function operate(tracer: Tracer, name: "sum" | "product" | "quotient", a: Pair, b: Pair): Pair {
  const lanes = (x: Float): Lanes => [x, x];
  const high = (x: Float, y: Float): Float => {
    if (typeof x === "number" && typeof y === "number") {
      return name === "sum" ? x + y : name === "product" ? x * y : x / y;
    }
    const [s, t] = [x, y].map((z) => typeof z === "number" ? tracer.graph.constant(z) : z);
    return tracer.graph[name](s, t);
  };
  const first = high(a[0], b[0]);
  const rest = tracer.call(PATH, `${name}Rest`, [...a, ...b, first].map(lanes)) as Lanes;
  const [sum] = tracer.call("arithmetic/error_free.ts", "normal", [lanes(first), rest]) as Lanes;
  return [sum, tracer.load(tracer.number("memory_map.ts", "LOW"))];
}

/** a b + c, divided by a. */
function compute(tracer: Tracer, a: Pair, b: Pair, c: Pair): Pair {
  return operate(
    tracer,
    "quotient",
    operate(tracer, "sum", operate(tracer, "product", a, b), c),
    a,
  );
}

Deno.test("A bound of errors.ts is above the error of every evaluation, and not far above the worst", () => {
  const sources = new Sources();
  const graph = new ErrorGraph();
  const symbolic = new Tracer(sources, {}, errorDomain(graph));
  const input = (from: number, to: number): Pair => {
    const high = graph.input("high", [from, to], UNIT);
    return [high, graph.low(high, [-UNIT, UNIT], 0)];
  };
  const pair = compute(symbolic, input(1.5, 1.6), input(1.2, 1.3), input(-1.5, -1.4));
  const bound = graph.errorOf(...pair.map((part) => part as Exclude<Float, number>));

  const random = new Random(1);
  const next = (from: number, to: number): [number, number] => [
    random.between(from, to),
    random.between(-UNIT, UNIT),
  ];
  let worst = 0;
  const exact = (parts: readonly number[]) => addDyadic(dyadic(parts[0]), dyadic(parts[1]));
  for (let i = 0; i < 2000; i++) {
    const [a, b, c] = [next(1.5, 1.6), next(1.2, 1.3), next(-1.5, -1.4)];
    const found = compute(new Tracer(sources), a, b, c) as [number, number];
    // found - (b + c/a), times a
    const difference = addDyadic(
      multiplyDyadic(addDyadic(exact(found), negative(exact(b))), exact(a)),
      negative(exact(c)),
    );
    worst = Math.max(worst, Math.abs(nearDyadic(difference)) / a[0]);
  }
  assert(worst <= bound, `${worst} is above ${bound}`);
  assert(bound <= 8 * worst, `${bound} is far above ${worst}`);
});

function negative({ digits, power }: Dyadic): Dyadic {
  return { digits: -digits, power };
}

Deno.test("What a double-double does not make up for stays", () => {
  const graph = new ErrorGraph();
  const high = graph.input("high", [1, 2], UNIT);
  const low = graph.low(high, [-UNIT, UNIT], 2 ** -110);
  assert(graph.errorOf(high, low) < 2 ** -109);
  assert(graph.errorOf(high) >= UNIT);
  assert(graph.errorOf(high, high) >= 2 * UNIT);
  const other = graph.low(graph.input("other", [1, 2], UNIT), [-UNIT, UNIT], 0);
  assert(graph.errorOf(high, other) >= 2 * UNIT);
});

Deno.test("All ways through open conditions are tried, and ranges cut until they are enough", () => {
  const ways = onAllWays((decide) => [decide("a"), decide("b"), decide("a")].join());
  assert(new Set(ways).size === 4 && ways.length === 4);
  assert(ways.every((way) => way.split(",")[0] === way.split(",")[2]));
  const bound = boundOnParts([0, 1], ([from, to]) => to * to - from * from + from * from, 1);
  assert(bound === 1);
  const parts = boundOnParts([0, 1], ([from, to]) => to - from, 0.1);
  assert(parts <= 0.1 && parts > 0.05);
});
