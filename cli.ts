/**
 * The command line: special functions and their gradients over columns of CSV, Arrow, Parquet and
 * npy files.
 *
 * ```sh
 * deno run --allow-read --allow-write jsr:@specol/specol/cli i0e x.npy -o y.npy
 * ```
 *
 * @example
 * ```ts
 * import { main } from "@specol/specol/cli";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(await main(["list"]), 0);
 * ```
 *
 * @module
 */
import { main as run } from "./dist/specol.js";

/**
 * Runs a command with the given arguments and returns its exit status: 0 done,
 * 1 bad data or an input/output error, 2 wrong usage. An error is reported on
 * standard error, in one line; an error in an expression also shows the place.
 * A closed pipe is no error.
 *
 * @throws {TypeError} If the arguments are not an array of strings.
 *
 * @example
 * ```ts
 * import { main } from "@specol/specol/cli";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(await main(["--version"]), 0);
 * assertEquals(await main(["no-such-function"]), 2);
 * ```
 */
export function main(args: readonly string[]): Promise<number> {
  return run(args);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
