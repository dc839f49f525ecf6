import { type Instance, KEPT_BYTES } from "./instance.ts";
import type { Program } from "./program.ts";
import { type OpenProgram, openProgram, sizeOfProgram } from "./run_program.ts";

/** The programs that are open in the memory of an instance, and where there is room for more. */
interface Kept {
  readonly programs: Map<Program, OpenProgram>;
  top: number;
}

const keptBy = new WeakMap<Instance, Kept>();

/**
 * Opens a program that stays open for later calls, because opening one takes several times as long
 * as computing a number. When the memory for them is full, all are forgotten at once. A program that
 * does not fit into it is opened at the end of the memory that the instance uses, or at `end`.
 */
export function keepProgram(
  instance: Instance,
  program: Program,
  end: number = instance.end,
): OpenProgram {
  let kept = keptBy.get(instance);
  const known = kept?.programs.get(program);
  if (known !== undefined) return known;
  if (kept === undefined) keptBy.set(instance, kept = { programs: new Map(), top: instance.kept });
  const size = sizeOfProgram(program);
  if (size > KEPT_BYTES) return openProgram(instance, program, end);
  if (kept.top + size > instance.kept + KEPT_BYTES) {
    kept.programs.clear();
    kept.top = instance.kept;
  }
  const opened = openProgram(instance, program, kept.top);
  kept.top = opened.end;
  kept.programs.set(program, opened);
  return opened;
}
