import { persistSync } from "./persist.ts";

// A message says what is wrong first and what to do last; in between are names, which a file may have
// made as long as it likes.
const MAX_SHOWN = { first: 1200, last: 600 };

/** Tells the user something, in one line on standard error. */
export function say(text: string, prefix: string = "specol:"): void {
  sayLine(`${prefix} ${oneLine(shorten(text))}`);
}

/** Prints a line on standard error, as it is. */
export function sayLine(line: string): void {
  try {
    const bytes = new TextEncoder().encode(`${line}\n`);
    for (let at = 0; at < bytes.length;) {
      at += persistSync(() => Deno.stderr.writeSync(bytes.subarray(at)));
    }
  } catch {
    // Where it goes may be full. The data and the status are still right, and more than words.
  }
}

/**
 * Makes a text safe to show: names of files and columns may hold line ends, terminal codes, characters
 * that turn the direction of writing, and others that are not seen.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "?");
}

function shorten(text: string): string {
  const { first, last } = MAX_SHOWN;
  return text.length > first + last ? `${text.slice(0, first)}…${text.slice(-last)}` : text;
}
