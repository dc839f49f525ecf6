/**
 * What the assertions of this module throw.
 *
 * Named like the error of `@std/assert`, so that test runners and reports treat it alike, but
 * defined here: the package needs no other at run time.
 *
 * @example
 * ```ts
 * import { AssertionError, assertUlpEquals } from "@specol/specol/testing";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(() => assertUlpEquals(1, 2, { ulp: 1 }), AssertionError);
 * ```
 */
export class AssertionError extends Error {
  /** Makes an error with a message and, optionally, its cause. */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AssertionError";
  }
}
