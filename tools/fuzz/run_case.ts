import { tryCancelled } from "./try_cancelled.ts";
import { type Attempt, tryInput } from "./try_input.ts";
import { UsageError } from "../../plan/usage_error.ts";

/** The maximum number of bytes of an allocation, whatever an input says. */
const MAX_MEMORY: number = 2 ** 28;

/** Runs a case. Returns what is wrong with the outcome, or `undefined`. */
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
  if (memory.largest > MAX_MEMORY) return `it asked for ${memory.largest} bytes at once`;
  if (end === "refused") {
    return typeof came === "string" ? undefined : "it was not refused, and some of it is lost";
  }
  if (end === undefined) return undefined;
  const expected = await tryInput({ ...attempt, bytes: end.as }).catch(({ message }) => message);
  if (came !== expected) return `it ended with ${came} and not with ${expected}`;
}

/**
 * Matches messages of the runtime about values that code did not expect. They do not help a user.
 */
const INTERNAL =
  /undefined|is not (a|an) (function|constructor|object)|not iterable|properties of|Invalid (typed )?array|Invalid (string|date|time)|call stack|allocation failed|DataView|out of bounds|bounds of|BigInt|WebAssembly|unreachable|Too many properties/i;

/**
 * Returns what is wrong with an error that an input caused, or `undefined` if it is an error for
 * users.
 */
export function judgeError(error: unknown, name: string): string | undefined {
  if (!(error instanceof Error)) return `it threw ${String(error)}`;
  const { message } = error;
  const clear = error instanceof UsageError ||
    [SyntaxError, RangeError, TypeError].some((type) => error instanceof type) &&
      (message.startsWith(`Cannot read ${name}`) ||
        /^Cannot (write|compute|append|replace) /.test(message) ||
        new RegExp(`^${RegExp.escape(name)}:\\d+:\\d+: `).test(message));
  if (clear && !INTERNAL.test(message)) return undefined;
  return `its error is not for users: ${error.stack?.slice(0, 1000)}`;
}
