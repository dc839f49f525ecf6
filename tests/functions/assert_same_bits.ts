import { assertEquals } from "@std/assert";
import type { FloatArray } from "../../kernels/float_types.ts";

/** Asserts that two arrays have the same bits; NaN has no sign or payload that counts. */
export function assertSameBits(actual: FloatArray, expected: ArrayLike<number>, msg: string): void {
  assertEquals(actual.length, expected.length, msg);
  const i = actual.findIndex((value, i) => !Object.is(value, expected[i]));
  if (i >= 0) assertEquals(actual[i], expected[i], `${msg}, element ${i}`);
}
