import { parseArgs } from "@std/cli/parse-args";
import type { FloatType } from "../kernels/float_types.ts";
import { WASM_BASE64 } from "../kernels/module.js";
import { openCephes } from "./cephes.ts";
import { makeInputs } from "./inputs.ts";
import { lossesText, type Results } from "./losses.ts";
import { describeMachine } from "./machine.ts";
import { measureRows } from "./measure_rows.ts";
import { isPresent } from "./peer.ts";
import { headerText, legendText, packageText, tableText } from "./report.ts";
import { openScipy } from "./scipy.ts";
import { measureStartup } from "./startup.ts";
import { selectSubjects, type Subject } from "./subjects.ts";
import type { RoundOptions } from "./time_rounds.ts";
import { openTorch } from "./torch.ts";

const HELP = `Times every function and gradient beside SciPy, PyTorch and npm's cephes.

Usage: deno task bench [--quick] [--json FILE] [NAME...]

NAME       a function (i0e: with its gradient) or a gradient (i0eGrad); with a parameter,
           polygamma(20), or without, for all that are timed; all functions if none is given
--quick    fewer rounds
--json     also write the figures to FILE

Results are verified before they are timed: a difference ends the run with exit status 1. Missed
targets are reported and change nothing: the machine may be busy with something else.

The peers are those of /usr/bin/python3, or of the Python that SPECOL_PYTHON names:
apt-get install -y python3-scipy python3-torch
`;

const TYPES: readonly FloatType[] = ["float64", "float32", "float16"];

interface Effort extends RoundOptions {
  readonly startupRounds: number;
}

const FULL: Effort = { rounds: 6, passes: 4, startupRounds: 15 };
const QUICK: Effort = { rounds: 2, passes: 2, startupRounds: 5 };

/** Runs the benchmark and returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  const unknown: string[] = [];
  const flags = parseArgs([...args], {
    boolean: ["quick", "help"],
    string: ["json", "_"],
    alias: { h: "help" },
    unknown: (arg: string) => !arg.startsWith("-") || void unknown.push(arg),
  });
  if (flags.help) {
    console.log(HELP);
    return 0;
  }
  try {
    if (unknown.length > 0) throw new RangeError(`Cannot understand ${unknown.join(", ")}`);
    const subjects = selectSubjects(flags._.map(String));
    await bench(subjects, { effort: flags.quick ? QUICK : FULL, json: flags.json });
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return error instanceof RangeError ? 2 : 1;
  }
}

async function bench(
  subjects: readonly Subject[],
  { effort, json }: { effort: Effort; json?: string },
): Promise<void> {
  const machine = describeMachine();
  const inputs = makeInputs(new Set(subjects.map(({ start }) => start)));
  await using stack = new AsyncDisposableStack();
  const directory = await Deno.makeTempDir({ prefix: "specol-bench-" });
  stack.defer(() => Deno.remove(directory, { recursive: true }));
  const setting = { inputs: inputs.uniform, directory };
  const all = await Promise.all([openScipy, openTorch, openCephes].map((open) => open(setting)));
  const peers = all.filter(isPresent);
  peers.forEach((peer) => stack.use(peer));
  console.log(headerText(machine, all));

  const { rounds, passes, startupRounds } = effort;
  const onRound = (round: number): void => console.error(`round ${round} of ${rounds}`);
  const options = { types: TYPES, inputs, peers, rounds, passes, onRound };
  const rows = await measureRows(subjects, options);
  const startup = await measureStartup({ directory, rounds: startupRounds });
  const results: Results = { rows, startup, moduleBytes: atob(WASM_BASE64).length };
  console.log(legendText(effort));
  for (const type of TYPES) console.log(tableText(type, rows));
  console.log(packageText(results));
  console.log(lossesText(results));
  if (json === undefined) return;
  const versions = Object.fromEntries(peers.map(({ name, version }) => [name, version]));
  const text = JSON.stringify({ machine, versions, effort, ...results }, null, 2);
  await Deno.writeTextFile(json, `${text}\n`);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
