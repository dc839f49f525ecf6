/** The command line is wrong: reported with status 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** Lines to show below the message: what the user typed, and where it is wrong. */
  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.details = details;
  }
}
