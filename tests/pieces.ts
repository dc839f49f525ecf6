import { runHere } from "./run_parts.ts";
import type { Workdir } from "./workdir.ts";

/**
 * Runs all pieces of a command with their manifests, which write OUTPUT.1, OUTPUT.1.json and so on.
 * Returns the names of the outputs. Inputs of the command are files of the folder.
 */
export async function runPieces(
  dir: Workdir,
  { parts, output, command }: { parts: number; output: string; command: readonly string[] },
): Promise<string[]> {
  const args = command.map((arg) => /\.(csv|npy|arrows?)$/.test(arg) ? dir.path(arg) : arg);
  const names = Array.from({ length: parts }, (_, i) => `${output}.${i + 1}`);
  for (const [i, name] of names.entries()) {
    const part = ["--part", `${i + 1}/${parts}`, "--manifest", dir.path(`${name}.json`)];
    await runHere(dir, [...args, ...part], name);
  }
  return names;
}
