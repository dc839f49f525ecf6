import { encodeHex } from "@std/encoding/hex";

/** SHA-256 over the names and texts of a folder's files, and over what else made the result. */
export async function sourceHash(folder: URL, others: readonly string[]): Promise<string> {
  const names = [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();
  const parts = [...others];
  for (const name of names) parts.push(name, await Deno.readTextFile(new URL(name, folder)));
  const bytes = new TextEncoder().encode(parts.join("\0"));
  return encodeHex(await crypto.subtle.digest("SHA-256", bytes));
}
