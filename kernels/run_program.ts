import type { Instance } from "./instance.ts";
import type { Job } from "./job.ts";
import { CONSTANT, INSTRUCTION, OPERATIONS, type Program } from "./program.ts";

/** Elements of a block, as in kernels/assembly/memory_map.ts. */
const BLOCK = 512;
/** Bytes of a slot: high parts, low parts and bounds. */
const SLOT = 3 * BLOCK * 8;
/** Bytes of what is kept for each instruction: its state, and its ball for the last phase. */
const STATE = 16;
const BALL = 688;
/** Bytes of the balls of a constant, at every precision. */
const KEPT = 2 * 6 * (16 + BALL);
const HEAD = 68;
/**
 * Words of the head that a run writes: how many elements the accurate phase had, how many results
 * are left.
 */
const AGAIN = 11;
const OPEN = 12;
/** Bytes of what says where the numbers of a slot are. */
const ENTRY = 16;

/** A result that the last phase could not decide, and what it is taken for (result_status.ts). */
export interface Doubt {
  readonly element: number;
  readonly output: number;
  readonly status: number;
}

/** A result that the first two phases left: an element, and the number of an output. */
interface Rest {
  readonly element: number;
  readonly output: number;
}

/** Why a result is infinite or NaN, by the numbers of kernels/assembly/expression/last_phase.ts. */
const CAUSES = ["given", "pole", "outside", "finite", "unknown"] as const;

/**
 * Where an infinity or NaN comes from: what was given, a pole, or no value at all; or the true value
 * is finite and too large, or the budget does not decide.
 */
export type Cause = typeof CAUSES[number];

/** A program in the memory of an instance. */
export interface OpenProgram {
  /** Where memory begins that it does not use. */
  readonly end: number;
  /**
   * Runs over `count` numbers of each input, at these addresses, and writes the outputs. It stops
   * at the time `until`, by `performance.now`, or soon after. Returns how many rows are done, at
   * least one: the results of the others are of no use.
   */
  run(
    count: number,
    places: { readonly inputs: readonly number[]; readonly outputs: readonly number[] },
    until?: number,
  ): number;
  /** Computes the results of one row. The row must not be memory of the instance. */
  runRow(row: ArrayLike<number>): number[];
  /** Runs the fast and the accurate phase alone; returns the results that they leave. */
  begin(count: number, inputs: readonly number[], outputs: readonly number[]): readonly Rest[];
  /** Computes a result that these left, in the last phase; returns its status (result_status.ts). */
  finish(rest: Rest): number;
  /** Says why a result is infinite or NaN, given its row: a cause of `CAUSES`. */
  causeOf(output: number, row: ArrayLike<number>): Cause;
  /** How many rows of the last run went through the accurate phase. */
  readonly again: number;
  /** The results of the last `run` that could not be decided, row by row. */
  readonly doubts: readonly Doubt[];
}

/** Where the parts of a program are, from an address on. */
function placeParts(program: Program, start: number) {
  const length = program.code.length / INSTRUCTION;
  let top = start;
  function reserve(bytes: number): number {
    const address = top;
    top += Math.ceil(bytes / 64) * 64;
    return address;
  }
  return {
    head: reserve(HEAD),
    code: reserve(program.code.byteLength),
    constants: reserve(length * CONSTANT * 8),
    states: reserve(length * STATE),
    balls: reserve(length * BALL),
    inputs: reserve(program.inputs * 4),
    rowOfInputs: reserve(program.inputs * 8),
    rowOfOutputs: reserve(program.outputs.length * 8),
    outputs: reserve(program.outputs.length * 8),
    undecided: reserve(program.outputs.length * BLOCK),
    entries: reserve((program.numbers + program.slots) * ENTRY),
    numbers: reserve(program.numbers * BLOCK * 8),
    slots: reserve(program.slots * SLOT),
    cache: reserve(countConstants(program) * KEPT),
    end: top,
  };
}

/** How many constants have balls that are kept: those that rows need, but for numbers. */
function countConstants({ code }: Program): number {
  let count = 0;
  for (let at = 0; at < code.length; at += INSTRUCTION) {
    if (code[at + 8] === 1 && code[at] !== OPERATIONS.number) count++;
  }
  return count;
}

/** How many bytes of memory an open program takes. */
export function sizeOfProgram(program: Program): number {
  return placeParts(program, 0).end;
}

