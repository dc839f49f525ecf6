import { assertEquals } from "@std/assert";

/** Compares in a loop: what `assertEquals` prints of a difference would be megabytes. */
export function assertSameBytes(actual: Uint8Array, expected: Uint8Array, text: string): void {
  let at = 0;
  while (at < actual.length && actual[at] === expected[at]) at++;
  if (at === actual.length) at = -1;
  const difference = `${text}: they differ first at byte ${at}`;
  assertEquals([actual.length, at], [expected.length, -1], difference);
}
