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

/** Adds a hint at the possible reason to an error about columns. */
export function withHint<T>(hint: string | undefined, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (hint === undefined || !(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}; ${hint}`, error.details);
  }
}
