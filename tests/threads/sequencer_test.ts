import { assertEquals } from "@std/assert";
import { openSequencer, SEQUENCER_BYTES } from "../../threads/sequencer.ts";

Deno.test("a lock that a thread held when it was ended is not waited for once the work was stopped", () => {
  const shared = new SharedArrayBuffer(SEQUENCER_BYTES);
  const order = openSequencer(shared);
  let tried: unknown;
  order.withLock(() => {
    // This thread has the lock already, as one that was ended would have.
    tried = order.withLock(() => "done", 1);
    order.abort();
  });
  assertEquals(tried, "busy");
  assertEquals(order.withLock(() => "done"), "done");
  order.withLock(() => {
    tried = order.withLock(() => "done");
  });
  assertEquals(tried, "busy");
});
