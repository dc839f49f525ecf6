/** What makes a file the same file, whatever its names: its device and its number there. */
export interface FileIdentity {
  readonly dev: number;
  readonly ino: number;
}

/** Returns the identity of a file. Some systems do not number files. */
export function identityOf(
  { dev, ino }: { readonly dev: number; readonly ino: number | null },
): FileIdentity | undefined {
  return ino === null ? undefined : { dev, ino };
}

/** Whether two files are known to be one. */
export function isSameFile(a: FileIdentity | undefined, b: FileIdentity | undefined): boolean {
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/** What is wrong with a file that is not the one that was opened first. */
export const REPLACED = "It was replaced by another file while it was read";
