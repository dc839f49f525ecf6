import type { ByteSource } from "./byte_source.ts";
import { fileError } from "./file_error.ts";

/** A source that is to be closed after use. */
export interface OpenSource extends ByteSource, Disposable {}

/**
 * Opens a file for reading, or standard input for `-`. `/dev/stdin` is that
 * too: Deno opens device files only with all permissions.
 */
export async function openSource(path: string): Promise<OpenSource> {
  if (path === "-" || path === "/dev/stdin") {
    return makeSource(Deno.stdin, { name: "standard input", live: true });
  }
  try {
    const file = await Deno.open(path);
    const { isFile, isDirectory, size } = file.statSync();
    if (isDirectory) {
      file.close();
      throw new Deno.errors.IsADirectory("It is a directory");
    }
    // Files that the system makes up as they are read have size 0.
    const known = isFile && size > 0 ? size : undefined;
    return makeSource(file, { name: path, size: known, live: !isFile });
  } catch (error) {
    throw fileError(error, { verb: "read", name: path });
  }
}

function makeSource(
  reader: {
    read(into: Uint8Array): Promise<number | null>;
    close(): void;
  },
  { name, size, live }: { name: string; size?: number; live: boolean },
): OpenSource {
  return {
    name,
    size,
    live,
    async read(into: Uint8Array): Promise<number | null> {
      try {
        return await reader.read(into);
      } catch (error) {
        throw fileError(error, { verb: "read", name });
      }
    },
    [Symbol.dispose](): void {
      reader.close();
    },
  };
}
