/** What was being done when a file operation failed. */
export interface FileAction {
  readonly verb: "read" | "write";
  /** What messages call the file. */
  readonly name: string;
  /**
   * The path that needs a permission, if that is not the name: a temporary file needs its folder.
   * It is empty if the path is not known.
   */
  readonly grant?: string;
}

/** The error of a file operation: the file could not be read or written, whatever is in it. */
export class FileError extends Error {}

/**
 * Turns what Deno throws for a file into an error that explains what could not be done, why, and what
 * to do. The error of a closed pipe stays as it is, since that is not a failure.
 */
export function fileError(error: unknown, action: FileAction): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  if (error instanceof Deno.errors.BrokenPipe) return error;
  const { verb, name } = action;
  const reason = error instanceof Deno.errors.NotCapable
    ? notAllowed(error, action)
    : reasonOf(error);
  // The runtime has put U+FFFD in place of bytes that are not UTF-8, and looks for another file.
  const hint = error instanceof Deno.errors.NotFound && verb === "read" && name.includes("\ufffd")
    ? "; if its name is not valid UTF-8, rename it, or pipe it in: specol … < FILE"
    : "";
  return new FileError(`Cannot ${verb} ${name}: ${reason}${hint}`, { cause: error });
}

/** Makes the error of a file that has become shorter since it was opened. */
export function becameShorter(
  name: string,
  { size, end }: { size: number; end: number },
): RangeError {
  return new RangeError(
    `Cannot read ${name}: it became shorter while it was read: it had ${size} bytes, and now ends ` +
      `after ${end}`,
  );
}

/** Makes the error of a file in which something is found only once, or that another thread cannot open. */
export function wasChanged(name: string): Error {
  return new Error(`Cannot read ${name}: it was changed or removed while it was read`);
}

function notAllowed(error: Error, { verb, name, grant = name }: FileAction): string {
  // Deno opens files in /dev and /proc only for programs with all permissions.
  if (error.message.startsWith("Requires all access")) {
    return "Deno protects devices and system files, such as those in /dev and /proc; " +
      (verb === "read"
        ? `pipe it in: cat ${name} | specol …`
        : `redirect to it: specol … > ${name}`);
  }
  // Writing needs both permissions, to look at what is there and to rename: all are named at once,
  // so that the next try succeeds.
  const path = grant === "" ? "" : `=${grant}`;
  const flags = verb === "read"
    ? `--allow-read${path}`
    : `--allow-read${path} --allow-write${path}`;
  return `permission not granted, run deno with ${flags}`;
}

function reasonOf(error: Error): string {
  // Only standard output gives this error here: `retryEintr` in event_loop.ts waits for all others.
  if (error instanceof Deno.errors.WouldBlock) {
    return "it is full, and another program has made it non-blocking: add | cat after specol, or use -o";
  }
  const text = error.message.replace(/ \(os error \d+\).*$/s, "");
  return text.charAt(0).toLowerCase() + text.slice(1);
}
