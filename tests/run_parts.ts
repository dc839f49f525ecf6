import { runCommand } from "../commands/main.ts";
import type { Workdir } from "./workdir.ts";

// Pieces are many and small: they are run in this process, which takes a millisecond instead of 40.

/** Runs a command in this process, with an output in the folder. Returns what it wrote. */
export async function runHere(
  dir: Workdir,
  args: readonly string[],
  output: string,
): Promise<Uint8Array<ArrayBuffer>> {
  await runCommand([...args, "-q", "-o", dir.path(output)]);
  return await dir.read(output);
}

/** Runs each of some pieces of a command. Returns what they wrote, in order. */
export async function runParts(
  dir: Workdir,
  args: readonly string[],
  { count, output }: { count: number; output: string },
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let i = 1; i <= count; i++) {
    parts.push(await runHere(dir, [...args, "--part", `${i}/${count}`], output));
  }
  return parts;
}

/** Puts bytes one after the other, as `cat` does. */
export function cat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}
