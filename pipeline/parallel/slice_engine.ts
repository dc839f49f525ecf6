import { countFloats, statusesOf } from "../../kernels/result_status.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import type { Instance } from "../../kernels/instance.ts";
import { type Engine, findOverwriters, type Job, takeAllSteps } from "../../kernels/job.ts";
import type { Program } from "../../kernels/program.ts";
import { openProgram } from "../../kernels/run_program.ts";

/** An engine of one thread, and memory that the columns of a slice are read into. */
export interface SliceEngine extends Engine {
  /** Bytes for each column. */
  readonly rooms: readonly Uint8Array<ArrayBuffer>[];
  /**
   * Sets the time, by `performance.now`, soon after which expressions stop; without one they do not.
   */
  stopAt(until: number | undefined): void;
  /** How many rows of the last run have all their results if it stopped; otherwise infinity. */
  readonly done: number;
}

/**
 * Opens an engine that computes at once. Columns are read into the memory of WebAssembly, where a
 * program finds them and leaves its results: neither is copied.
 */
export function openSliceEngine(
  instance: Instance,
  { program, sizes, rows: most }: {
    /** What computes expressions, if there are any. */
    readonly program?: Program;
    /** The bytes of a number of each column. */
    readonly sizes: readonly number[];
    /** The maximum number of rows of a slice. */
    readonly rows: number;
  },
): SliceEngine {
  const column = most * 8;
  const outputs = program?.outputs.length ?? 0;
  const addresses = Array.from(
    { length: sizes.length + (program?.inputs ?? 0) + outputs },
    (_, i) => instance.end + i * column,
  );
  // Behind the results are their statuses.
  const end = instance.end + addresses.length * column +
    8 * (countFloats(outputs * most) - outputs * most);
  const opened = program && openProgram(instance, program, end);
  instance.reserve(end);
  const buffer = instance.memory.buffer as ArrayBuffer;
  const rooms = sizes.map((size, i) => new Uint8Array(buffer, addresses[i], most * size));
  const copies = addresses.slice(sizes.length);
  const out = copies.slice(program?.inputs);

  let until: number | undefined;
  let done = Infinity;

  function runProgram(inputs: readonly Float64Array[], rows: number): Float64Array {
    const from = inputs.map((input, i) => {
      if (input.buffer === buffer) return input.byteOffset;
      new Float64Array(buffer, copies[i], rows).set(input);
      return copies[i];
    });
    const ran = opened!.run(rows, { inputs: from, outputs: out }, until);
    if (ran < rows) done = ran;
    const all = new Float64Array(buffer, out[0], countFloats(outputs * most));
    // The results of a short slice are stored one after another, too. The program may write a little
    // beyond their ends.
    for (let i = 1; i < outputs && rows < most; i++) {
      all.copyWithin(i * rows, i * most, i * most + rows);
    }
    const statuses = statusesOf(all, outputs * rows).fill(0);
    for (const { element, output, status } of opened!.doubts) {
      statuses[output * rows + element] = status;
    }
    return all.subarray(0, countFloats(outputs * rows));
  }

  return {
    rooms,
    workers: 0,
    stopAt(time: number | undefined): void {
      until = time;
    },
    get done(): number {
      return done;
    },
    run(jobs: readonly Job[]): FloatArray[] {
      done = Infinity;
      // The program comes first.
      const results = jobs.flatMap(({ x, expressions }) =>
        expressions === undefined ? [] : [runProgram(expressions.inputs, x.length)]
      );
      const others = jobs.slice(results.length);
      return [...results, ...takeAllSteps(instance.run(others, findOverwriters(others)))];
    },
    [Symbol.dispose](): void {},
  };
}
