import { assert, assertEquals, assertRejects } from "@std/assert";
import { openEngine } from "../../pipeline/parallel/job_engine.ts";
import { WORKERS_PAY } from "../../pipeline/thresholds.ts";
import { runSequential } from "../../pipeline/sequential.ts";
import { turns } from "../wait_until.ts";

/** The next of a row of numbers that look random, below `limit`. */
function makeRandom(seed: number): (limit: number) => number {
  return (limit) => (seed = (seed * 48271) % 0x7fffffff) % limit;
}

for (const inFlight of [1, 2, 5]) {
  for (const slow of ["no stage", "read", "compute", "write", "any stage"]) {
    Deno.test(`${inFlight} in flight, ${slow} slow: all in order, none too many`, async () => {
      const random = makeRandom(inFlight * 10 + slow.length);
      const delay = async (stage: string) => {
        if (stage === slow) await turns(2);
        if (slow === "any stage") await turns(random(4));
      };
      let next = 0;
      let alive = 0;
      let most = 0;
      let writing = false;
      const written: number[] = [];
      await runSequential({
        isLive: false,
        async next(): Promise<number | undefined> {
          most = Math.max(most, ++alive);
          await delay("read");
          return next < 60 ? next++ : undefined;
        },
        async transform(n: number): Promise<number> {
          await delay("compute");
          return n * 10;
        },
        async emit(n: number): Promise<void> {
          assert(!writing);
          writing = true;
          await delay("write");
          writing = false;
          written.push(n);
          alive--;
        },
      }, { inFlight });
      assertEquals(written, Array.from({ length: 60 }, (_, n) => n * 10));
      assertEquals(alive, 1); // The read that found the end.
      assert(most <= inFlight + 2, `${most} alive`);
      if (slow === "write") assertEquals(most, inFlight + 2);
    });
  }

  for (const failing of ["read", "compute", "compute at once", "write"]) {
    Deno.test(`${inFlight} in flight: a failure to ${failing} is that of the flow`, async () => {
      let reads = 0;
      const written: number[] = [];
      const begun: Promise<unknown>[] = [];
      const begin = <T>(stage: Promise<T>): Promise<T> => {
        begun.push(stage);
        return stage;
      };
      const fail = (stage: string, n: number) => {
        if (stage === failing && n >= 7) throw new Error(`cannot ${stage} ${n}`);
      };
      const running = runSequential({
        isLive: false,
        async next(): Promise<number> {
          const n = reads++;
          fail("read", n);
          await begin(turns());
          return n;
        },
        transform(n: number): number | Promise<number> {
          fail("compute at once", n);
          return begin(turns(n % 3)).then(() => {
            fail("compute", n);
            return n;
          });
        },
        async emit(n: number): Promise<void> {
          await begin(turns(2));
          fail("write", n);
          written.push(n);
        },
      }, { inFlight });
      await assertRejects(() => running, Error, `cannot ${failing} 7`);
      assertEquals(written, [0, 1, 2, 3, 4, 5, 6]);
      const before = reads;
      // Nothing begins when what was under way is done.
      await Promise.all(begun);
      await turns();
      assertEquals(reads, before);
      assert(reads <= 7 + inFlight + 2);
    });
  }
}

Deno.test("the first failure in the order of batches counts, not the first in time", async () => {
  let reads = 0;
  const order: string[] = [];
  const failed = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  /** Fails when all after it have failed. */
  const fail = async (what: string, n: number): Promise<never> => {
    await failed[n + 1]?.promise;
    order.push(`${what} ${n}`);
    failed[n].resolve();
    throw new Error(`cannot ${what} ${n}`);
  };
  await assertRejects(
    () =>
      runSequential<number, number>({
        isLive: false,
        next: (): Promise<number> => reads === 3 ? fail("read", 3) : Promise.resolve(reads++),
        transform: (n): Promise<number> => fail("compute", n),
        emit: () => Promise.resolve(),
      }, { inFlight: 3 }),
    Error,
    "cannot compute 0",
  );
  assertEquals(order, ["read 3", "compute 2", "compute 1", "compute 0"]);
});

Deno.test("a failure does not wait for a reader that waits", async () => {
  let reads = 0;
  const { promise: never, reject } = Promise.withResolvers<number>();
  await assertRejects(
    () =>
      runSequential({
        isLive: true,
        next: (): Promise<number> => reads++ === 0 ? Promise.resolve(1) : never,
        transform: (n: number): number => n,
        emit: (): Promise<void> => Promise.reject(new Error("cannot write")),
      }, { inFlight: 1 }),
    Error,
    "cannot write",
  );
  // Later failures of what was left are nobody's.
  reject(new Error("closed"));
  await turns();
});

