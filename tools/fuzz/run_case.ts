import { judgeError } from "./judge_error.ts";
import { tryCancelled } from "./try_cancelled.ts";
import { type Attempt, tryInput } from "./try_input.ts";

/** Most bytes that may be asked for at once, whatever an input says. */
export const MOST_MEMORY: number = 2 ** 28;

/** Runs a case; says what is wrong with what came of it, or nothing. */
export async function runCase(
  attempt: Attempt,
  memory: { largest: number },
): Promise<string | undefined> {
  memory.largest = 0;
  const { cancelling, end } = attempt;
  let came: number | string | undefined;
  try {
    if (cancelling === undefined) came = await tryInput(attempt);
    else {
      const wrong = await tryCancelled(attempt, cancelling);
      if (wrong !== undefined) return wrong;
    }
  } catch (error) {
    const wrong = judgeError(error, attempt.route.input);
    if (wrong !== undefined) return wrong;
    came = (error as Error).message;
  }
  if (memory.largest > MOST_MEMORY) return `it asked for ${memory.largest} bytes at once`;
  if (end === "refused") {
    return typeof came === "string" ? undefined : "it was not refused, and some of it is lost";
  }
  if (end === undefined) return undefined;
  const expected = await tryInput({ ...attempt, bytes: end.as }).catch(({ message }) => message);
  if (came !== expected) return `it ended with ${came} and not with ${expected}`;
}
