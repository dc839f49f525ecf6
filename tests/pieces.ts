import { assertEquals } from "@std/assert";
import type { Workdir } from "./workdir.ts";

const RUN_PIECES = new URL("run_pieces.ts", import.meta.url).pathname;

/** Runs all pieces of a command, which write OUTPUT.1, OUTPUT.1.json and so on. */
export async function runPieces(
  dir: Workdir,
  { parts, output, command }: { parts: number; output: string; command: readonly string[] },
): Promise<string[]> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--no-check", "--allow-read", "--allow-write", RUN_PIECES],
      ...[String(parts), output, ...command],
    ],
    cwd: dir.path("."),
    env: { NO_COLOR: "1" },
  }).output();
  assertEquals([success, new TextDecoder().decode(stderr)], [true, ""], command.join(" "));
  return Array.from({ length: parts }, (_, i) => `${output}.${i + 1}`);
}
