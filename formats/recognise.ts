import type { Compression } from "../io/decompress.ts";
import { FOREIGN_SIGNATURES } from "./foreign_signatures.ts";
import type { Format } from "./format.ts";

/** What the first bytes of some data say that they are. */
export type Recognised =
  | { readonly kind: "format"; readonly format: Format; readonly words: string }
  /** Data that specol does not read, and what can be done. */
  | { readonly kind: "foreign"; readonly words: string; readonly advice: string }
  | { readonly kind: "compressed"; readonly compression: Compression; readonly words: string }
  | { readonly kind: "text"; readonly words: string }
  | { readonly kind: "unknown"; readonly words: string };

/** Bytes that are enough to recognise what there is, or to see that it is nothing known. */
export const RECOGNISED_LENGTH: number = 8;

const SHOWN_LENGTH = 16;

/** Tells what data are by their first bytes, at least `RECOGNISED_LENGTH` where there are so many. */
export function recognise(head: Uint8Array): Recognised {
  // How much there is beyond that depends on the pipe, and the answer must not.
  const text = String.fromCharCode(...head.subarray(0, RECOGNISED_LENGTH));
  if (text.startsWith("\x93NUMPY")) return format("npy", "an npy file");
  if (text.startsWith("ARROW1\0\0")) return format("arrow", "an Arrow file");
  if (text.startsWith("\xff\xff\xff\xff")) return format("arrows", "an Arrow stream");
  if (beginsOldStream(head)) return format("arrows", "an Arrow stream in the format before 0.15");
  if (text.startsWith("\x1f\x8b")) {
    return { kind: "compressed", compression: "gzip", words: "gzip data" };
  }
  if (text.startsWith("\x28\xb5\x2f\xfd")) {
    return { kind: "compressed", compression: "zstd", words: "zstd data" };
  }
  for (const [signature, words, advice] of FOREIGN_SIGNATURES) {
    if (signature.test(text)) return { kind: "foreign", words, advice };
  }
  if (head.length > 0 && isText(head.subarray(0, RECOGNISED_LENGTH))) {
    return { kind: "text", words: `text: ${JSON.stringify(showText(head))}` };
  }
  const hex = Array.from(
    head.subarray(0, SHOWN_LENGTH),
    (byte) => byte.toString(16).padStart(2, "0"),
  );
  return { kind: "unknown", words: `data that begin with the bytes ${hex.join(" ")}` };
}

function format(format: Format, words: string): Recognised {
  return { kind: "format", format, words };
}

// Before version 0.15 a message began with its length alone. What follows is a flatbuffer, which begins
// with the place of its root: near, after a small table.
function beginsOldStream(head: Uint8Array): boolean {
  if (head.length < 8) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const length = view.getUint32(0, true);
  const root = view.getUint32(4, true);
  return length >= 16 && length <= 2 ** 24 && length % 4 === 0 &&
    root >= 4 && root <= 256 && root % 4 === 0 && root < length;
}

// Any bytes above ASCII may be text in some encoding. Of the control characters the white space is
// text, and so are 1 and 28 to 31, which some use to separate columns, and the escape of terminals.
function isText(head: Uint8Array): boolean {
  return head.every((byte) =>
    byte >= 0x1b && byte !== 0x7f || byte >= 0x09 && byte <= 0x0d || byte === 1
  );
}

function showText(head: Uint8Array): string {
  return new TextDecoder().decode(head.subarray(0, SHOWN_LENGTH), { stream: true });
}
