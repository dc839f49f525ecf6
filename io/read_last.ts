import { fileError } from "./file_error.ts";
import { readFull } from "./byte_source.ts";

/** Reads the last bytes of a file, at most so many. */
export async function readLast(path: string, length: number): Promise<Uint8Array> {
  try {
    using file = await Deno.open(path);
    const { size } = await file.stat();
    const last = new Uint8Array(Math.min(length, size));
    await file.seek(size - last.length, Deno.SeekMode.Start);
    const found = await readFull({ name: path, read: (into) => file.read(into) }, last);
    return last.subarray(0, found);
  } catch (error) {
    throw fileError(error, { verb: "read", name: path });
  }
}
