type Zlib = typeof import("node:zlib");

/**
 * The module `node:zlib` where the runtime has it: in Deno, Node.js and Bun. Browsers have none. It is asked
 * for by this call and not by an import, so that what is built for browsers needs nothing of Node.js.
 */
export function loadZlib(): Partial<Zlib> | undefined {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (name: string) => unknown };
  };
  return process?.getBuiltinModule?.("node:zlib") as Zlib | undefined;
}

/** The error for zstd data in a runtime that cannot decompress them. */
export function noZstd(name: string): TypeError {
  return new TypeError(
    `Cannot read ${name}: it holds zstd data, which this runtime cannot decompress; Deno, Bun and ` +
      `Node.js 22.15 or later can`,
  );
}
