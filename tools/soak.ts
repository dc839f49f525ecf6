import { runTask, type TaskArgs } from "../support/task_args.ts";
import { makeLoad, type SoakFormat } from "./soak/load.ts";
import { type Soaked, streamLoad } from "./soak/stream_load.ts";

const HELP =
  `Streams gigabytes through the program in each format, by pipes, and prints a table: whether every byte
that came out is right, and whether memory stayed flat. Linux only, for its /proc.

Usage: deno task verify soak [options]

  --gigabytes N  of each format, 10 by default
  --format NAME  csv, arrows or npy; all of them by default

The input is made as it is read, from 16 blocks in random order, and never stored. Memory is flat if it
is at most a tenth higher in the last quarter of the time than in the second. The exit status is 1 if
anything is wrong.
`;

const FORMATS: readonly SoakFormat[] = ["csv", "arrows", "npy"];
const MAX_GROWTH = 0.1;

/** Returns the median memory in a quarter of the time, counted from 0. */
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
  return quarter(memory, 3) <= (1 + MAX_GROWTH) * quarter(memory, 1);
}

/** Runs what the arguments say and returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  return await runTask(args, {
    help: HELP,
    words: { format: FORMATS },
    numbers: ["gigabytes"],
    run,
  });
}

async function run({ words: { format }, numbers: { gigabytes = 10 } }: TaskArgs): Promise<number> {
  console.log(
    "| format | in | out | checked | time | speed | memory in quarter 2 | 3 | 4 | most | |\n" +
      "|---|---|---|---|---|---|---|---|---|---|---|",
  );
  let fine = true;
  for (const name of format === undefined ? FORMATS : [format as SoakFormat]) {
    const soaked = await streamLoad(await makeLoad(name), gigabytes * 1e9);
    console.log(row(name, soaked));
    fine &&= soaked.wrong === undefined && isFlat(soaked.memory);
  }
  return fine ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
