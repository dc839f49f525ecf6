import { writeFull } from "./byte_sink.ts";
import { fileError } from "./file_error.ts";
import { retryEintrSync } from "./event_loop.ts";

// A message says what is wrong at its beginning and what to do at its end. In between are names,
// which may be as long as a file makes them.
const MAX_SHOWN = { first: 1200, last: 600 };

/** Shows a message in one line on standard error. */
export function say(text: string, prefix: string = "specol:"): void {
  sayLine(`${prefix} ${oneLine(shorten(text))}`);
}

/** Prints a line on standard error unchanged. */
export function sayLine(line: string): void {
  try {
    const bytes = new TextEncoder().encode(`${line}\n`);
    for (let at = 0; at < bytes.length;) {
      at += retryEintrSync(() => Deno.stderr.writeSync(bytes.subarray(at)));
    }
  } catch {
    // Standard error may be full. The data and the exit status are still right, and matter more
    // than words.
  }
}

const ESCAPES: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/**
 * Makes a text safe to show: names of files and columns may hold line ends, terminal codes,
 * characters that change the direction of writing, and invisible ones.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (letter) => ESCAPES[letter] ?? "?");
}

function shorten(text: string): string {
  const { first, last } = MAX_SHOWN;
  return text.length > first + last ? `${text.slice(0, first)}…${text.slice(-last)}` : text;
}

const UNITS = ["bytes", "kB", "MB", "GB", "TB", "PB"];

/** Writes a number of bytes with two or three digits, in powers of 1000. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  if (bytes === 1) return "1 byte";
  return `${value.toFixed(unit > 0 && value < 9.95 ? 1 : 0)} ${UNITS[unit]}`;
}

/** Prints lines of text on standard output. */
export async function print(text: string): Promise<void> {
  await printText(`${text}\n`);
}

/** Prints a text on standard output as it is. */
export async function printText(text: string): Promise<void> {
  try {
    await writeFull(Deno.stdout, new TextEncoder().encode(text));
  } catch (error) {
    throw fileError(error, { verb: "write", name: "standard output" });
  }
}
