import { UsageError } from "../../plan/usage_error.ts";

/** Words that the runtime says where code did not expect what it got: none of them help a user. */
const INTERNAL =
  /undefined|is not (a|an) (function|constructor|object)|not iterable|properties of|Invalid (typed )?array|Invalid (string|date|time)|call stack|allocation failed|DataView|out of bounds|bounds of|BigInt|WebAssembly|unreachable|Too many properties/i;

/** Says what is wrong with an error that an input led to; nothing if it is one for users. */
export function judgeError(error: unknown, name: string): string | undefined {
  if (!(error instanceof Error)) return `it threw ${String(error)}`;
  const { message } = error;
  const clear = error instanceof UsageError ||
    [SyntaxError, RangeError, TypeError].some((type) => error instanceof type) &&
      (message.startsWith(`Cannot read ${name}`) || /^Cannot (write|compute) /.test(message) ||
        new RegExp(`^${RegExp.escape(name)}:\\d+:\\d+: `).test(message));
  if (clear && !INTERNAL.test(message)) return undefined;
  return `its error is not for users: ${error.stack?.slice(0, 1000)}`;
}
