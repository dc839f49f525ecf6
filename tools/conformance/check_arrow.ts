import { assertEquals } from "@std/assert";
import {
  type IndependentTable,
  readIndependently,
} from "../../tests/formats/arrow/independent_reader.ts";
import { passOn } from "../../tests/formats/arrow/pass_on.ts";
import { compareGolden, readGolden } from "./golden.ts";

/**
 * Passes an Arrow file or stream on as file and as stream, from a file and from a pipe, and compares
 * what comes out with the JSON beside it, and with what another library reads from both.
 */
export async function checkArrow(path: string): Promise<string> {
  const bytes = await Deno.readFile(path);
  const golden = await readGolden(path);
  const input = await independently(bytes);
  for (const container of ["file", "stream"] as const) {
    const output = await passOn(bytes, { container });
    assertEquals(await passOn(bytes, { container, atATime: 1000 }), output, "by pipe");
    if (golden !== undefined) await compareGolden(output, golden);
    if (input !== undefined) assertEquals(await readIndependently(output), input);
  }
  const witnesses = [golden && "its JSON", input && "another library"].filter(Boolean);
  if (witnesses.length === 0) throw new Error("nothing to compare it with");
  return `as file and stream; compared with ${witnesses.join(" and ")}`;
}

// Flechette refuses some values, such as durations beyond 2^53.
async function independently(bytes: Uint8Array): Promise<IndependentTable | undefined> {
  try {
    return await readIndependently(bytes);
  } catch {
    return undefined;
  }
}
