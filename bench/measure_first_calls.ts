import type { Kernel } from "../kernels/engine.ts";

/** Milliseconds of the first calls of a function, on a column over a wide range. */
export interface FirstCall {
  readonly name: string;
  /** The first call of a program: compiles the module. */
  readonly cold: number;
  /** The first call of this function, after another one. */
  readonly warm: number;
  /** The second call. */
  readonly second: number;
}

const KERNELS: readonly Kernel[] = [
  { name: "i0" },
  { name: "lgamma" },
  { name: "digamma" },
  { name: "polygamma", parameter: 1 },
  { name: "polygamma", parameter: 20 },
  { name: "multigammaln", parameter: 3 },
  { name: "multigammalnGrad", parameter: 3 },
];

/** Calls each function for the first time, in programs of its own, and keeps the best of each. */
export async function measureFirstCalls({ rounds }: { rounds: number }): Promise<FirstCall[]> {
  const calls: FirstCall[] = [];
  for (const kernel of KERNELS) {
    const cold = [];
    const warm = [];
    for (let round = 0; round < rounds; round++) {
      cold.push(await run(kernel, "cold"));
      warm.push(await run(kernel, "warm"));
    }
    const { name, parameter } = kernel;
    calls.push({
      name: parameter === undefined ? name : `${name}(${parameter})`,
      cold: Math.min(...cold.map(([first]) => first)),
      warm: Math.min(...warm.map(([first]) => first)),
      second: Math.min(...warm.map(([, second]) => second)),
    });
  }
  return calls;
}

async function run(kernel: Kernel, state: "cold" | "warm"): Promise<[number, number]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", `${import.meta.dirname}/first_call_program.ts`, JSON.stringify(kernel), state],
    stderr: "inherit",
  }).output();
  return JSON.parse(new TextDecoder().decode(stdout));
}
