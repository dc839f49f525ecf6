import { writeFigures } from "./section.ts";
import { runTask } from "../support/task_args.ts";
import type { FloatType } from "../kernels/float_types.ts";
import { WASM_BASE64 } from "../kernels/module.js";
import { addFigures, assertSameConditions, readFigures } from "./add_figures.ts";
import { type Alone, aloneIf, WAIT_HELP } from "./alone.ts";
import { inputKey, isTimed, makeInputs } from "./inputs.ts";
import { lossesText, type Results } from "./losses.ts";
import { describeMachine } from "./machine.ts";
import { measureCalls } from "./measure_calls.ts";
import { measureFirstCalls } from "./measure_first_calls.ts";
import { measureRows } from "./measure_rows.ts";
import { type OpenPeer, OTHERS, RIVALS } from "./peers/libraries.ts";
import { isPresent } from "./peers/peer.ts";
import { COUNTS, FAR, NEGATIVE, type Range, selectRanges, UNIFORM } from "./ranges.ts";
import { headerText, legendText, othersText, packageText, tableText } from "./report.ts";
import { measureStartup } from "./startup.ts";
import { selectSubjects, type Subject } from "./subjects.ts";
import type { RoundOptions } from "./time_rounds.ts";

const HELP =
  `Times every function and gradient, in every type, on numbers from the whole line, beside SciPy,
PyTorch and JAX.

Usage: deno task bench [--quick] [--others] [--wait] [--json FILE [--add]] [--range PART]...
                       [--type TYPE]... [NAME... | --calls]

NAME       a function (i0e: with its gradient) or a gradient (i0eGrad); with a parameter,
           polygamma(20), or without, for all that are timed; all functions if none is given
--range    only ranges in whose names this is: counts, 'to 1e6', normal
--type     only this type: float64, float32, float16
--others   beside TensorFlow, R, Boost.Math, glibc, pxfm, npm's stdlib and cephes instead; in float64
           on four ranges if none is named
--calls    only calls of a few numbers, first calls and the start of the command line
--quick    fewer rounds
${WAIT_HELP}
--json     also write the figures to FILE; the report reads bench/results/DATE.json, and of --others
           bench/results/DATE-others.json
--add      keep what FILE has of other cells, from the same commit and the same peers: so the matrix
           can be made in pieces, with --type, --calls or names

Results are verified before they are timed: a wrong one ends the run with exit status 1. Missed
targets are reported and change nothing: the machine may be busy with something else. Where names,
ranges or types are chosen, calls are not timed.

Peers in Python are those of the Python that SPECOL_PYTHON names, or of /usr/bin/python3. One in which
all of them are is made by deno task peers FOLDER. The others are compiled here, or downloaded. Those
that are not installed are left out. SPECOL_BOOST names a clone of github.com/boostorg/math, in a
folder that is called as its version, such as boost-1.91.0, where the system's Boost.Math is older.
`;

/** What other libraries are timed on, if nothing is chosen. */
const OTHERS_RANGES = [UNIFORM, COUNTS, FAR, NEGATIVE];

const TYPES: readonly FloatType[] = ["float64", "float32", "float16"];

interface Effort extends RoundOptions {
  readonly startupRounds: number;
}

const FULL: Effort = { rounds: 4, passes: 3, startupRounds: 15 };
const QUICK: Effort = { rounds: 2, passes: 2, startupRounds: 5 };

/** What is timed. */
interface Choice {
  readonly subjects: readonly Subject[];
  readonly ranges: readonly Range[];
  readonly types: readonly FloatType[];
  /** Whether calls of a few numbers, first calls and the start are timed. */
  readonly hasCalls: boolean;
  readonly libraries: readonly OpenPeer[];
}

