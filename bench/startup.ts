import { formatHeader } from "../formats/npy/format_header.ts";
import { compute } from "../kernels/engine.ts";
import { timeRounds } from "./time_rounds.ts";

/** Milliseconds from the start of a process to its end. */
export interface Startup {
  /** A Deno program that does nothing. */
  readonly empty: number;
  /** The command line on a small npy file. */
  readonly cli: number;
}

const ROOT = `${import.meta.dirname}/..`;
const ELEMENTS = 1000;

/** Runs the command line and an empty program in turns, once each in a round. */
export async function measureStartup(
  { directory, rounds }: { directory: string; rounds: number },
): Promise<Startup> {
  const from = `${directory}/x.npy`;
  const to = `${directory}/y.npy`;
  const empty = `${directory}/empty.ts`;
  const x = new Float64Array(ELEMENTS).map((_, i) => i / 10);
  await Deno.writeFile(from, npy(x));
  await Deno.writeTextFile(empty, "");
  const cliArgs = ["run", "--allow-read", "--allow-write", "cli.ts", "i0e", from, "-o", to];
  const emptyArgs = ["run", empty];
  // The first run of each also fills Deno's cache of compiled TypeScript.
  await run(emptyArgs);
  await run(cliArgs);
  compute({ name: "i0e" }, x, x);
  await assertSameBytes(to, npy(x));
  const doNothing = (): Promise<number[]> => secondsOf(emptyArgs);
  const doFile = (): Promise<number[]> => secondsOf(cliArgs);
  const best = await timeRounds([doNothing, doFile], { rounds, passes: 1 });
  return { empty: 1000 * best.get(doNothing)!, cli: 1000 * best.get(doFile)! };
}

async function secondsOf(args: readonly string[]): Promise<number[]> {
  const start = performance.now();
  await run(args);
  return [(performance.now() - start) / 1000];
}

async function run(args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: ROOT,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  if (success) return;
  throw new Error(`Cannot time deno ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
}

function npy(x: Float64Array<ArrayBuffer>): Uint8Array {
  const header = formatHeader({ size: 8, fortran: false, shape: [x.length] });
  return Uint8Array.of(...header, ...new Uint8Array(x.buffer));
}

async function assertSameBytes(file: string, expected: Uint8Array): Promise<void> {
  const actual = await Deno.readFile(file);
  const at = expected.findIndex((byte, i) => byte !== actual[i]);
  if (at < 0 && actual.length === expected.length) return;
  throw new Error(
    `Cannot time the command line: its npy file has ${actual.length} bytes, ` +
      `${expected.length} were expected, and differs first at byte ${at}`,
  );
}
