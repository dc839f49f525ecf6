import { assertEquals, assertRejects } from "@std/assert";
import { gzipSync } from "node:zlib";
import { lgamma } from "../../functions/lgamma.ts";
import { functionStream } from "../../streams/function_stream.ts";
import { readTable } from "../../streams/read_table.ts";
import { writeTable } from "../../streams/write_table.ts";
import { makeNpy } from "../../support/make_npy.ts";
import { ownTemporaryFiles } from "../own_temporary_files.ts";

// None of these ends by itself: the test runner sees that nothing can come any more, and fails.

const REASON = new Error("enough");
const CSV = new TextEncoder().encode("x\n1\n2\n");

interface Stalled {
  readonly stream: ReadableStream<Uint8Array>;
  /** What it was cancelled with, so often. */
  readonly reasons: unknown[];
  /** Comes when more is wanted than there is. */
  readonly waiting: Promise<void>;
}

/** A stream that stops after some bytes, and whose own cancelling never ends. */
function stalled(...chunks: readonly Uint8Array[]): Stalled {
  const reasons: unknown[] = [];
  const { promise: waiting, resolve } = Promise.withResolvers<void>();
  const left = [...chunks];
  const stream = new ReadableStream<Uint8Array>({
    pull(controller): Promise<void> | void {
      const chunk = left.shift();
      if (chunk !== undefined) return controller.enqueue(chunk);
      resolve();
      return new Promise(() => {});
    },
    cancel(reason): Promise<void> {
      reasons.push(reason);
      return new Promise(() => {});
    },
  }, { highWaterMark: 0 });
  return { stream, reasons, waiting };
}

function assertLetGo({ stream, reasons }: Stalled): void {
  assertEquals(reasons, [REASON]);
  assertEquals(stream.locked, false, "the stream is nobody's");
}

const FORTRAN = makeNpy([1, 2, 3, 4, 5, 6], { descr: "<f8", shape: [3, 2], fortran: true });

/** Beginnings of inputs, after which a reader waits for more. */
const BEGINNINGS: Readonly<Record<string, readonly Uint8Array[]>> = {
  "nothing": [],
  "some bytes": [CSV.subarray(0, 1)],
  "CSV whose columns are not known yet": [CSV],
  "half a header of npy": [FORTRAN.subarray(0, 20)],
  "half an array in Fortran order, in a temporary file": [FORTRAN.subarray(0, -8)],
  "half a header of gzip": [gzipSync(CSV).subarray(0, 5)],
  "half of what is compressed": [gzipSync(CSV).subarray(0, -9)],
};

Deno.test("a signal ends the reading of a table that does not come, and cancels the stream", async () => {
  using files = ownTemporaryFiles();
  for (const [name, chunks] of Object.entries(BEGINNINGS)) {
    for (const reason of [REASON, "a text", undefined]) {
      const input = stalled(...chunks);
      const controller = new AbortController();
      const table = readTable(input.stream, { signal: controller.signal });
      await input.waiting;
      assertEquals(files.count(), name.includes("temporary file") ? 1 : 0, name);
      controller.abort(reason);
      const expected = controller.signal.reason;
      assertEquals(await table.catch((error) => error), expected, name);
      assertEquals(input.reasons, [expected], name);
      assertEquals(input.stream.locked, false, name);
    }
  }
  assertEquals(files.count(), 0, "no temporary file is left");
});

Deno.test("a signal that came before ends it, too", async () => {
  const input = stalled(CSV);
  const signal = AbortSignal.abort(REASON);
  await assertRejects(() => readTable(input.stream, { signal }), Error, "enough");
  assertLetGo(input);
});

Deno.test("a signal ends a table that is being read, or is not, and no more when all was read", async () => {
  for (const reads of [true, false]) {
    const input = stalled(makeNpy([1, 2, 3, 4], { descr: "<f8", shape: [4] }).subarray(0, -8));
    const controller = new AbortController();
    const options = { signal: controller.signal, chunkSize: 8 };
    const reader = (await readTable(input.stream, options)).batches.getReader();
    for (let i = 0; i < 3; i++) await reader.read();
    const pending = reads ? reader.read() : undefined;
    if (reads) await input.waiting;
    controller.abort(REASON);
    await assertRejects(() => pending ?? reader.read(), Error, "enough");
    assertLetGo(input);
  }
  const controller = new AbortController();
  const { batches } = await readTable(new Blob([CSV]).stream(), { signal: controller.signal });
  const reader = batches.getReader();
  assertEquals((await reader.read()).value?.numbers("x").values, new Float64Array([1, 2]));
  assertEquals((await reader.read()).done, true);
  controller.abort(REASON);
  await reader.closed;
});

