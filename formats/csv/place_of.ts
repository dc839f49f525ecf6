import { countLines } from "./header.ts";

/** The line of a byte, from 1, and the characters before it in its line. */
export function placeOf(text: Uint8Array, at: number): { line: number; characters: number } {
  const before = text.subarray(0, at);
  const start = before.lastIndexOf(0x0a) + 1;
  return {
    line: 1 + countLines(before),
    characters: [...new TextDecoder().decode(before.subarray(start))].length,
  };
}
