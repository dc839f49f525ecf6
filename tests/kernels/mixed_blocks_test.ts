import { assertEquals } from "@std/assert";
import { bindNumber, compute, type Kernel } from "../../kernels/engine.ts";
import { Random } from "../../support/random.ts";

// A block of float64 goes a way that depends on what is in it, and on the block before (gamma.ts, gamma_partition.ts).
// Whatever way that is, every element has the result that it has alone.

const KERNELS: readonly Kernel[] = [
  { name: "lgamma" },
  { name: "digamma" },
  { name: "polygamma", parameter: 1 },
  { name: "polygamma", parameter: 2 },
];

type Draw = (random: Random) => number;

const near: Draw = (random) => random.between(0.1, 20);
const count: Draw = (random) => random.bits() % 4;
const negative: Draw = (random) => -random.between(0, 30);
const tiny: Draw = (random) => 2 ** random.between(-1070, -20);
const far: Draw = (random) => 2 ** random.between(32, 1020);
const special: Draw = (random) => [NaN, Infinity, -Infinity, 0, -0, -1, -7][random.bits() % 7];

/** A number of the second kind with some probability, else of the first. */
function mix(first: Draw, second: Draw, part: number): Draw {
  return (random) => (random.between(0, 1) < part ? second : first)(random);
}

const COLUMNS: Readonly<Record<string, Draw>> = {
  "counts with zeros": count,
  "few zeros": mix(near, () => 0, 0.005),
  "zeros of both signs": mix(near, (random) => random.sign() * 0, 0.3),
  "a few negative numbers": mix(near, negative, 0.03),
  "numbers of both signs": mix(near, negative, 0.5),
  "numbers of both signs and zeros": mix(mix(near, negative, 0.4), () => 0, 0.1),
  "negative numbers": negative,
  "negative numbers and poles": mix(negative, (random) => -(random.bits() % 9), 0.1),
  "large numbers": far,
  "tiny numbers": tiny,
  "tiny and large numbers": mix(tiny, far, 0.5),
  "numbers with and without rows": mix(near, far, 0.4),
  "few numbers with rows": mix(mix(tiny, far, 0.5), near, 0.1),
  "large numbers and few with rows": mix(far, near, 0.02),
  "large numbers and infinity": mix(far, () => Infinity, 0.3),
  "zeros and large numbers": mix(far, () => 0, 0.4),
  "every kind": mix(mix(mix(near, negative, 0.4), mix(tiny, far, 0.5), 0.4), special, 0.05),
  "special values": special,
};

/** Blocks of 512 and a part of one, which is odd. */
const LENGTH = 4 * 512 + 77;

for (const kernel of KERNELS) {
  const { name, parameter } = kernel;
  const one = bindNumber(name);
  const check = (x: Float64Array, title: string) => {
    const y = x.slice();
    compute(kernel, y, y); // in place
    assertEquals(y, x.map((value) => one(value, parameter)), title);
  };
  Deno.test(`${name}${parameter ?? ""} of a block of any kind has the bits of single numbers`, () => {
    const random = new Random(12);
    for (const [title, draw] of Object.entries(COLUMNS)) {
      check(Float64Array.from({ length: LENGTH }, () => draw(random)), title);
    }
  });

  Deno.test(`${name}${parameter ?? ""} of blocks of changing kinds has the bits of single numbers`, () => {
    const random = new Random(13);
    const draws = Object.values(COLUMNS);
    const blocks = Array.from({ length: 60 }, () => {
      const draw = draws[random.bits() % draws.length];
      return Array.from({ length: 512 }, () => draw(random));
    });
    check(Float64Array.from(blocks.flat()), "blocks of changing kinds");
  });
}