/** Runs the benchmark and returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  return await runTask(args, {
    help: HELP,
    flags: ["quick", "others", "calls", "wait", "add"],
    texts: ["json"],
    lists: ["range", "type"],
    operands: true,
    async run({ flags, texts: { json }, lists: { range, type }, operands: names }): Promise<void> {
      const isOthers = flags.has("others");
      const isWhole = names.length + range.length + type.length === 0;
      const hasCalls = flags.has("calls");
      if (hasCalls && (isOthers || !isWhole)) {
        throw new RangeError("--calls goes with no --others, --range, --type or name");
      }
      if (flags.has("add") && json === undefined) {
        throw new RangeError("--add needs --json FILE, the file to which figures are added");
      }
      const choice = {
        subjects: hasCalls ? [] : selectSubjects(names),
        ranges: selectRanges(isOthers && range.length === 0 ? OTHERS_RANGES : range),
        types: selectTypes(isOthers && type.length === 0 ? ["float64"] : type),
        hasCalls: hasCalls || isWhole && !isOthers,
        libraries: isOthers ? OTHERS : RIVALS,
      };
      await bench(choice, {
        effort: flags.has("quick") ? QUICK : FULL,
        alone: aloneIf(flags.has("wait")),
        json,
        adds: flags.has("add"),
      });
    },
  });
}

function selectTypes(names: readonly string[]): readonly FloatType[] {
  const unknown = names.filter((name) => !TYPES.some((type) => type === name));
  if (unknown.length > 0) {
    throw new RangeError(`Cannot time ${unknown.join(", ")}: types are ${TYPES.join(", ")}`);
  }
  return names.length === 0 ? TYPES : TYPES.filter((type) => names.includes(type));
}

interface Run {
  readonly effort: Effort;
  readonly alone: Alone;
  readonly json?: string;
  readonly adds: boolean;
}

async function bench(
  { subjects, ranges, types, hasCalls, libraries }: Choice,
  { effort, alone, json, adds }: Run,
): Promise<void> {
  const machine = describeMachine();
  const inputs = new Map(
    subjects.flatMap((subject) =>
      ranges.filter((range) => isTimed(subject, range)).map((range) =>
        [inputKey(subject, range), { subject, range }] as const
      )
    ),
  );
  const arrays = new Map(
    Array.from(inputs, ([key, { subject, range }]) => [key, makeInputs(range, subject)]),
  );
  await using stack = new AsyncDisposableStack();
  const directory = await Deno.makeTempDir({ prefix: "specol-bench-" });
  stack.defer(() => Deno.remove(directory, { recursive: true }));
  const setting = { inputs: arrays, directory };
  const all = await Promise.all(libraries.map((open) => open(setting)));
  const peers = all.filter(isPresent);
  peers.forEach((peer) => stack.use(peer));
  console.log(headerText(machine, all));
  const versions = Object.fromEntries(peers.map(({ name, version }) => [name, version]));
  const conditions = { machine, versions, effort };
  const old = adds ? await readFigures(json!) : undefined;
  if (old !== undefined) assertSameConditions(old, conditions);

  const { rounds, passes, startupRounds } = effort;
  const onRound = (round: number): void => console.error(`round ${round}`);
  const options = { types, ranges, inputs: arrays, peers, rounds, passes, alone, onRound };
  const rows = await measureRows(subjects, options);
  const results: Results = {
    rows,
    ...(hasCalls && await alone(async () => ({
      calls: await measureCalls({ rounds }),
      firstCalls: await measureFirstCalls({ rounds }),
      startup: await measureStartup({ directory, rounds: startupRounds }),
    }))),
    moduleBytes: atob(WASM_BASE64).length,
  };
  console.log(legendText({ ...effort, ranges: ranges.map(({ name }) => name) }));
  if (libraries === OTHERS) console.log(othersText(rows));
  else for (const type of types) console.log(tableText(type, rows));
  console.log(packageText(results));
  console.log(lossesText(results));
  const figures = { ...conditions, ...results };
  await writeFigures(json, old === undefined ? figures : addFigures(old, figures));
}

if (import.meta.main) Deno.exit(await main(Deno.args));
