import { writeFull } from "../pipeline/write_full.ts";

/** Writes lines of text to standard output. */
export async function print(text: string): Promise<void> {
  await writeFull(Deno.stdout, new TextEncoder().encode(`${text}\n`));
}
