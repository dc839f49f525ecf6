// Compares float64 results with the points that tools/hard_points.c printed:
//
//     deno run --allow-read tools/check_points.ts points.tsv
//
// With a second path, of a new file, the points of the Bessel functions are written to it as data of the tests, for
// which tests/data/bessel_hard_points.ts has the command:
//
//     deno run --allow-read --allow-write tools/check_points.ts points.tsv tests/data/bessel_hard.bin.gz

import { compute, type KernelName } from "../kernels/engine.ts";
import {
  BESSEL_KERNELS,
  type HardPoints,
  writeHardPoints,
} from "../tests/data/bessel_hard_points.ts";

/** The points of each kernel and parameter. */
async function readPoints(path: string): Promise<Map<string, HardPoints>> {
  const lists = new Map<string, bigint[][]>();
  const lines = (await Deno.readTextFile(path)).trim().split("\n");
  for (const line of lines) {
    const [kernel, parameter, x, y] = line.split("\t");
    const key = `${kernel}\t${parameter}`;
    if (!lists.has(key)) lists.set(key, []);
    lists.get(key)!.push([BigInt(`0x${x}`), BigInt(`0x${y}`)]);
  }
  return new Map(
    [...lists].map(([key, list]) => [key, {
      x: new Float64Array(BigUint64Array.from(list, ([x]) => x).buffer),
      y: new Float64Array(BigUint64Array.from(list, ([, y]) => y).buffer),
    }]),
  );
}

const [path, to] = Deno.args;
const points = await readPoints(path);
let wrong = 0;
for (const [key, { x, y }] of points) {
  const [name, parameter] = key.split("\t");
  const results = new Float64Array(x.length);
  compute({ name: name as KernelName, parameter: Number(parameter) || undefined }, x, results);
  let off = 0;
  for (let i = 0; i < x.length; i++) {
    if (Object.is(results[i], y[i])) continue;
    off++;
    if (off <= 5) console.log(`${name}(${x[i]}) is ${results[i]}, not ${y[i]}`);
  }
  console.log(`${name} ${parameter}: ${x.length} points, ${off} wrong`);
  wrong += off;
}
if (to !== undefined) {
  const all = BESSEL_KERNELS.map((name) => points.get(`${name}\t0`)!);
  await Deno.writeFile(to, await writeHardPoints(all), { createNew: true });
}
if (wrong > 0) Deno.exit(1);
