/** The command line is wrong: reported with status 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
