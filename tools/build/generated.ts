import { encodeHex } from "@std/encoding/hex";

/** A file that is made from sources, and committed with them. */
export interface Generated {
  /** Its path from the root of the repository. */
  readonly path: string;
  /** Whether it was made from the sources that are there. Needs nothing but to read them. */
  isFresh(): Promise<boolean>;
  /** Makes its text or its bytes anew from the sources. */
  make(): Promise<string | Uint8Array<ArrayBuffer>>;
}

/** Returns what a generated file contains as bytes. */
export function bytesOf(contents: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return typeof contents === "string" ? new TextEncoder().encode(contents) : contents;
}

/** Whether two files have the same bytes. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** SHA-256 over texts: the names and contents of files, and what else made a result. */
export async function hashParts(parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(parts.join("\0"));
  return encodeHex(await crypto.subtle.digest("SHA-256", bytes));
}

// What a formatted source says: `from "./x.ts"`, `import("./x.ts")`.
const IMPORT = /\b(?:from |import\()"(\.{1,2}\/[^"]+\.ts)"/g;

/**
 * The texts of a TypeScript file and of all those of this repository that it imports, now or later,
 * by their paths, in order.
 */
export async function findSources(root: URL, entry: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const read = async (url: URL): Promise<void> => {
    if (found.has(url.href)) return;
    found.set(url.href, ""); // files may import each other
    const text = await Deno.readTextFile(url);
    found.set(url.href, text);
    for (const [, specifier] of text.matchAll(IMPORT)) await read(new URL(specifier, url));
  };
  await read(new URL(entry, root));
  const sources = [...found].map(([href, text]): [string, string] => [
    href.slice(root.href.length),
    text,
  ]);
  return new Map(sources.sort(([a], [b]) => a < b ? -1 : 1));
}
