import { brokenRule, type IntegerRange } from "../functions/parameter.ts";
import { FORMATS } from "../formats/format.ts";
import { isOptions } from "../functions/check_options.ts";
import { describe } from "../functions/float_array.ts";

// What is wrong with arguments is said in our words, whatever a program without types passes.

/** Throws unless a value is an object with properties. */
export function checkObject(what: string, value: unknown): void {
  if (isOptions(value)) return;
  throw new TypeError(`${what} must be an object, got ${describe(value)}`);
}

/** Throws unless a format is one that there is. */
export function checkFormat(format: unknown): void {
  if ((FORMATS as readonly unknown[]).includes(format)) return;
  throw new RangeError(
    `Option format must be one of ${FORMATS.join(", ")}, got ${describe(format)}`,
  );
}

/** Throws unless a value is a string. */
export function checkString(what: string, value: unknown): void {
  if (typeof value === "string") return;
  throw new TypeError(`${what} must be a string, got ${describe(value)}`);
}

/** Throws unless a value is an integer in a range. */
export function checkCount(what: string, value: unknown, range: IntegerRange): void {
  const rule = brokenRule(typeof value === "number" ? value : NaN, range);
  if (rule !== undefined) throw new RangeError(`${what} ${rule}, got ${describe(value)}`);
}

/** Throws unless a value is a signal, of this realm or another. */
export function checkSignal(signal: AbortSignal): void {
  if (
    typeof signal?.aborted === "boolean" && typeof signal.addEventListener === "function"
  ) return;
  throw new TypeError(`Option signal must be an AbortSignal, got ${describe(signal)}`);
}

/** What holds bytes and is not a stream of them, and how to get one. */
const STREAM_OF: Readonly<Record<string, string>> = {
  Response: "give its body",
  Request: "give its body",
  Blob: "give its stream()",
  File: "give its stream()",
  FsFile: "give its readable",
  Uint8Array: "give new Blob([bytes]).stream()",
  ArrayBuffer: "give new Blob([bytes]).stream()",
  String:
    "a text is not opened as a file: give (await Deno.open(path)).readable, the body of a fetch, or " +
    "new Blob([text]).stream() if it is the table itself",
};

/** Takes the reader of a stream; throws where it is not a stream, or is read by someone else. */
export function takeReader<T>(
  what: string,
  stream: ReadableStream<T>,
): ReadableStreamDefaultReader<T> {
  if (typeof stream?.getReader !== "function") {
    const kind = typeof stream === "string" ? "String" : describe(stream);
    const advice = Object.hasOwn(STREAM_OF, kind) ? `: ${STREAM_OF[kind]}` : "";
    throw new TypeError(`${what} must be a ReadableStream, got ${describe(stream)}${advice}`);
  }
  if (stream.locked) {
    throw new TypeError(`${what} must not be locked: something else reads it already`);
  }
  return stream.getReader();
}
