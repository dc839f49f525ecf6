import { assertEquals, assertRejects } from "@std/assert";
import { overlap } from "../../pipeline/overlap.ts";

Deno.test("chunks pass in order, and none is read into before it is written", async () => {
  const chunks = [{ n: -1 }, { n: -1 }, { n: -1 }] as const;
  const written: number[] = [];
  const busy = new Set<object>();
  let next = 0;
  await overlap<{ n: number }>([...chunks], {
    async read(chunk): Promise<boolean> {
      assertEquals(busy.has(chunk), false);
      busy.add(chunk);
      await pause(next % 3);
      chunk.n = next++;
      return chunk.n < 20;
    },
    compute(chunk): void {
      chunk.n *= 10;
    },
    async write(chunk): Promise<void> {
      const { n } = chunk;
      await pause(n % 4);
      assertEquals(chunk.n, n);
      busy.delete(chunk);
      written.push(n);
    },
  });
  assertEquals(written, Array.from({ length: 20 }, (_, n) => n * 10));
});

Deno.test("a stage that fails ends the run with its error and no other", async () => {
  for (const failing of ["read", "compute", "write"]) {
    let reads = 0;
    const fail = (stage: string) => {
      if (stage === failing && reads > 3) throw new Error(`cannot ${stage}`);
    };
    await assertRejects(
      () =>
        overlap<object>([{}, {}, {}], {
          async read(): Promise<boolean> {
            await pause(0);
            reads++;
            fail("read");
            return true;
          },
          compute: () => fail("compute"),
          async write(): Promise<void> {
            await pause(2);
            fail("write");
          },
        }),
      Error,
      `cannot ${failing}`,
    );
  }
});

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
