/** What was being done when a file operation failed. */
export interface FileAction {
  readonly verb: "read" | "write";
  /** What messages call the file. */
  readonly name: string;
  /**
   * The path that needs a permission, where it is another than the name: a
   * temporary file needs its folder. Empty where it is not known.
   */
  readonly grant?: string;
}

/**
 * Turns what Deno throws for a file into an error that says what could not be
 * done, why, and what to do. A closed pipe stays as it is: it is no failure.
 */
export function fileError(error: unknown, action: FileAction): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  if (error instanceof Deno.errors.BrokenPipe) return error;
  const { verb, name } = action;
  const reason = error instanceof Deno.errors.NotCapable
    ? `permission not granted, run deno with ${flagsFor(error, action)}`
    : reasonOf(error);
  return new Error(`Cannot ${verb} ${name}: ${reason}`, { cause: error });
}

/** The error of a file of so many bytes that ends after fewer, because someone has changed it. */
export function becameShorter(
  name: string,
  { size, end }: { size: number; end: number },
): RangeError {
  return new RangeError(
    `Cannot read ${name}: it became shorter while it was read: it had ${size} bytes, and now ends ` +
      `after ${end}`,
  );
}

// Writing needs both permissions, to look at what is there and to rename: all
// are named at once, so that the next try succeeds.
function flagsFor(
  error: Error,
  { verb, name, grant = name }: FileAction,
): string {
  if (error.message.startsWith("Requires all access")) return "--allow-all";
  const path = grant === "" ? "" : `=${grant}`;
  return verb === "read" ? `--allow-read${path}` : `--allow-read${path} --allow-write${path}`;
}

function reasonOf(error: Error): string {
  // Whatever can be waited for is (`persist` of wait.ts). What is left is standard output.
  if (error instanceof Deno.errors.WouldBlock) {
    return "it is full, and another program has made it non-blocking: put | cat behind specol, or use -o";
  }
  const text = error.message.replace(/ \(os error \d+\).*$/s, "");
  return text.charAt(0).toLowerCase() + text.slice(1);
}
