import { assertEquals } from "@std/assert";
import { Outbox } from "../../threads/outbox.ts";
import { turns } from "../wait_until.ts";

/** A thread that puts so many bytes into an outbox each time, all of them equal. */
const WRITER = `
  import { putBytes } from "${new URL("../../threads/outbox.ts", import.meta.url)}";
  onmessage = ({ data: { memory, lengths } }) => {
    lengths.forEach((length, i) => putBytes(memory, new Uint8Array(length).fill(i + 1)));
    postMessage("done");
  };
`;

Deno.test("what another thread puts into an outbox is written in order, however long it is", async () => {
  const written: number[] = [];
  const outbox = new Outbox({
    async write(bytes): Promise<void> {
      await turns();
      // Runs of equal bytes, by their value.
      const value = bytes[0];
      assertEquals(bytes.every((byte) => byte === value), true);
      written[value] = (written[value] ?? 0) + bytes.length;
    },
  });
  outbox.put(new Uint8Array(5));
  await outbox.flush();
  assertEquals(written, [5]);

  const lengths = [1, 2 ** 20, 3_000_001, 0, 7];
  const worker = new Worker(`data:application/javascript,${encodeURIComponent(WRITER)}`, {
    type: "module",
  });
  const done = new Promise<void>((resolve) => worker.onmessage = () => resolve());
  const running = outbox.run();
  worker.postMessage({ memory: outbox.memory, lengths });
  await done;
  outbox.end();
  await running;
  worker.terminate();
  assertEquals(Object.entries(written), [["0", 5], ["1", 1], ["2", 2 ** 20], ["3", 3_000_001], [
    "5",
    7,
  ]]);
});

Deno.test("an outbox whose bytes cannot be written fails with the reason", async () => {
  const failure = new Error("The disk is full");
  const outbox = new Outbox({ write: () => Promise.reject(failure) });
  outbox.put(new Uint8Array(1));
  assertEquals(await outbox.run().catch((error) => error), failure);
});
