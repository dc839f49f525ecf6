/**
 * Compares float64 results with what tools/arb/hard_points.c prints, on standard input.
 *
 *     ./hard_points 50000 50000 lgamma | deno run --allow-read tools/arb/check_points.ts
 *
 * @module
 */

import { compute, type KernelName } from "../../kernels/engine.ts";

const SIZE = 4096;
/** How many wrong results are printed. */
const MAX_PRINTED = 10;

interface Group {
  readonly name: string;
  readonly parameter?: number;
  readonly x: Float64Array<ArrayBuffer>;
  readonly y: Float64Array<ArrayBuffer>;
  count: number;
  tried: number;
  wrong: number;
}

const groups = new Map<string, Group>();

function flush(group: Group): void {
  const { name, parameter, x, y, count } = group;
  const actual = x.slice();
  compute({ name: name as KernelName, parameter }, x, actual);
  for (let i = 0; i < count; i++) {
    if (Object.is(actual[i], y[i])) continue;
    if (group.wrong++ < MAX_PRINTED) {
      console.log(`${name} ${parameter ?? ""}: x ${x[i]}, ${actual[i]}, expected ${y[i]}`);
    }
  }
  group.tried += count;
  group.count = 0;
}

function take(line: string): void {
  if (line === "" || line.startsWith("#")) return;
  const [name, parameter, x, y] = line.split("\t");
  const key = `${name}\t${parameter}`;
  let group = groups.get(key);
  if (group === undefined) {
    group = {
      name,
      parameter: parameter === "0" ? undefined : Number(parameter),
      x: new Float64Array(SIZE).fill(1),
      y: new Float64Array(SIZE),
      count: 0,
      tried: 0,
      wrong: 0,
    };
    groups.set(key, group);
  }
  new BigUint64Array(group.x.buffer)[group.count] = BigInt(`0x${x}`);
  new BigUint64Array(group.y.buffer)[group.count] = BigInt(`0x${y}`);
  if (++group.count === SIZE) flush(group);
}

let rest = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop()!;
  lines.forEach(take);
}
take(rest);
for (const group of groups.values()) {
  flush(group);
  console.log(`${group.name} ${group.parameter ?? ""}: ${group.wrong} wrong of ${group.tried}`);
}
if (Array.from(groups.values()).some(({ wrong }) => wrong > 0)) Deno.exit(1);
