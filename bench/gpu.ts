import { runTask } from "../support/task_args.ts";
import { openDevice } from "../webgpu/adapter.ts";
import { measureFunctions } from "./gpu/measure_functions.ts";
import { measureOverlap } from "./gpu/measure_overlap.ts";
import { measureParts, writeFigures } from "./section.ts";
import { WorkFolder } from "./work_folder.ts";
import { describeMachine } from "./machine.ts";
import { headerText } from "./report.ts";
import { selectSubjects, type Subject } from "./subjects.ts";

const HELP =
  `Times every function on the CPU and on the GPU, and how well the stages of a file overlap.

Usage: deno task bench gpu [--quick] [--folder DIR] [--json FILE] [NAME...]

NAME       a function (i0e: with its gradient) or a gradient (i0eGrad); all if none is given
--quick    an eighth of the file, and fewer rounds
--folder   where to make files, by default the system's folder for temporary ones; they take 0.8 GB
--json     also write the figures to FILE

Results are verified before they are timed: a difference ends the run with exit status 1.
`;

interface Effort {
  /** Numbers in the file. */
  readonly elements: number;
  readonly rounds: number;
}

const FULL: Effort = { elements: 100e6, rounds: 3 };
const QUICK: Effort = { elements: 12e6, rounds: 1 };

/** Runs the benchmark and returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  return await runTask(args, {
    help: HELP,
    flags: ["quick"],
    texts: ["folder", "json"],
    operands: true,
    async run({ flags, texts, operands }): Promise<void> {
      const effort = flags.has("quick") ? QUICK : FULL;
      await bench(selectSubjects(operands), { ...texts, effort });
    },
  });
}

async function bench(
  subjects: readonly Subject[],
  { effort, folder: parent, json }: { effort: Effort; folder?: string; json?: string },
): Promise<void> {
  const opened = await openDevice();
  if (opened === undefined) throw new Error("Cannot time a GPU: no WebGPU adapter found");
  opened.device.destroy();
  const { name: adapter, isSoftware } = opened;
  const machine = describeMachine();
  const { elements, rounds } = effort;
  using work = await WorkFolder.make({ parent, bytes: 2 * 4 * elements });
  console.log([
    headerText(machine, []),
    `adapter   ${adapter}${isSoftware ? ": SOFTWARE ADAPTER, these are no figures of a GPU" : ""}`,
  ].join("\n"));
  const sections = await measureParts([
    ...(["float32", "float16"] as const).map((type) => () =>
      measureFunctions(subjects, { type, rounds, isSoftware })
    ),
    () => measureOverlap({ folder: work.path, elements, rounds, isSoftware }),
  ]);
  await writeFigures(json, { machine, adapter, isSoftware, effort, sections });
}

if (import.meta.main) Deno.exit(await main(Deno.args));