Deno.test("who cancels the batches of a table is not kept waiting, and the stream gets the reason", async () => {
  const input = stalled(makeNpy([1, 2], { descr: "<f8", shape: [2] }).subarray(0, -8));
  const { batches } = await readTable(input.stream, { chunkSize: 8 });
  const reader = batches.getReader();
  await reader.read();
  const pending = reader.read();
  await input.waiting;
  await reader.cancel(REASON);
  assertEquals((await pending).done, true);
  assertLetGo(input);
});

Deno.test("cancelling the bytes of a table does not wait for a stalled source", async () => {
  for (const format of ["npy", "csv", "arrow"] as const) {
    for (const begins of [true, false]) {
      const input = stalled(makeNpy([1, 2], { descr: "<f8", shape: [2] }).subarray(0, -8));
      const table = await readTable(input.stream, { chunkSize: 8 });
      const reader = writeTable(table, { format }).getReader();
      const pending = begins ? drain(reader) : undefined;
      if (begins) await input.waiting;
      await reader.cancel(REASON);
      await pending;
      assertLetGo(input);
      assertEquals(table.batches.locked, false);
    }
  }
});

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done);
}

Deno.test("who cancels is not kept waiting by a computation that never ends", async () => {
  const input = stalled(makeNpy([1, 2], { descr: "<f8", shape: [2] }));
  const table = await readTable(input.stream, { chunkSize: 8 });
  const { promise: computing, resolve } = Promise.withResolvers<void>();
  const bytes = writeTable(table, {
    format: "csv",
    results: {
      y: {
        column: "x",
        compute() {
          resolve();
          return new Promise<Float64Array>(() => {});
        },
      },
    },
  });
  const reader = bytes.getReader();
  const pending = drain(reader);
  await computing;
  await reader.cancel(REASON);
  await pending;
  assertLetGo(input);
});

Deno.test("the signal of a pipe ends the writing of a table, and cancels what is read", async () => {
  const input = stalled(makeNpy([1, 2], { descr: "<f8", shape: [2] }).subarray(0, -8));
  const bytes = writeTable(await readTable(input.stream, { chunkSize: 8 }), { format: "csv" });
  const controller = new AbortController();
  const aborted: unknown[] = [];
  const written = bytes.pipeTo(
    new WritableStream({ abort: (reason) => void aborted.push(reason) }),
    { signal: controller.signal },
  );
  await input.waiting;
  controller.abort(REASON);
  await assertRejects(() => written, Error, "enough");
  assertEquals(aborted, [REASON]);
  assertLetGo(input);
});

Deno.test("a stalled generator is cancelled without waiting for it", async () => {
  const { promise: waiting, resolve } = Promise.withResolvers<void>();
  async function* generate(): AsyncGenerator<Uint8Array> {
    yield makeNpy([1, 2], { descr: "<f8", shape: [2] }).subarray(0, -8);
    resolve();
    await new Promise(() => {});
  }
  const stream = ReadableStream.from(generate());
  const reader = writeTable(await readTable(stream, { chunkSize: 8 }), { format: "csv" })
    .getReader();
  const pending = drain(reader);
  await waiting;
  await reader.cancel(REASON);
  await pending;
  assertEquals(stream.locked, false);
});

Deno.test("errors of reading and computing cancel the stream with themselves", async () => {
  const input = stalled(new TextEncoder().encode("PK\x03\x04----"));
  const error = await assertRejects(() => readTable(input.stream), SyntaxError, "a zip archive");
  assertEquals(input.reasons, [error]);
  const other = stalled(makeNpy([1, 2], { descr: "<f8", shape: [2] }));
  const bytes = writeTable(await readTable(other.stream, { chunkSize: 8 }), {
    format: "csv",
    results: { y: { column: "x", compute: () => Promise.reject(REASON) } },
  });
  await assertRejects(() => new Response(bytes).bytes(), Error, "enough");
  assertLetGo(other);
});

Deno.test("a stream of numbers is cancelled through a function, and ended by a signal", async () => {
  for (const way of ["cancel", "signal"]) {
    const reasons: unknown[] = [];
    const { promise: waiting, resolve } = Promise.withResolvers<void>();
    let given = false;
    const source = new ReadableStream<Float64Array>({
      pull(controller): Promise<void> | void {
        if (!given) controller.enqueue(new Float64Array([3]));
        else resolve();
        if (given) return new Promise(() => {});
        given = true;
      },
      cancel: (reason) => void reasons.push(reason),
    });
    const controller = new AbortController();
    const values = source.pipeThrough(functionStream(lgamma), { signal: controller.signal });
    const reader = values.getReader();
    assertEquals((await reader.read()).value, new Float64Array([lgamma(3)]));
    const pending = reader.read();
    await waiting;
    if (way === "cancel") {
      await reader.cancel(REASON);
      assertEquals((await pending).done, true);
    } else {
      controller.abort(REASON);
      await assertRejects(() => pending, Error, "enough");
    }
    assertEquals(reasons, [REASON], way);
  }
});
