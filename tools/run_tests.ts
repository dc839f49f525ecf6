// Runs `deno test` with the permissions that the tests need, passes its own arguments on (files,
// --filter), and ends with the same status.
//
// It forgives one failure. Where WebGPU runs on OpenGL, the process of `deno test` can be killed
// while it exits, after all tests have passed: libEGL's destructor frees the data of every thread
// while Deno's threads end and free the same data ("double free or corruption"; it happened in one
// run of fifty on a busy machine). The command line is not affected: it uses OpenGL in its main
// thread only, which runs that destructor.

const TEST = [
  "test",
  // Most tests wait for a program that they have started. Files are tested at the same time, each
  // in a thread of its own, one for each core.
  "--parallel",
  "--allow-read",
  "--allow-write",
  "--allow-run",
  "--allow-env",
  "--doc",
];

/** Characters of the output that are kept: its last line says whether all tests have passed. */
const TAIL = 1000;

/** How a run of `deno test` ended. */
export interface Ending {
  readonly code: number;
  readonly signal: Deno.Signal | null;
  /** The end of its output. */
  readonly tail: string;
}

/** Whether a run was killed after its last line had said that all tests passed. */
export function isForgiven({ signal, tail }: Ending): boolean {
  // deno-lint-ignore no-control-regex
  const plain = tail.replaceAll(/\x1b\[[0-9;]*m/g, "");
  return (signal === "SIGABRT" || signal === "SIGSEGV") &&
    /(^|\n)ok \| \d+ passed.*\s*$/.test(plain);
}

async function runTests(args: readonly string[]): Promise<Ending> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...TEST, ...args],
    env: Deno.stdout.isTerminal() && !Deno.noColor ? { FORCE_COLOR: "1" } : {},
    stdout: "piped",
  }).spawn();
  const decoder = new TextDecoder();
  let tail = "";
  for await (const chunk of child.stdout) {
    tail = (tail + decoder.decode(chunk, { stream: true })).slice(-TAIL);
    for (let at = 0; at < chunk.length;) at += await Deno.stdout.write(chunk.subarray(at));
  }
  return { ...await child.status, tail };
}

if (import.meta.main) {
  const ending = await runTests(Deno.args);
  const forgiven = isForgiven(ending);
  if (ending.signal !== null) {
    const when = forgiven ? ", after all of them had passed: see tools/run_tests.ts" : "";
    console.error(`${ending.signal} ended the process of the tests${when}`);
  }
  Deno.exit(forgiven ? 0 : ending.code);
}
