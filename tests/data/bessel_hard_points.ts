import type { KernelName } from "../../kernels/engine.ts";

// Hard points of the Bessel kernels: those whose true value is nearest to half-way between two float64, of a million
// that Arb tried in each of 13 regions (the smallest, small, middle and large ones, next to overflow, far ones, subnormal
// results, next to the zero of i1e'), 100 of each region. Made by
//
//     ./hard_points 1000000 100 i0 i0e i0eGrad i1 i1e i1Grad i1eGrad > points.tsv        (see tools/hard_points.c)
//     deno run --allow-read --allow-write tools/check_points.ts points.tsv tests/data/bessel_hard.bin.gz

/** Arguments, and the correctly rounded results. */
export interface HardPoints {
  readonly x: Float64Array<ArrayBuffer>;
  readonly y: Float64Array<ArrayBuffer>;
}

/** The kernels, in the order of the file. */
export const BESSEL_KERNELS: readonly KernelName[] = [
  "i0",
  "i0e",
  "i0eGrad",
  "i1",
  "i1e",
  "i1Grad",
  "i1eGrad",
];

/** The file's bytes: for each kernel how many points there are, their x and their y, as float64. */
export async function writeHardPoints(all: readonly HardPoints[]): Promise<Uint8Array> {
  const parts = all.flatMap(({ x, y }) => [Float64Array.of(x.length), x, y]);
  const stream = new Blob(parts).stream().pipeThrough(new CompressionStream("gzip"));
  return await new Response(stream).bytes();
}

/** The points of each kernel. */
export async function readHardPoints(): Promise<Map<KernelName, HardPoints>> {
  const bytes = await Deno.readFile(new URL("bessel_hard.bin.gz", import.meta.url));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const numbers = new Float64Array(await new Response(stream).arrayBuffer());
  let at = 0;
  return new Map(BESSEL_KERNELS.map((name) => {
    const count = numbers[at++];
    const x = numbers.slice(at, at += count);
    const y = numbers.slice(at, at += count);
    return [name, { x, y }];
  }));
}
