import { fileError } from "../io/file_error.ts";
import { writeFull } from "../io/write_full.ts";

/** Writes lines of text to standard output. */
export async function print(text: string): Promise<void> {
  try {
    await writeFull(Deno.stdout, new TextEncoder().encode(`${text}\n`));
  } catch (error) {
    throw fileError(error, { verb: "write", name: "standard output" });
  }
}
