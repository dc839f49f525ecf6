import type { Kernel } from "../../kernels/engine.ts";
import { openProbe } from "../../support/probe_module.ts";
import type { Random } from "../../support/random.ts";
import { type Draw, isBessel } from "./ranges.ts";

const BLOCK = 512;
/** How many numbers are drawn to find hard points, and how many points are enough. */
export const DRAWN = 2 ** 20;
const MAX_OPEN = 6000;

const { compute, memory, probes } = openProbe();

/** The numbers of the Bessel functions (bessel/kinds.ts). */
const KINDS = ["i0", "i1", "i1Grad", "i0e", "i1e", "i0eGrad", "i1eGrad"];

/** Lets the module forget the results that it remembers. */
export function forgetResults(): void {
  probes.gamma_probe(0);
}

/** Counts the elements that take the second way of their family. */
export function countOpen(kernel: Kernel, x: Float64Array): number {
  forgetResults();
  compute(kernel, x, x.slice());
  return probes.accurate_count();
}

/** Draws numbers until enough of them take the second way: returns those, the hardest first. */
export function findHardPoints(kernel: Kernel, draw: Draw, random: Random): Float64Array {
  const open = new Set<number>();
  for (let drawn = 0; drawn < DRAWN && open.size < MAX_OPEN; drawn += BLOCK) {
    collectOpen(kernel, Float64Array.from({ length: BLOCK }, () => draw(random)), open);
  }
  const points = [...open].map((x) => ({ x, distance: distance(kernel, x) }));
  return Float64Array.from(points.sort((a, b) => a.distance - b.distance), ({ x }) => x);
}

/** Collects the elements that take the second way, by halves. */
function collectOpen(kernel: Kernel, x: Float64Array, open: Set<number>): void {
  if (countOpen(kernel, x) === 0) return;
  if (x.length === 1) {
    open.add(x[0]);
    return;
  }
  const middle = x.length >> 1;
  collectOpen(kernel, x.subarray(0, middle), open);
  collectOpen(kernel, x.subarray(middle), open);
}

/**
 * Returns how far the value is from half-way between two float64, in ulp; 1 where nothing better
 * than the kernel is there to find it.
 */
function distance({ name, parameter }: Kernel, x: number): number {
  if (name.startsWith("multigammaln")) return 1;
  let at = probes.precise_result();
  if (isBessel({ name })) {
    at = probes.ARENA.value; // where the next call of a kernel will put its numbers
    probes.bessel_exact(KINDS.indexOf(name), x, 0, at);
  } else if (name === "lgamma") probes.lgamma_precise(x, 0);
  else if (name === "digamma") probes.digamma_precise(x, 0);
  else probes.polygamma_precise(x, 0, parameter!);
  const [high, low] = new Float64Array(memory.buffer, at, 2);
  const ulp = 2 ** (Math.floor(Math.log2(Math.abs(high))) - 52);
  const distance = Math.abs(Math.abs(low / ulp) - 0.5);
  return Number.isFinite(distance) ? distance : 1;
}
