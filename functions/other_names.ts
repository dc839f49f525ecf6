import { digamma } from "./digamma.ts";
import { lgamma } from "./lgamma.ts";

/**
 * Another name of {@linkcode lgamma}, by which other libraries know it.
 *
 * @example
 * ```ts
 * import { gammaln } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(gammaln(3), Math.log(2));
 * ```
 */
export const gammaln: typeof lgamma = lgamma;

/**
 * Another name of {@linkcode lgamma}, by which other libraries know it.
 *
 * @example
 * ```ts
 * import { lnGamma } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(lnGamma(3), Math.log(2));
 * ```
 */
export const lnGamma: typeof lgamma = lgamma;

/**
 * Another name of {@linkcode lgamma}, by which other libraries know it.
 *
 * @example
 * ```ts
 * import { loggamma } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(loggamma(3), Math.log(2));
 * ```
 */
export const loggamma: typeof lgamma = lgamma;

/**
 * Another name of {@linkcode digamma}, by which other libraries know it.
 *
 * @example
 * ```ts
 * import { psi } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(psi(1), -0.5772156649015329);
 * ```
 */
export const psi: typeof digamma = digamma;
