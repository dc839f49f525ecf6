import { assertEquals } from "@std/assert";
import { CHUNK_ORDER_BYTES, openChunkOrder } from "../../threads/chunk_order.ts";

Deno.test("a lock that a thread held when it was ended is not waited for once the work was stopped", () => {
  const shared = new SharedArrayBuffer(CHUNK_ORDER_BYTES);
  const order = openChunkOrder(shared);
  let tried: unknown;
  order.withLock(() => {
    // This thread has the lock already, as one that was ended would have.
    tried = order.withLock(() => "done", 1);
    order.stop();
  });
  assertEquals(tried, "busy");
  assertEquals(order.withLock(() => "done"), "done");
  order.withLock(() => {
    tried = order.withLock(() => "done");
  });
  assertEquals(tried, "busy");
});
