import { encodeHex } from "@std/encoding/hex";

/** SHA-256 over texts: the names and contents of files, and what else made a result. */
export async function hashParts(parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(parts.join("\0"));
  return encodeHex(await crypto.subtle.digest("SHA-256", bytes));
}
