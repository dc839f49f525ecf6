import type { Instance } from "./instance.ts";
import type { Job } from "./job.ts";
import { openProgram } from "./open_program.ts";

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
    // Between two steps others may use the memory.
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
