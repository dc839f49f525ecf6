// The errors of products: TwoProd by masks and by Dekker's algorithm.
//
// Scaling by powers of two changes nothing while nothing overflows or underflows, so that factors
// in [1, 2) stand for all. Their product is at least 1, and a bound is one relative to it.

import { proveRounding } from "../gappa.ts";
import { type Bound, claimOf, type Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { CONTRACTS, Tracer } from "../tracer.ts";

const PATH = "arithmetic/error_free.ts";
const FUNCTIONS = ["twoProdError", "exactTwoProdError"];

async function proveOne(sources: Sources, name: string): Promise<Bound> {
  const tracer = new Tracer(sources);
  const { graph } = tracer;
  tracer.openContracts();
  const a = graph.input("a", [1, 2 - 2 ** -52]);
  const b = graph.input("b", [1, 2 - 2 ** -52]);
  const product = graph.product(a, b);
  const error = tracer.lanes(PATH, name, [[a, a], [b, b], [product, product]]);
  // A multiple of 2^-52 that is below 2^-25, as all that the mask removes, is at most (2^27 - 1) 2^-52.
  const hypotheses = graph.nodes.filter(({ name }) => name === "float<26,-1100,zr>").map((node) =>
    `v${node.id} - ${node.args[0].name} in [-134217727b-52, 0]`
  );
  const proved = await proveRounding(graph, {
    result: [product, error],
    multiples: { a: -52, b: -52 },
    hypotheses,
  });
  const claimed = claimOf(sources, PATH, name);
  if (CONTRACTS.get(`${PATH} ${name}`) !== claimed) {
    throw new Error(`tracer.ts expects another error of ${name} than ${claimed}`);
  }
  return {
    name,
    phase: "arithmetic",
    source: PATH,
    claimed,
    proved,
    by: "Gappa",
  };
}

/**
 * Dekker's product with Veltkamp's splitting is exact (Boldo, Pitfalls of a full floating-point
 * proof, IJCAR 2006); that this is the algorithm is tried on products of numbers with long and with
 * short significands.
 */
function checkScalar(sources: Sources): Bound {
  const path = "arithmetic/error_free_scalar.ts";
  const tracer = new Tracer(sources);
  let worst = 0;
  for (let i = 0; i < COUNT; i++) {
    const [a, b] = [significand(2 * i), significand(2 * i + 1)];
    const found = tracer.call(path, "twoProdError", [a, b, a * b]) as number;
    worst = Math.max(worst, Math.abs(found - exactError(a, b)));
  }
  const by = `Boldo 2006, and ${COUNT} products`;
  const claimed = claimOf(sources, path, "twoProdError");
  return {
    name: "twoProdError, error_free_scalar",
    phase: "arithmetic",
    source: path,
    claimed,
    proved: worst,
    by,
  };
}

const COUNT = 20_000;

/** A number in [1, 2) of up to 53 bits; every fourth has long runs of equal bits. */
function significand(i: number): number {
  let bits = BigInt.asUintN(64, (BigInt(i) + 1n) * 0x9e3779b97f4a7c15n);
  bits = BigInt.asUintN(52, bits ^ (bits >> 29n));
  if (i % 4 === 0) bits = (1n << 52n) - 1n - (bits & ((1n << BigInt(i % 52)) - 1n));
  return 1 + Number(bits) * 2 ** -52;
}

/** a b less its rounding, for a and b in [1, 2). */
function exactError(a: number, b: number): number {
  const whole = (value: number, bits: number) => BigInt(value * 2 ** bits);
  return Number(whole(a, 52) * whole(b, 52) - (whole(a * b, 52) << 52n)) * 2 ** -104;
}

export const proof: Proof = {
  isQuick: true,
  prove: async (sources) => [
    ...await Promise.all(FUNCTIONS.map((name) => proveOne(sources, name))),
    checkScalar(sources),
  ],
};
