/**
 * Decodes base64.
 *
 * @throws {RangeError} If it is not base64.
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  let bytes: string;
  try {
    bytes = atob(text);
  } catch (error) {
    throw new RangeError("it is not base64", { cause: error });
  }
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}

/** Encodes bytes as base64. */
export function encodeBase64(bytes: Uint8Array): string {
  const STEP = 2 ** 13; // a call has few arguments
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += STEP) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + STEP)));
  }
  return btoa(parts.join(""));
}
