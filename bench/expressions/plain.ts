import { openInstance } from "../../kernels/engine.ts";
import { INSTRUCTION, OPERATIONS, type Program } from "../../kernels/program.ts";

// Plain evaluation, to hold ours against: the same program with float64 arithmetic and the kernels
// of functions, block by block. What it computes is rounded at every step. Elementary functions are
// those of the runtime.

/** Elements of a block, as our programs have. */
const BLOCK = 512;

type Numbers = Float64Array<ArrayBufferLike>;
type Step = (count: number, first: number) => void;

const MATH: Readonly<Record<string, (x: number) => number>> = {
  sqrt: Math.sqrt,
  exp: Math.exp,
  expm1: Math.expm1,
  log: Math.log,
  log1p: Math.log1p,
  sin: Math.sin,
  cos: Math.cos,
  abs: Math.abs,
  neg: (x: number) => -x,
};

const NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(OPERATIONS).map(([name, code]) => [code, name]),
);

/** A loop of its own for each operation, as a compiler makes them. */
function loopOf(
  name: string,
): (to: Numbers, a: Numbers, b: Numbers, c: Numbers, n: number) => void {
  const operators: Readonly<Record<string, string>> = {
    add: "a[i] + b[i]",
    sub: "a[i] - b[i]",
    mul: "a[i] * b[i]",
    div: "a[i] / b[i]",
    pow: "a[i] ** b[i]",
    min: "Math.min(a[i], b[i])",
    max: "Math.max(a[i], b[i])",
    lt: "+(a[i] < b[i])",
    le: "+(a[i] <= b[i])",
    eq: "+(a[i] === b[i])",
    ne: "+(a[i] !== b[i])",
    if: "a[i] !== 0 ? b[i] : c[i]",
  };
  const body = operators[name] ?? (name === "neg" ? "-a[i]" : `Math.${name}(a[i])`);
  return new Function(
    ..."to,a,b,c,n".split(","),
    `for (let i = 0; i < n; i++) to[i] = ${body};`,
  ) as ReturnType<typeof loopOf>;
}

/** Plain evaluation of a program over its inputs. */
export interface Plain {
  run(): void;
  /** Runs the functions alone, over as many blocks; all are the last one. */
  runFunctions(): void;
  readonly outputs: readonly Numbers[];
  /** Where memory of the instance begins that it does not use. */
  readonly end: number;
  /** Makes its arrays, when nothing reserves more memory. */
  bind(): void;
}

/** Prepares the plain evaluation of a program. */
export function preparePlain(program: Program, inputs: readonly Numbers[]): Plain {
  const instance = openInstance();
  const length = program.code.length / INSTRUCTION;
  const rows = inputs[0].length;
  const end = instance.end + length * BLOCK * 8;
  instance.reserve(end);
  const places: Float64Array[] = [];
  const outputs = program.outputs.map(() => new Float64Array(rows));
  const steps: Step[] = [];
  const functions: Step[] = [];

  /** Makes the arrays and loops: before that, all memory that is needed must be reserved. */
  function bind(): void {
    for (let i = 0; i < length; i++) {
      places.push(new Float64Array(instance.memory.buffer, instance.end + i * BLOCK * 8, BLOCK));
    }
    for (let i = 0; i < length; i++) {
      const at = i * INSTRUCTION;
      const name = NAMES.get(program.code[at])!;
      const [a, b, c] = program.code.subarray(at + 5, at + 8);
      const index = program.code[at + 9];
      const to = places[i];
      if (name === "number") to.fill(program.constants[i * 4]);
      else if (name === "input") {
        steps.push((count, first) => to.set(inputs[index].subarray(first, first + count)));
      } else if (name === "output") {
        steps.push((count, first) => outputs[index].set(places[a].subarray(0, count), first));
      } else if (name in MATH || program.code[at] < OPERATIONS.sqrt) {
        const loop = loopOf(name);
        const step = (count: number) =>
          loop(to, places[a], places[b] ?? to, places[c] ?? to, count);
        steps.push(step);
        if (program.code[at] >= OPERATIONS.sqrt || name === "pow") functions.push(step);
      } else {
        const { kernel, parameter } = kernelOf(name, b < 0 ? 0 : places[b][0]);
        const run = instance.exports[`${kernel}_f64` as "lgamma_f64"] as (
          from: number,
          to: number,
          count: number,
          parameter?: number,
        ) => void;
        const step = (count: number) => run(places[a].byteOffset, to.byteOffset, count, parameter);
        steps.push(step);
        functions.push(step);
      }
    }
  }

  function runAll(all: readonly Step[]): void {
    for (let first = 0; first < rows; first += BLOCK) {
      const count = Math.min(BLOCK, rows - first);
      for (const step of all) step(count, first);
    }
  }
  return { outputs, end, bind, run: () => runAll(steps), runFunctions: () => runAll(functions) };
}

const SLOPES: Readonly<Record<string, string>> = {
  i0: "i1",
  i1: "i1Grad",
  i0e: "i0eGrad",
  i1e: "i1eGrad",
};

function kernelOf(name: string, n: number): { kernel: string; parameter?: number } {
  if (!/^i[01]e?$/.test(name)) return { kernel: name, parameter: n };
  if (n > 1) throw new Error(`No kernel computes derivative ${n} of ${name}`);
  return { kernel: n === 0 ? name : SLOPES[name] };
}
