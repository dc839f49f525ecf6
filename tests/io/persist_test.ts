import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { retryEintr, retryEintrSync } from "../../io/event_loop.ts";

/** An action that fails with each of these errors, one after the other, and then gives a number. */
function failing(errors: readonly Error[]): { action: () => number; calls: () => number } {
  let calls = 0;
  return {
    action(): number {
      const error = errors[calls++];
      if (error !== undefined) throw error;
      return 7;
    },
    calls: () => calls,
  };
}

const PASSING = [
  new Deno.errors.Interrupted("Interrupted system call (os error 4)"),
  new Deno.errors.WouldBlock("Resource temporarily unavailable (os error 11)"),
  new Deno.errors.WouldBlock("Resource temporarily unavailable (os error 11)"),
  new Deno.errors.Interrupted("Interrupted system call (os error 4)"),
];

Deno.test("what a signal interrupts, or a stream that does not block refuses, is done again", async () => {
  const sync = failing(PASSING);
  assertEquals([retryEintrSync(sync.action), sync.calls()], [7, 5]);
  const later = failing(PASSING);
  assertEquals([await retryEintr(() => Promise.try(later.action)), later.calls()], [7, 5]);
});

Deno.test("any other error ends it at once", async () => {
  for (const error of [new Deno.errors.BrokenPipe("x"), new Error("x"), new TypeError("x")]) {
    const sync = failing([...PASSING, error]);
    assertThrows(() => retryEintrSync(sync.action), error.constructor as ErrorConstructor, "x");
    const later = failing([error]);
    await assertRejects(
      () => retryEintr(() => Promise.try(later.action)),
      error.constructor as ErrorConstructor,
      "x",
    );
    assertEquals([sync.calls(), later.calls()], [5, 1]);
  }
});

Deno.test("if it is unknown how much was written, only interrupted writes are repeated", async () => {
  const [interrupted, full] = PASSING;
  const sync = failing([interrupted, full]);
  assertThrows(() => retryEintrSync(sync.action, false), Deno.errors.WouldBlock);
  const later = failing([interrupted, full]);
  const action = () => Promise.try(later.action);
  await assertRejects(() => retryEintr(action, false), Deno.errors.WouldBlock);
  assertEquals([sync.calls(), later.calls()], [2, 2]);
});
