import { Random } from "../../support/random.ts";
import { type Group, INPUT_NAMES, samplesOf } from "./samples.ts";
import { HOSTILE } from "./hostile.ts";
import { makeUnusual } from "./make_unusual.ts";
import { below, mutate } from "./mutate.ts";
import { type Route, routesOf } from "./routes.ts";
import { CANCELLED_BY } from "./try_cancelled.ts";
import type { Attempt } from "./try_input.ts";

/**
 * The kinds of cases: inputs damaged at random, all beginnings of samples, inputs made to do harm,
 * sound ones that nobody expects, and streams that are cancelled.
 */
export type Suite = "mutations" | "prefixes" | "hostile" | "unusual" | "cancelled";

/** Cases, each made from its number alone. */
export interface Cases {
  /** The number of cases. Random cases never run out. */
  readonly count: number;
  make(number: number): Attempt;
}

/** Returns the cases of a kind. */
export function casesOf(suite: Suite, { group, seed }: { group: Group; seed: number }): Cases {
  if (suite === "mutations") return { count: Infinity, make: mutations(group, seed) };
  if (suite === "unusual") return { count: Infinity, make: unusual(group, seed) };
  if (suite === "cancelled") return { count: Infinity, make: cancelled(group, seed) };
  return suite === "prefixes" ? prefixes(group) : hostile(group);
}

function mutations(group: Group, seed: number): Cases["make"] {
  const samples = samplesOf(group);
  const routes = routesOf(group);
  return (number) => {
    const random = randomOf(seed, number);
    const route = routes[below(random, routes.length)];
    const sizes = isFile(route) ? [undefined, 61, 100_000] : [7, 61, 100_000];
    return { route, atATime: sizes[below(random, 3)], bytes: mutate(samples, random) };
  };
}

function randomOf(seed: number, number: number): Random {
  return new Random(Math.imul(seed, 0x9e3779b1) + Math.imul(number, 0x85ebca6b) >>> 0);
}

/** Makes inputs that are joined, wide, with long names, or with batches that become large. */
function unusual(group: Group, seed: number): Cases["make"] {
  const samples = samplesOf(group);
  const routes = routesOf(group);
  return (number) => {
    const random = randomOf(seed, number);
    const chosen = routes[below(random, routes.length)];
    const { columns, ...input } = makeUnusual(group, { random, samples });
    const { work } = chosen;
    const chunkSize = 2 ** (12 + below(random, 9));
    const route = columns === undefined || work.kind === "map"
      ? { ...chosen, chunkSize }
      : { ...chosen, chunkSize, work: { ...work, columns } };
    return { route, atATime: [61, 2 ** 12, 2 ** 16][below(random, 3)], ...input };
  };
}

/** Makes inputs of every kind, sound or damaged, that are cancelled somewhere. */
function cancelled(group: Group, seed: number): Cases["make"] {
  const samples = samplesOf(group);
  const makeDamaged = mutations(group, seed);
  return (number) => {
    const random = randomOf(~seed, number);
    const attempt = makeDamaged(number);
    const bytes = random.sign() < 0 ? attempt.bytes : samples[below(random, samples.length)];
    const atATime = [1, 7, 64, 2 ** 12][below(random, 4)];
    // The beginning of an input is mostly its header, so that later places are tried as often as
    // early ones.
    const steps = 2 ** below(random, Math.ceil(Math.log2(bytes.length / atATime + 4)) + 1);
    return {
      ...attempt,
      bytes,
      atATime,
      cancelling: {
        by: CANCELLED_BY[below(random, CANCELLED_BY.length)],
        at: below(random, steps),
        stalls: random.sign() < 0,
        late: random.sign() < 0,
      },
    };
  };
}

/** Makes every beginning of every sample, alternately as a file and as a pipe. */
function prefixes(group: Group): Cases {
  const routes = routesOf(group);
  const samples = samplesOf(group);
  const all = samples.flatMap((sample) => Array.from({ length: sample.length }, () => sample));
  const firsts = samples.map((_, i) => samples.slice(0, i).reduce((sum, s) => sum + s.length, 0));
  return {
    count: all.length,
    make(number: number): Attempt {
      const sample = all[number];
      const bytes = sample.subarray(0, number - firsts[samples.indexOf(sample)]);
      const route = routes[number % routes.length];
      return { route, atATime: isFile(route) && number % 2 === 0 ? undefined : 64, bytes };
    },
  };
}

/**
 * Makes every hostile input on one route, then all of them on the next, until each has taken every
 * route.
 */
function hostile(group: Group): Cases {
  const inputs = HOSTILE.filter((input) => input.group === group);
  const routes = routesOf(group);
  return {
    count: inputs.length * routes.length,
    make(number: number): Attempt {
      const way = (number + Math.floor(number / inputs.length)) % routes.length;
      // Chunks have their usual size here, because small ones would take hours.
      const route = { ...routes[way], chunkSize: 2 ** 20 };
      return { route, atATime: 2 ** 16, bytes: inputs[number % inputs.length].make() };
    },
  };
}

/**
 * Returns whether an input can be a file in memory. A table in Fortran order cannot: it is opened
 * again by its path.
 */
function isFile({ input, work, to }: Route): boolean {
  return input !== INPUT_NAMES.npy ||
    work.kind !== "map" && work.kind !== "reduce" && work.kind !== "fit" &&
      work.columns === undefined && to === "npy";
}
