export { didYouMean } from "../functions/did_you_mean.ts";

/** An error in the command line. The exit status is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** Lines to show below the message: what the user typed, and where it is wrong. */
  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.details = details;
  }
}

/**
 * The error of a column that is not in the table, which may have been read in another way than it
 * is meant.
 */
export class UnknownColumn extends UsageError {}

/** Adds a hint at the possible reason to the error of an unknown column. */
export function withHint<T>(hint: string | undefined, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (hint === undefined || !(error instanceof UnknownColumn)) throw error;
    throw new UsageError(`${error.message}; ${hint}`, error.details);
  }
}
