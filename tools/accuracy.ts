import { parseArgs } from "@std/cli/parse-args";
import { type FunctionSpec, registry } from "../functions/registry.ts";
import type { KernelName } from "../kernels/engine.ts";
import type { FloatType } from "../testing/mod.ts";
import { MARGIN_ULP } from "./accuracy/float32_range.ts";
import { heading, isOver, type Row, rowText, toJson } from "./accuracy/report.ts";
import { surveyFloat16 } from "./accuracy/survey_float16.ts";
import { surveyFloat32 } from "./accuracy/survey_float32.ts";
import { surveyFloat64 } from "./accuracy/survey_float64.ts";
import type { Tally } from "./accuracy/tally.ts";

const HELP = `Measures how far results are from the true values, and looks for the worst inputs.

Usage: deno task accuracy [--quick] [--json FILE] [FUNCTION...]

FUNCTION   a name of the registry (i0e: the function and its gradient), or of a gradient (i0eGrad);
           all if none is given
--quick    fewer random points in float64, and one in 1021 of the float32 numbers instead of all
--json     also write the table and the worst inputs to FILE

worst error    distance from the true value in ulp; below 0.5 the result must be correctly rounded
from rounded   distance from the correctly rounded value in ulp, at the x that is shown

Exit status 1 if a result is farther from the correctly rounded one than the registry allows.
`;

const TYPES: readonly FloatType[] = ["float64", "float32", "float16"];

interface Task {
  readonly name: string;
  readonly kernel: KernelName;
  readonly budget: FunctionSpec["budget"];
}

/** Runs the survey and returns the exit status. */
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
  const tasks = allTasks();
  const names: string[] = flags._.map(String);
  const known = new Set(tasks.flatMap(({ name }) => [name, functionOf(name)]));
  unknown.push(...names.filter((name) => !known.has(name)));
  if (unknown.length > 0) {
    console.error(
      `Cannot survey ${unknown.join(", ")}: names are ${
        [...known].join(", ")
      }; options --quick, --json FILE`,
    );
    return 2;
  }
  const chosen = tasks.filter(({ name }) =>
    names.length === 0 || names.includes(name) ||
    names.includes(functionOf(name))
  );
  const rows = await survey(chosen, { quick: flags.quick });
  if (flags.json) await Deno.writeTextFile(flags.json, toJson(rows));
  return rows.some(isOver) ? 1 : 0;
}

async function survey(
  tasks: readonly Task[],
  { quick }: { quick: boolean },
): Promise<Row[]> {
  console.log(heading());
  // The gradient of i0 is the kernel i1: what has been measured is not measured again.
  const done = new Map<string, { tally: Tally; seconds: number }>();
  const rows: Row[] = [];
  for (const { name, kernel, budget } of tasks) {
    for (const type of TYPES) {
      const key = `${kernel} ${type}`;
      const start = performance.now();
      const { tally, seconds } = done.get(key) ?? {
        tally: await surveyType(kernel, type, { quick }),
        seconds: (performance.now() - start) / 1000,
      };
      done.set(key, { tally, seconds });
      const row = { name, kernel, type, tally, budget: budget[type], seconds };
      rows.push(row);
      console.log(rowText(row));
      if (type === "float64" && tally.error.error >= MARGIN_ULP) {
        console.error(
          `${name}: float32 is not proven, float64 is not within ${MARGIN_ULP} ulp`,
        );
      }
    }
  }
  return rows;
}

function surveyType(
  kernel: KernelName,
  type: FloatType,
  { quick }: { quick: boolean },
): Tally | Promise<Tally> {
  switch (type) {
    case "float64":
      return surveyFloat64(kernel, { quick });
    case "float32":
      return surveyFloat32(kernel, { quick });
    case "float16":
      return surveyFloat16(kernel);
  }
}

function allTasks(): Task[] {
  return registry.flatMap(({ name, kernel, gradientKernel, budget }) => [
    { name, kernel, budget },
    { name: `${name}Grad`, kernel: gradientKernel, budget },
  ]);
}

function functionOf(name: string): string {
  return name.replace(/Grad$/, "");
}

if (import.meta.main) Deno.exit(await main(Deno.args));
