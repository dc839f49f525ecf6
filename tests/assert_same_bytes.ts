import { assertEquals } from "@std/assert";

/** Compares in a loop: what `assertEquals` prints of a difference would be megabytes. */
export function assertSameBytes(actual: Uint8Array, expected: Uint8Array, text: string): void {
  const at = actual.findIndex((byte, i) => byte !== expected[i]);
  const difference = `${text}: they differ first at byte ${at}`;
  assertEquals([actual.length, at], [expected.length, -1], difference);
}
