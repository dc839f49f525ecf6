import { runTask } from "../../support/task_args.ts";
import { findKernel } from "../accuracy/tasks.ts";
import { requestGpu } from "../../mod.ts";
import { ulpDistance } from "../../testing/mod.ts";
import { browse } from "./browse.ts";
import { type Case, cases, computeCase, type Results } from "./cases.ts";
import { chromium } from "./open_page.ts";

const HELP =
  `Runs every function in a page of Chromium, on the CPU and by WebGPU, and beside it in Deno.

Usage: deno task verify chromium

The browser is Debian's (apt-get install -y chromium), or the one that SPECOL_CHROMIUM names. Exit
status 1 if results are outside the registry's budgets, or the CPU's are not the same bits.
`;

/** How far the results of one case are from the CPU's here. */
interface Line {
  readonly title: string;
  readonly type: string;
  readonly deno: Distance;
  readonly chromium: Distance;
  /** Whether both GPUs gave the same bits, and both CPUs. */
  readonly sameGpu: boolean;
  readonly sameCpu: boolean;
  readonly isGood: boolean;
}

/** The distance of two arrays. */
interface Distance {
  readonly worst: number;
  readonly differ: number;
}

/** Runs all cases on both sides, prints them, and returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  return await runTask(args, { help: HELP, run: compareAll });
}

async function compareAll(): Promise<number> {
  using gpu = await requestGpu();
  if (gpu === undefined) throw new Error("Cannot compare: Deno has no WebGPU adapter");
  const folder = await Deno.makeTempDir({ prefix: "specol-chromium-" });
  try {
    const script = await bundle(`${folder}/page.js`);
    const visit = await browse(script, `${folder}/profile`);
    console.log(`Deno      ${Deno.version.deno}, ${gpu.adapter}`);
    console.log(`Chromium  ${await versionOf(chromium())}, ${visit.adapter}`);
    console.log("\nworst distance from the CPU in ulp (elements that differ), 65,536 points each");
    console.log(`${"".padEnd(30)}${"Deno".padStart(14)}${"Chromium".padStart(14)}  same bits`);
    let bad = 0;
    for (const [i, one] of cases.entries()) {
      const line = compare(one, await computeCase(one, gpu), visit.results.get(i)!);
      console.log(format(line));
      if (!line.isGood) bad++;
    }
    console.log(bad === 0 ? "\nall good" : `\n${bad} of ${cases.length} are not good`);
    return bad === 0 ? 0 : 1;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function compare(one: Case, here: Results, sent: ArrayBuffer): Line {
  const { name, parameter, type } = one;
  const Floats = here.cpu.constructor as Float32ArrayConstructor;
  const both = new Floats(sent);
  const [cpu, gpu] = [both.subarray(0, here.cpu.length), both.subarray(here.cpu.length)];
  const title = parameter === undefined ? name : `${name}(${parameter})`;
  const deno = distance(here.gpu, here.cpu, type);
  const chromium = distance(gpu, here.cpu, type);
  const sameCpu = distance(cpu, here.cpu, type).differ === 0;
  const { gpuBudget } = findKernel(title).spec;
  return {
    title,
    type,
    deno,
    chromium,
    sameGpu: distance(gpu, here.gpu, type).differ === 0,
    sameCpu,
    isGood: sameCpu && Math.max(deno.worst, chromium.worst) <= gpuBudget,
  };
}

function distance(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  type: Case["type"],
): Distance {
  let [worst, differ] = [0, 0];
  for (let i = 0; i < expected.length; i++) {
    if (Object.is(actual[i], expected[i])) continue;
    differ++;
    worst = Math.max(worst, ulpDistance(actual[i], expected[i], type));
  }
  return { worst: actual.length === expected.length ? worst : Infinity, differ };
}

function format({ title, type, deno, chromium, sameGpu, sameCpu, isGood }: Line): string {
  const cell = ({ worst, differ }: Distance): string => `${worst} (${differ})`.padStart(14);
  const same = [sameGpu ? "GPU" : "", sameCpu ? "CPU" : ""].filter(Boolean).join(", ") || "none";
  const verdict = isGood ? "" : "  BAD";
  return `${title.padEnd(22)}${type.padEnd(8)}${cell(deno)}${cell(chromium)}  ${same}${verdict}`;
}

/** The page's program and all that it imports, as JavaScript. */
async function bundle(path: string): Promise<string> {
  const page = new URL("./page.ts", import.meta.url).pathname;
  await output(Deno.execPath(), ["bundle", "--quiet", "--platform=browser", "-o", path, page]);
  return await Deno.readTextFile(path);
}

async function versionOf(command: string): Promise<string> {
  const text = await output(command, ["--no-sandbox", "--version"]);
  return /[\d.]+/.exec(text)?.[0] ?? "of unknown version";
}

async function output(command: string, args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args: [...args] }).output();
  if (success) return new TextDecoder().decode(stdout);
  throw new Error(`Cannot run ${command}: ${new TextDecoder().decode(stderr).trim()}`);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
