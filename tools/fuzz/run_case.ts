import { judgeError } from "./judge_error.ts";
import { type Attempt, tryInput } from "./try_input.ts";

/** Most bytes that may be asked for at once, whatever an input says. */
export const MOST_MEMORY: number = 2 ** 28;

/** Runs a case; says what is wrong with what came of it, or nothing. */
export async function runCase(
  attempt: Attempt,
  memory: { largest: number },
): Promise<string | undefined> {
  memory.largest = 0;
  try {
    await tryInput(attempt);
  } catch (error) {
    const wrong = judgeError(error, attempt.route.input);
    if (wrong !== undefined) return wrong;
  }
  if (memory.largest > MOST_MEMORY) return `it asked for ${memory.largest} bytes at once`;
}
