import type { Instance } from "./instance.ts";
import type { Job } from "./job.ts";
import { CONSTANT, INSTRUCTION, type Program } from "./program.ts";

/** Elements of a block, as in kernels/assembly/batch/block.ts. */
const BLOCK = 512;
/** Bytes of a slot: high parts, low parts and bounds. */
const SLOT = 3 * BLOCK * 8;
/** Bytes of what the second way keeps for each instruction. */
const SECOND = 40;
const HEAD = 64;
/** Words of the head that a run writes: how many elements went a second way, how many results are left. */
const AGAIN = 11;
const OPEN = 12;
/** Bytes of what says where the numbers of a slot are. */
const ENTRY = 16;

/** Computes an output of a program for one row with as many digits as it takes, or gives up. */
export type ComputeExactly = (
  program: Program,
  row: { readonly inputs: readonly number[]; readonly output: number },
) => number | undefined;

let computeExactly: ComputeExactly | undefined;

/**
 * Provides the last way of programs (kernels/exact/exact_program.ts). What makes programs, or runs
 * those that were posted to it, does so: programs that compute no expressions need not load it.
 */
export function provideExactWay(compute: ComputeExactly): void {
  computeExactly = compute;
}

/** A program in the memory of an instance. */
export interface OpenProgram {
  /** Where memory begins that it does not use. */
  readonly end: number;
  /** Runs over `count` numbers of each input, at these addresses, and writes the outputs. */
  run(count: number, inputs: readonly number[], outputs: readonly number[]): void;
  /** How many rows of the last run were computed a second time. */
  readonly again: number;
}

/** Puts a program into the memory of an instance, from an address on. */
export function openProgram(instance: Instance, program: Program, start: number): OpenProgram {
  const { exports, memory } = instance;
  const length = program.code.length / INSTRUCTION;
  let top = start;
  function reserve(bytes: number): number {
    const address = top;
    top += Math.ceil(bytes / 64) * 64;
    return address;
  }
  const head = reserve(HEAD);
  const code = reserve(program.code.byteLength);
  const constants = reserve(length * CONSTANT * 8);
  const seconds = reserve(length * SECOND);
  const inputs = reserve(program.inputs * 4);
  const outputs = reserve(program.outputs.length * 8);
  const undecided = reserve(program.outputs.length * BLOCK);
  const entries = reserve(program.slots * ENTRY);
  const slots = reserve(program.slots * SLOT);
  instance.reserve(top);
  new Int32Array(memory.buffer, code).set(program.code);
  new Float64Array(memory.buffer, constants).set(program.constants);
  new Uint8Array(memory.buffer, seconds, length * SECOND).fill(0);
  new Uint32Array(memory.buffer, outputs).set(program.outputs, program.outputs.length);
  new Uint32Array(memory.buffer, head).set([
    ...[code, length, constants, slots, seconds, inputs, outputs],
    ...[program.outputs.length, undecided, entries, program.slots],
  ]);
  exports.expression_open(head);

  /** Computes the results before an element that are marked in its block. */
  function settle(
    next: number,
    { from, to }: { from: readonly number[]; to: readonly number[] },
  ): void {
    const compute = computeExactly;
    if (compute === undefined) throw new Error("Cannot run a program: it has no last way");
    const first = Math.floor((next - 1) / BLOCK) * BLOCK;
    const marks = new Uint8Array(memory.buffer, undecided, to.length * BLOCK);
    to.forEach((address, output) => {
      for (let i = 0; i < next - first; i++) {
        if (marks[output * BLOCK + i] === 0) continue;
        const at = 8 * (first + i);
        const inputs = from.map((address) => new Float64Array(memory.buffer, address + at, 1)[0]);
        if (!inputs.every(Number.isFinite)) continue;
        const value = compute(program, { inputs, output });
        if (value !== undefined) new Float64Array(memory.buffer, address + at, 1)[0] = value;
      }
    });
  }
  return {
    end: top,
    run(count, from, to): void {
      new Uint32Array(memory.buffer, inputs, from.length).set(from);
      new Uint32Array(memory.buffer, outputs, to.length).set(to);
      for (let next = 0; next < count;) {
        next = exports.expression_run(head, next, count);
        if (new Uint32Array(memory.buffer, head)[OPEN] > 0) settle(next, { from, to });
      }
    },
    get again(): number {
      return new Uint32Array(memory.buffer, head)[AGAIN];
    },
  };
}

/** Numbers that are computed before others may have a turn. */
const STEP = 16384;

/** Runs a program over whole arrays, in steps; the outputs stand one after another in `out`. */
export function* runProgram(
  instance: Instance,
  { program, inputs }: NonNullable<Job["expressions"]>,
  out: Float64Array,
): Generator<undefined, void> {
  const outputs = program.outputs.length;
  const length = out.length / outputs;
  const column = STEP * 8;
  const addresses = Array.from(
    { length: inputs.length + outputs },
    (_, i) => instance.end + i * column,
  );
  for (let start = 0; start < length; start += STEP) {
    const count = Math.min(STEP, length - start);
    // Between two steps others may use the memory: each step begins from nothing.
    const open = openProgram(instance, program, instance.end + addresses.length * column);
    const { buffer } = instance.memory;
    inputs.forEach((input, i) =>
      new Float64Array(buffer, addresses[i], count).set(input.subarray(start, start + count))
    );
    const to = addresses.slice(inputs.length);
    open.run(count, addresses.slice(0, inputs.length), to);
    to.forEach((address, i) =>
      out.set(new Float64Array(buffer, address, count), i * length + start)
    );
    yield;
  }
}
