/** Runs the part of a benchmark that is timed. */
export type Alone = <T>(work: () => Promise<T>) => Promise<T>;

/** What `--wait` does, for the help of benchmarks. */
export const WAIT_HELP =
  `--wait     after verifying, wait for a line on standard input before timing, and say when that ended:
           to verify beside other work, and to time alone`;

/** Times at once, or after a line on standard input. */
export function aloneIf(waits: boolean): Alone {
  return waits ? afterLine : (work) => work();
}

async function afterLine<T>(work: () => Promise<T>): Promise<T> {
  console.error("Verified: a line on standard input starts the clock.");
  await Deno.stdin.read(new Uint8Array(64));
  const result = await work();
  console.error("Timed.");
  return result;
}
