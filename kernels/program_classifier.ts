import type { Instance } from "./instance.ts";
import type { Classifier, Outcome } from "./outcome.ts";
import { CONSTANT, INSTRUCTION, OPERATIONS, type Program } from "./program.ts";
import { type Cause, type OpenProgram, openProgram } from "./run_program.ts";

/** An output of a program. */
export interface ProgramOutput {
  /** Its number. */
  readonly output: number;
  /** The inputs of the program that it depends on, in the order in which the classifier gets them. */
  readonly inputs: readonly number[];
  /** Makes an instance that nothing else uses. */
  readonly makeInstance: () => Instance;
}

const OUTCOME_OF: Readonly<Record<Cause, Outcome | undefined>> = {
  given: undefined,
  pole: "pole",
  outside: "outside",
  finite: "overflow",
  unknown: "undecided",
};

/** Programs that were opened to classify results. They stay open, because opening takes longer. */
const opened = new WeakMap<Program, OpenProgram>();

/**
 * Makes the classifier of an output of a program. The last phase computes the row once more, and says where
 * an infinity or NaN comes from.
 */
export function programClassifier(
  program: Program,
  { output, inputs: places, makeInstance }: ProgramOutput,
): Classifier {
  return (y, inputs) => {
    if (inputs.some(Number.isNaN)) return undefined;
    // There may be many, so that they are not computed again.
    if (Number.isNaN(y) && !mentionsNaN(program)) return "outside";
    const row = new Float64Array(program.inputs);
    places.forEach((place, i) => row[place] = inputs[i]);
    let open = opened.get(program);
    if (open === undefined) {
      const instance = makeInstance();
      opened.set(program, open = openProgram(instance, program, instance.end));
    }
    const outcome = OUTCOME_OF[open.causeOf(output, row)];
    // What is finite and yet NaN is known too roughly to be rounded.
    return Number.isNaN(y) && outcome === "overflow" ? "undecided" : outcome;
  };
}

const withNaN = new WeakMap<Program, boolean>();

/** Whether the user has written `nan`. */
function mentionsNaN(program: Program): boolean {
  let known = withNaN.get(program);
  if (known === undefined) {
    const { code, constants } = program;
    const instructions = Array.from({ length: code.length / INSTRUCTION }, (_, i) => i);
    known = instructions.some((i) =>
      code[i * INSTRUCTION] === OPERATIONS.number && code[i * INSTRUCTION + 9] === 0 &&
      Number.isNaN(constants[i * CONSTANT])
    );
    withNaN.set(program, known);
  }
  return known;
}
