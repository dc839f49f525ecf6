import type { ByteSource, Inlet } from "./byte_source.ts";
import { becameShorter, fileError } from "./file_error.ts";
import { persist } from "./persist.ts";

/** A source that is to be closed after use. */
export interface OpenSource extends ByteSource, Disposable {
  /** Where others can read what comes next; missing where only this source can, as of a pipe with a name. */
  readonly inlet?: Inlet;
}

// Deno opens the last three by name only with all permissions, and reads from standard input with none.
const STANDARD_INPUT = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"];

/** Opens a file for reading, or standard input for `-`. */
export async function openSource(path: string): Promise<OpenSource> {
  if (STANDARD_INPUT.includes(path)) {
    return makeSource(Deno.stdin, { name: "standard input", live: "pipe", inlet: {} });
  }
  try {
    const file = await Deno.open(path);
    const { isFile, isDirectory, size, ino } = file.statSync();
    if (isDirectory) {
      file.close();
      throw new Deno.errors.IsADirectory("It is a directory");
    }
    // Files that the system makes up as they are read have size 0.
    const known = isFile && size > 0 ? size : undefined;
    const inlet = known === undefined ? undefined : { path, inode: ino ?? undefined };
    return makeSource(file, { name: path, size: known, live: isFile ? undefined : "pipe", inlet });
  } catch (error) {
    throw fileError(error, { verb: "read", name: path });
  }
}

function makeSource(
  reader: {
    read(into: Uint8Array): Promise<number | null>;
    close(): void;
  },
  { name, size, live, inlet }: Pick<OpenSource, "name" | "size" | "live" | "inlet">,
): OpenSource {
  let done = 0;
  return {
    name,
    size,
    live,
    inlet,
    async read(into: Uint8Array): Promise<number | null> {
      let found: number | null;
      try {
        found = await persist(() => reader.read(into));
      } catch (error) {
        throw fileError(error, { verb: "read", name });
      }
      done += found ?? 0;
      // CSV and Arrow streams may end anywhere: nobody else would see that some is missing.
      if (found === null && size !== undefined && done < size) {
        throw becameShorter(name, { size, end: done });
      }
      return found;
    },
    [Symbol.dispose](): void {
      reader.close();
    },
  };
}
