// What a source computes at some numbers, next to what it means. Bounds of errors.ts compare the operations of a source with the same
// operations on exact numbers: a term that is left out is left out of both. At these numbers it would be missed.

import { Random } from "../../support/random.ts";
import { largestValue, sollyaNumber } from "./sollya.ts";

export type Numbers = readonly [high: number, low: number];

const COUNT = 40;

/** A number in a range of either sign, by its logarithm, and a low part of up to half an ulp. */
export function drawNumbers(random: Random, [from, to]: readonly [number, number]): Numbers {
  const size = Math.exp(random.between(Math.log(Math.abs(from)), Math.log(Math.abs(to))));
  const high = Math.sign(from) * size;
  const ulp = 2 ** (Math.floor(Math.log2(size)) - 52);
  return [high, ulp * random.between(-0.5, 0.5) * (1 - 2 ** -20)];
}

/** As Sollya reads their sum. */
export function sumText(numbers: readonly number[]): string {
  return `(${numbers.map(sollyaNumber).join(" + ")})`;
}

/** Fails where what is computed is farther from what is meant than a part of that. */
export async function checkSampled(
  what: string,
  bound: number,
  sample: (random: Random) => { computed: readonly number[]; meant: string },
): Promise<void> {
  const random = new Random(1);
  const errors = Array.from({ length: COUNT }, () => {
    const { computed, meant } = sample(random);
    return `${sumText(computed)}/(${meant}) - 1`;
  });
  const worst = await largestValue(errors);
  if (worst > bound) throw new Error(`${what} is off by 2^${Math.log2(worst).toFixed(1)} of it`);
}
