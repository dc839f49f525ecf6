import type { Instance } from "./instance.ts";
import { CONSTANT, INSTRUCTION, type Program } from "./program.ts";

/** Elements of a block, as in kernels/assembly/math/block.ts. */
const BLOCK = 512;
/** Bytes of a slot: high parts, low parts and bounds. */
const SLOT = 3 * BLOCK * 8;
/** Bytes of what the second way keeps for each instruction. */
const SECOND = 40;
const HEAD = 64;

/** A program in the memory of an instance. */
export interface OpenProgram {
  /** Where memory begins that it does not use. */
  readonly end: number;
  /** Runs over `count` numbers of each input, at these addresses, and writes the outputs. */
  run(count: number, inputs: readonly number[], outputs: readonly number[]): void;
}

/** Puts a program into the memory of an instance, which must reach as far: `programBytes` from `start`. */
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
  const slots = reserve(program.slots * SLOT);
  instance.reserve(top);
  new Int32Array(memory.buffer, code).set(program.code);
  new Float64Array(memory.buffer, constants).set(program.constants);
  new Uint8Array(memory.buffer, seconds, length * SECOND).fill(0);
  new Uint32Array(memory.buffer, outputs).set(program.outputs, program.outputs.length);
  new Uint32Array(memory.buffer, head).set([
    ...[code, length, constants, slots, seconds, inputs, outputs],
    ...[program.outputs.length, undecided],
  ]);
  exports.expression_open(head);
  return {
    end: top,
    run(count, from, to): void {
      new Uint32Array(memory.buffer, inputs, from.length).set(from);
      new Uint32Array(memory.buffer, outputs, to.length).set(to);
      exports.expression_run(head, count);
    },
  };
}
