import { encodeHex } from "@std/encoding/hex";
import config from "../deno.json" with { type: "json" };

/** SHA-256 over the names and texts of a folder's files, the compiler that is pinned, and its flags. */
export async function sourceHash(folder: URL, flags: readonly string[]): Promise<string> {
  const names = [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();
  const parts = [config.imports["assemblyscript/asc"], ...flags];
  for (const name of names) parts.push(name, await Deno.readTextFile(new URL(name, folder)));
  const bytes = new TextEncoder().encode(parts.join("\0"));
  return encodeHex(await crypto.subtle.digest("SHA-256", bytes));
}
