// What tools/arm64.ts runs under Node.js on another machine: the tests of bits, and the worst cases
// in the folder that the argument names. Exits with 1 if a bit differs.

import { tests } from "./deno_tests.ts";
import "../kernels/same_bits_test.ts";
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { compute, type KernelName } from "../../kernels/engine.ts";
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
console.log(
  `${process.arch}: ${tests.length} tests of bits, ${points} worst cases, ${failures} failures`,
);
process.exit(failures === 0 ? 0 : 1);
