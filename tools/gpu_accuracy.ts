import { runTask } from "../support/task_args.ts";
import { compute, type Kernel } from "../kernels/engine.ts";
import { ulpDistance } from "../testing/mod.ts";
import { GpuEngine } from "../webgpu/engine.ts";
import { requestAdapter } from "../webgpu/adapter.ts";
import { hexFloat } from "./accuracy/hex_float.ts";
import { selectTasks, type Task } from "./accuracy/tasks.ts";
import { stridedPoints, zeroPoints } from "./gpu_accuracy_points.ts";

const HELP =
  `Compares float32 results of the GPU with those of the CPU, which are correctly rounded.

Usage: deno task verify gpu [--stride N] [FUNCTION...]

FUNCTION   a name of the registry (i0e: the function and its gradient), or of a gradient (i0eGrad);
           with a parameter, polygamma(20), or without, for several of them; all if none is given
--stride   of the 2^32 float32 numbers, one in so many; 257 if left out

Where a function has zeros between the poles, the numbers next to each of them are tried as well.

differ     results that are not the CPU's; worst is the largest distance in ulp, at the x that is shown
           (none where there is NaN, or another sign of 0, on one side only)
time       of the GPU for an element, transfers included

Exit status 1 if a result is farther than 1 ulp from the CPU's.
`;

interface Finding {
  points: number;
  differ: number;
  worst: number;
  x: number;
  seconds: number;
}

/** Runs the survey and returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  return await runTask(args, {
    help: HELP,
    numbers: ["stride"],
    operands: true,
    run: async ({ numbers: { stride = 257 }, operands }) => {
      if (!(stride >= 1 && Number.isInteger(stride))) {
        throw new RangeError(`Option --stride must be an integer from 1, got ${stride}`);
      }
      return await surveyAll(selectTasks(operands), stride);
    },
  });
}

async function surveyAll(tasks: readonly Task[], stride: number): Promise<number> {
  const adapter = await requestAdapter();
  if (adapter === undefined) throw new RangeError("Cannot survey: no WebGPU adapter found");
  console.log(`${adapter.info.description}\n`);
  using engine = new GpuEngine(await adapter.requestDevice());
  let isOver = false;
  console.log(row(["kernel", "points", "differ", "worst", "time", "x"]));
  // The gradient of i0 is the kernel i1: what has been measured is not measured again.
  const kernels = new Map(tasks.map((task) => [Object.values(task.kernel).join(), task]));
  for (const task of kernels.values()) {
    const finding = await survey(engine, task, stride);
    isOver ||= finding.worst > 1;
    console.log(row([
      titleOf(task.kernel),
      finding.points.toLocaleString("en-US"),
      String(finding.differ),
      `${finding.worst} ulp`,
      `${(finding.seconds / finding.points * 1e9).toFixed(0)} ns`,
      finding.differ > 0 ? hexFloat(finding.x) : "",
    ]));
  }
  return isOver ? 1 : 0;
}

async function survey(engine: GpuEngine, { kernel }: Task, stride: number): Promise<Finding> {
  const finding = { points: 0, differ: 0, worst: 0, x: NaN, seconds: 0 };
  for (const points of [stridedPoints(stride), zeroPoints(kernel)]) {
    for (const x of points) {
      const start = performance.now();
      // The copy is given up: results may overwrite it.
      const [y] = await engine.run([{ kernel, x: x.slice() }]);
      finding.seconds += (performance.now() - start) / 1000;
      const expected = x.slice();
      compute(kernel, x, expected);
      finding.points += x.length;
      for (let i = 0; i < x.length; i++) {
        if (Object.is(y[i], expected[i])) continue;
        finding.differ++;
        const distance = ulpDistance(y[i], expected[i], "float32") || Infinity;
        if (distance > finding.worst) [finding.worst, finding.x] = [distance, x[i]];
      }
    }
  }
  return finding;
}

function titleOf({ name, parameter }: Kernel): string {
  return parameter === undefined ? name : `${name}(${parameter})`;
}

function row([name, ...columns]: readonly string[]): string {
  const x = columns.pop();
  return `${name.padEnd(22)}${columns.map((text) => text.padStart(13)).join("")}  ${x}`;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
