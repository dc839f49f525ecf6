import { UsageError } from "./usage_error.ts";

/** Adds what may be the reason to an error about columns. */
export function withHint<T>(hint: string | undefined, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (hint === undefined || !(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}; ${hint}`, error.details);
  }
}
