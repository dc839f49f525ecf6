import { assert } from "@std/assert";
import { openProbe } from "../../support/probe_module.ts";
import { Random } from "../../support/random.ts";

// Kernels and expressions decide roundings by bounds that contain those of their logarithms and
// exponentials (elementary/log.ts, elementary/exp.ts, elementary/exp_double_double.ts,
// elementary/fast_double_double.ts). Here a search tries to break them: random points, and then
// points next to the worst.

const { probes: margins } = openProbe();
const effort = Number(Deno.env.get("SPECOL_BOUNDS") ?? 1);

/** Where x lies, of a random number in [0, 1). */
type Place = (random: number) => number;

const logarithmic = (low: number, high: number): Place => (random) =>
  Math.exp(Math.log(low) + (Math.log(high) - Math.log(low)) * random);
const uniform = (low: number, high: number): Place => (random) => low + (high - low) * random;

const SUBJECTS: readonly (readonly [text: string, which: number, places: readonly Place[]])[] = [
  ["log.ts", 0, [
    logarithmic(2 ** -1074, 0.5),
    logarithmic(2 ** -20, 0.9),
    logarithmic(1.1, 2 ** 20),
    logarithmic(2, 2 ** 1023),
  ]],
  ["exp.ts", 1, [uniform(0, 1), uniform(0, 20), uniform(0, 700)]],
  ["the logarithm of fast_double_double.ts", 2, [
    logarithmic(2 ** -1020, 2 ** 1020),
    uniform(0.5, 2),
    uniform(0.98, 1.02),
    logarithmic(0.999, 1.001),
    () => 0.984475506616581, // the worst that is known
  ]],
  ["exp_double_double.ts", 5, [uniform(-1, 1), uniform(-20, 20), uniform(-600, 690)]],
  ["expm1 of exp_double_double.ts", 7, [
    uniform(-1, 1),
    uniform(-600, 690),
    logarithmic(2 ** -60, 1),
    (random) => -logarithmic(2 ** -60, 1)(random),
  ]],
  ["the exponential of fast_double_double.ts", 3, [
    uniform(-1, 1),
    uniform(-20, 20),
    uniform(-600, 700),
  ]],
];

for (const [text, which, places] of SUBJECTS) {
  Deno.test(`the errors of ${text} are within their bound`, () => {
    const random = new Random(7);
    let worst = { margin: 0, x: 0 };
    const consider = (x: number) => {
      const margin = margins.elementary_margin(which, x);
      if (!(margin <= worst.margin)) worst = { margin, x };
    };
    for (const place of places) {
      for (let i = 0; i < 3000 * effort; i++) consider(place(random.between(0, 1)));
    }
    for (let width = 2 ** -4; width > 2 ** -50; width /= 2) {
      const { x } = worst;
      for (let i = 0; i < 20 * effort; i++) {
        consider(x * (1 + (random.between(0, 1) - 0.5) * width));
      }
    }
    if (effort > 1) console.log(text, worst.margin, worst.x);
    assert(worst.margin < 1, `${worst.margin} of the bound at ${worst.x}`);
    // A search that found nothing at all would not have computed anything.
    assert(worst.margin > 0, `${worst.margin} of the bound at ${worst.x}`);
  });
}
