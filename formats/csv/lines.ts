import { LINE_FEED } from "./dialect.ts";

/** Counts the line ends in a text. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === LINE_FEED) lines++;
  return lines;
}

/** The line of a byte, from 1, and the characters before it in its line. */
export function placeOf(text: Uint8Array, at: number): { line: number; characters: number } {
  const before = text.subarray(0, at);
  const start = before.lastIndexOf(LINE_FEED) + 1;
  return {
    line: 1 + countLines(before),
    characters: [...new TextDecoder().decode(before.subarray(start))].length,
  };
}
