// Runs `deno test` with the permissions that the tests need, and ends with its status. What else is on the
// command line goes to it: files, --filter.
//
// There is one thing that it forgives. Where WebGPU runs on OpenGL, the process can be killed when it ends,
// after all tests have passed: the destructor of Debian's libEGL frees what belongs to each thread while
// Deno's threads end and free the same ("double free or corruption", one run in fifty on a busy machine).
// This cannot happen to the command line, whose only thread that uses OpenGL is the one that ends last.

const TEST = ["test", "--allow-read", "--allow-write", "--allow-run", "--allow-env", "--doc"];

/** What is kept of the output: its last line says whether all tests have passed. */
const TAIL = 1000;

/** How a run of `deno test` ended. */
export interface Ending {
  readonly code: number;
  readonly signal: Deno.Signal | null;
  /** The last that it printed. */
  readonly tail: string;
}

/** Whether a run was killed when it had said, last of all, that all tests have passed. */
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
  if (forgiven) {
    console.error(
      `All tests have passed. ${ending.signal} ended the process after that: see tools/run_tests.ts`,
    );
  }
  Deno.exit(forgiven ? 0 : ending.code);
}
