/** What makes a file the same file, whatever its names: its device and its number there. */
export interface FileIdentity {
  readonly dev: number;
  readonly ino: number;
}

/** Returns the identity of a file. Some systems do not number files. */
export function identityOf({ dev, ino }: Deno.FileInfo): FileIdentity | undefined {
  return ino === null ? undefined : { dev, ino };
}

/** Whether two files are known to be one. */
export function isSameFile(a: FileIdentity | undefined, b: FileIdentity | undefined): boolean {
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}