/** Puts a program into the memory of an instance, from an address on. */
export function openProgram(instance: Instance, program: Program, start: number): OpenProgram {
  const { exports, memory } = instance;
  const length = program.code.length / INSTRUCTION;
  const parts = placeParts(program, start);
  const { head, code, constants, states, balls, inputs, rowOfInputs, rowOfOutputs } = parts;
  const { outputs, undecided, entries, numbers, slots, cache, end } = parts;
  instance.reserve(end);
  new Int32Array(memory.buffer, code).set(program.code);
  new Float64Array(memory.buffer, constants).set(program.constants);
  new Uint8Array(memory.buffer, states, length * STATE).fill(0);
  new Uint8Array(memory.buffer, cache, end - cache).fill(0);
  new Uint32Array(memory.buffer, outputs).set(program.outputs, program.outputs.length);
  new Uint32Array(memory.buffer, head).set([
    ...[code, length, constants, slots, states, inputs, outputs],
    ...[program.outputs.length, undecided, entries, program.slots, 0, 0, balls],
    ...[program.numbers, numbers, cache],
  ]);
  exports.expression_open(head);
  let doubts: Doubt[] = [];
  // Making an array over memory takes as long as a function, so these are kept.
  let words = new Uint32Array(memory.buffer);
  let floats = new Float64Array(memory.buffer);

  /** Renews the arrays if the memory has grown: arrays over the old memory are empty. */
  function renewArrays(): void {
    if (words.length > 0) return;
    words = new Uint32Array(memory.buffer);
    floats = new Float64Array(memory.buffer);
  }

  function setPlaces(from: readonly number[], to: readonly number[]): void {
    renewArrays();
    for (let i = 0; i < from.length; i++) words[inputs / 4 + i] = from[i];
    for (let i = 0; i < to.length; i++) words[outputs / 4 + i] = to[i];
  }

  function runRow(row: ArrayLike<number>): number[] {
    renewArrays();
    for (let i = 0; i < program.inputs; i++) {
      words[inputs / 4 + i] = rowOfInputs + 8 * i;
      floats[rowOfInputs / 8 + i] = row[i];
    }
    const count = program.outputs.length;
    for (let i = 0; i < count; i++) words[outputs / 4 + i] = rowOfOutputs + 8 * i;
    exports.expression_run(head, 0, 1);
    if (words[head / 4 + OPEN] > 0) { for (const rest of listMarked(1)) finish(rest); }
    const results: number[] = [];
    for (let i = 0; i < count; i++) results.push(floats[rowOfOutputs / 8 + i]);
    return results;
  }

  /** The results before an element that are marked in its block. */
  function* listMarked(next: number): Generator<Rest> {
    const first = Math.floor((next - 1) / BLOCK) * BLOCK;
    for (let output = 0; output < program.outputs.length; output++) {
      const marks = new Uint8Array(memory.buffer, undecided + output * BLOCK, next - first);
      for (let i = marks.indexOf(1); i >= 0; i = marks.indexOf(1, i + 1)) {
        yield { element: first + i, output };
      }
    }
  }

  function finish({ element, output }: Rest): number {
    return exports.expression_last(head, 8 * element, output);
  }

  function begin(count: number, from: readonly number[], to: readonly number[]): readonly Rest[] {
    setPlaces(from, to);
    const rest: Rest[] = [];
    for (let next = 0; next < count;) {
      next = exports.expression_run(head, next, count);
      if (words[head / 4 + OPEN] > 0) rest.push(...listMarked(next));
    }
    return rest;
  }

  return {
    end,
    run(count, places, until = Infinity): number {
      const rest = begin(count, places.inputs, places.outputs);
      // Row by row: those before the first that is not done are.
      const sorted = [...rest].sort((a, b) => a.element - b.element);
      doubts = [];
      let row = 0;
      for (const { element, output } of sorted) {
        if (element > row && performance.now() > until) return element;
        row = element;
        const status = finish({ element, output });
        if (status !== 0) doubts.push({ element, output, status });
      }
      return count;
    },
    runRow,
    begin,
    finish,
    causeOf(output, row): Cause {
      renewArrays();
      floats.set(row, rowOfInputs / 8);
      words.set(Array.from(row, (_, i) => rowOfInputs + 8 * i), inputs / 4);
      return CAUSES[exports.expression_cause(head, 0, output)];
    },
    get again(): number {
      return new Uint32Array(memory.buffer, head)[AGAIN];
    },
    get doubts(): readonly Doubt[] {
      return doubts;
    },
  };
}

/** Milliseconds after which others have a turn. */
const TURN = 20;

/** Numbers that are computed before others may have a turn. */
const STEP = 16384;

/** Runs a program over whole arrays, in steps. */
export function* runProgram(
  instance: Instance,
  { program, inputs }: NonNullable<Job["expressions"]>,
  { out, statuses }: {
    /** The outputs, one after another. */
    readonly out: Float64Array;
    /** What became of each of them (result_status.ts), if anyone asks. */
    readonly statuses?: Uint8Array;
  },
): Generator<undefined, void> {
  const outputs = program.outputs.length;
  const length = out.length / outputs;
  const column = STEP * 8;
  const addresses = Array.from(
    { length: inputs.length + outputs },
    (_, i) => instance.end + i * column,
  );
  const from = addresses.slice(0, inputs.length);
  const to = addresses.slice(inputs.length);

  function open(): OpenProgram {
    return openProgram(instance, program, instance.end + addresses.length * column);
  }

  for (let start = 0; start < length; start += STEP) {
    const rows = Math.min(STEP, length - start);
    let opened = open();
    inputs.forEach((input, i) =>
      new Float64Array(instance.memory.buffer, from[i], rows)
        .set(input.subarray(start, start + rows))
    );
    const rest = opened.begin(rows, from, to);
    to.forEach((address, i) =>
      out.set(new Float64Array(instance.memory.buffer, address, rows), i * length + start)
    );
    let begun = performance.now();
    for (const { element, output } of rest) {
      if (performance.now() - begun > TURN) {
        yield;
        // Others may have used the memory.
        opened = open();
        opened.begin(0, from, to);
        begun = performance.now();
      }
      inputs.forEach((input, i) =>
        new Float64Array(instance.memory.buffer, from[i], 1)[0] = input[start + element]
      );
      const status = opened.finish({ element: 0, output });
      if (statuses !== undefined) statuses[output * length + start + element] = status;
      out[output * length + start + element] =
        new Float64Array(instance.memory.buffer, to[output], 1)[0];
    }
    yield;
  }
}
