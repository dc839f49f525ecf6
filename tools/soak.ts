/**
 * Streams gigabytes through the program in each format, by pipes, and prints a table: whether every byte
 * that came out is right, and whether memory stayed flat. Linux only, for its /proc.
 *
 *     deno task soak [--gigabytes 10] [--format csv|arrows|npy]
 *
 * The input is made as it is read, from 16 blocks in random order, and never stored. Memory is flat if it
 * is at most a tenth higher in the last quarter of the time than in the second. The exit status is 1 if
 * anything is wrong.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { makeLoad, type SoakFormat } from "./soak/load.ts";
import { type Soaked, streamLoad } from "./soak/stream_load.ts";

const FORMATS: readonly SoakFormat[] = ["csv", "arrows", "npy"];
const MOST_GROWTH = 0.1;

/** The median memory in a quarter of the time, from 0. */
function quarter(memory: readonly number[], number: number): number {
  const part = memory.slice(memory.length * number / 4, memory.length * (number + 1) / 4);
  return part.toSorted((a, b) => a - b)[part.length >> 1] ?? NaN;
}

function row(format: SoakFormat, { bytesIn, bytesOut, seconds, memory, wrong }: Soaked): string {
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  const cells = [
    format,
    gigabytes(bytesIn),
    gigabytes(bytesOut),
    wrong === undefined ? "every byte right" : `WRONG: ${wrong}`,
    `${seconds.toFixed(0)} s`,
    `${(bytesIn / seconds / 1e6).toFixed(0)} MB/s`,
    ...[1, 2, 3].map((number) => megabytes(quarter(memory, number))),
    megabytes(Math.max(...memory)),
    isFlat(memory) ? "flat" : "GROWS",
  ];
  return `| ${cells.join(" | ")} |`;
}

function isFlat(memory: readonly number[]): boolean {
  return quarter(memory, 3) <= (1 + MOST_GROWTH) * quarter(memory, 1);
}

if (import.meta.main) {
  const args = parseArgs(Deno.args, { string: ["gigabytes", "format"] });
  const size = Number(args.gigabytes ?? 10) * 1e9;
  const formats = args.format === undefined ? FORMATS : [args.format as SoakFormat];
  console.log(
    "| format | in | out | checked | time | speed | memory in quarter 2 | 3 | 4 | most | |\n" +
      "|---|---|---|---|---|---|---|---|---|---|---|",
  );
  let fine = true;
  for (const format of formats) {
    const soaked = await streamLoad(await makeLoad(format), size);
    console.log(row(format, soaked));
    fine &&= soaked.wrong === undefined && isFlat(soaked.memory);
  }
  if (!fine) Deno.exit(1);
}
