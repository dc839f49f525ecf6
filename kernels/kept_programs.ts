import type { Instance } from "./instance.ts";
import type { Program } from "./program.ts";
import { type OpenProgram, openProgram, sizeOfProgram } from "./run_program.ts";

/**
 * The memory of an instance for programs that stay open: enough for about twenty likelihoods with
 * their gradients. Pages that nobody touches take no memory.
 */
export const KEPT_BYTES = 2 ** 22;

/**
 * Keeps programs open in the memory of an instance, from an address on. Opening one takes several
 * times as long as computing a number. When the memory is full, all of them are forgotten at once.
 */
export function keepPrograms(
  instance: Instance,
  start: number,
): (program: Program) => OpenProgram | undefined {
  const kept = new Map<Program, OpenProgram>();
  let top = start;

  return (program) => {
    const known = kept.get(program);
    if (known !== undefined) return known;
    const size = sizeOfProgram(program);
    if (size > KEPT_BYTES) return undefined;
    if (top + size > start + KEPT_BYTES) {
      kept.clear();
      top = start;
    }
    const opened = openProgram(instance, program, top);
    top = opened.end;
    kept.set(program, opened);
    return opened;
  };
}
