// What tools/arm64.ts runs on this machine and under Node.js on another one: the tests of bits, the worst cases in the
// folder that the argument names, and hashes of results, which must be the same on both. Exits with 1 if a bit differs.

import { tests } from "./deno_tests.ts";
import "../kernels/same_bits_test.ts";
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { compute, type KernelName } from "../../kernels/engine.ts";
import { allTasks } from "../../tools/accuracy/tasks.ts";
import { Random } from "../../support/random.ts";
import { parseHexFloat } from "../../tools/accuracy/hex_float.ts";

let failures = 0;
for (const { name, run } of tests) {
  try {
    await run();
  } catch (error) {
    failures++;
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}
let points = 0;
const folder = process.argv[2];
for (const file of readdirSync(folder).filter((file: string) => file.endsWith(".wc"))) {
  const [name, parameter] = file.split(".");
  const lines = readFileSync(`${folder}/${file}`, "utf8").trimEnd().split("\n");
  const pairs = lines.filter((line: string) => !line.startsWith("#"))
    .map((line: string) => line.split(" # ").map(parseHexFloat));
  const x = Float64Array.from(pairs, ([x]: number[]) => x);
  const y = x.slice();
  compute(
    { name: name as KernelName, parameter: parameter === "wc" ? undefined : Number(parameter) },
    x,
    y,
  );
  pairs.forEach(([, expected]: number[], i: number) => {
    points++;
    if (!Object.is(y[i], expected)) {
      failures++;
      console.error(`${file}: ${y[i]} at ${x[i]}, expected ${expected}`);
    }
  });
}
// A sample of all functions: random exponents, numbers of tables, and next to integers.
const SAMPLE = 30_000;
const random = new Random(34);
const sample = Float64Array.from({ length: SAMPLE }, (_, i) => {
  const near = Math.round(random.between(-50, 50));
  if (i % 3 === 0) return random.sign() * 2 ** random.between(-1074, 1024);
  return i % 3 === 1
    ? random.between(-50, 200)
    : near + random.sign() * 2 ** random.between(-53, 0);
});
let results = 0;
for (const { name, kernel } of allTasks()) {
  if ((kernel.parameter ?? 0) > 500) continue; // their last phase takes long when it is emulated
  for (const type of [Float64Array, Float32Array]) {
    const x = type.from(sample);
    const y = x.slice();
    compute(kernel, x, y);
    let hash = 0x811c9dc5; // FNV-1a, of 32 bits
    for (const byte of new Uint8Array(y.map((value) => Number.isNaN(value) ? 0 : value).buffer)) {
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
    results += SAMPLE;
    console.log(`${name} ${type.name}: ${(hash >>> 0).toString(16)}`);
  }
}
console.log(
  `${
    results.toLocaleString("en")
  } results, ${tests.length} tests of bits, ${points} worst cases, ${failures} failures`,
);
process.exit(failures === 0 ? 0 : 1);
