import type { ByteSource, DirectInput } from "../../../io/byte_source.ts";
import { openRandomAccess } from "../../../io/random_access_file.ts";
import { SpooledSource } from "../../../io/spooled_source.ts";
import type { ParquetFile } from "../footer.ts";

/**
 * Opens a file for reading at any place. What comes through a pipe is copied first: its footer, which
 * contains the place of everything, comes last.
 */
export async function openFile(
  source: ByteSource,
  { path, identity, count }: Partial<DirectInput> & { readonly count?: (bytes: number) => void },
): Promise<ParquetFile & Disposable> {
  if (path !== undefined) {
    const direct = { path, identity };
    const { name, size, read, [Symbol.dispose]: close } = openRandomAccess(direct, count);
    return { name, size, direct, read, [Symbol.dispose]: close };
  }
  const spooled = await SpooledSource.open(source);
  return {
    name: spooled.name,
    size: spooled.size,
    read: (into, position) => spooled.readAt(position, into),
    [Symbol.dispose]: () => spooled[Symbol.dispose](),
  };
}