Deno.test("a failure waits for the read of a file, which comes to its end", async () => {
  let reads = 0;
  const { promise: second, resolve } = Promise.withResolvers<number>();
  let isOver = false;
  const running = runSequential({
    isLive: false,
    next: (): Promise<number> => reads++ === 0 ? Promise.resolve(1) : second,
    transform: (n: number): number => n,
    emit: (): Promise<void> => Promise.reject(new Error("cannot write")),
  }, { inFlight: 1 });
  const ended = assertRejects(() => running.finally(() => isOver = true), Error, "cannot write");
  await turns(3);
  assertEquals(isOver, false);
  resolve(2);
  await ended;
  assertEquals(reads, 2);
});

Deno.test("one in flight: while one is computed the next is being read, the last written", async () => {
  const events: string[] = [];
  let next = 0;
  await runSequential({
    isLive: false,
    async next(): Promise<number | undefined> {
      const n = next++;
      events.push(`read ${n}`);
      await turns();
      return n < 3 ? n : undefined;
    },
    transform(n: number): number {
      events.push(`compute ${n}`);
      return n;
    },
    async emit(n: number): Promise<void> {
      events.push(`write ${n}`);
      await turns(3);
    },
  }, { inFlight: 1 });
  assertEquals(
    events.slice(0, 9),
    "read 0, read 1, compute 0, write 0, read 2, compute 1, write 1, read 3, compute 2".split(", "),
  );
});

Deno.test("a reader that never waits does not keep results from being written", async () => {
  const events: string[] = [];
  let next = 0;
  await runSequential({
    isLive: false,
    next: () => Promise.resolve(next < 4 ? next++ : undefined),
    transform(n: number): number {
      events.push(`compute ${n}`);
      return n;
    },
    emit(n: number): Promise<void> {
      events.push(`write ${n}`);
      return Promise.resolve();
    },
  }, { inFlight: 1 });
  assertEquals(
    events,
    [0, 1, 2, 3].flatMap((n) => [`compute ${n}`, `write ${n}`]),
  );
});

Deno.test("results are the same in any size of batch and number in flight", async () => {
  const kernel = { name: "polygamma", parameter: 5 } as const;
  const x = Float64Array.from({ length: 20_000 }, (_, i) => (i - 5000) * 0.00375 + 0.0001);
  async function computed(size: number, jobs: number): Promise<Uint8Array> {
    using engine = openEngine({ ...WORKERS_PAY, jobs, afterMs: 0 });
    const y = new Float64Array(x.length);
    let read = 0;
    let written = 0;
    await runSequential({
      isLive: false,
      next(): Promise<Float64Array | undefined> {
        const batch = x.slice(read, read += size);
        return Promise.resolve(batch.length > 0 ? batch : undefined);
      },
      transform: async (batch: Float64Array) => (await engine.run([{ kernel, x: batch }]))[0],
      emit(result): Promise<void> {
        y.set(result, written);
        written += result.length;
        return Promise.resolve();
      },
    }, { inFlight: jobs });
    return new Uint8Array(y.buffer);
  }
  const expected = await computed(x.length, 1);
  for (const size of [777, 4096, 19_999]) {
    for (const jobs of [1, 2, 3]) assertEquals(await computed(size, jobs), expected);
  }
});

Deno.test("heavy batches wait for one another, light ones do not", async () => {
  // In units of a megabyte: a batch alone may be heavier than all that may be in flight together.
  const weights = [1, 1, 1, 1, 40, 40, 200, 1, 1, 30, 30, 30, 1];
  const MEGABYTE = 1e6;
  let next = 0;
  const alive = new Set<number>();
  const seen: number[][] = [];
  await runSequential({
    isLive: false,
    next: () => Promise.resolve(next < weights.length ? next++ : undefined),
    weigh: (n: number) => weights[n] * MEGABYTE,
    async transform(n: number): Promise<number> {
      alive.add(n);
      seen.push([...alive].map((n) => weights[n]));
      await turns(2);
      return n;
    },
    async emit(n: number): Promise<void> {
      await turns(2);
      alive.delete(n);
    },
  }, { inFlight: 5 });
  assertEquals(seen.length, weights.length);
  for (const together of seen) {
    const sum = together.reduce((sum, weight) => sum + weight, 0);
    assert(sum <= 67 || together.length === 1, `${together} in flight`);
  }
  assert(seen.some((together) => together.length >= 4), "light ones are in flight together");
  assert(seen.some((together) => together.includes(200)), "the heavy one has its turn");
});
