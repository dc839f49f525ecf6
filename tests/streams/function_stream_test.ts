import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { lgamma } from "../../functions/lgamma.ts";
import { polygamma, polygammaGrad } from "../../functions/polygamma.ts";
import { functionStream } from "../../streams/function_stream.ts";
import { turns } from "../wait_until.ts";

Deno.test("chunks of every type come out as that type, with the values of the function", async () => {
  for (const Floats of [Float64Array, Float32Array, Float16Array]) {
    const chunks = [new Floats([0.5, 3]), new Floats(0), new Floats([7])];
    const source = ReadableStream.from<Float64Array | Float32Array | Float16Array>(chunks);
    const stream = source.pipeThrough(functionStream(polygamma, 2));
    assertEquals(await Array.fromAsync(stream), chunks.map((chunk) => polygamma(chunk, 2)));
    assertEquals(chunks[0], new Floats([0.5, 3]), "what came in is left alone");
  }
});

Deno.test("in place the chunk that came in is the one that goes out", async () => {
  const chunk = new Float32Array([3, 4]);
  const expected = lgamma(chunk);
  const stream = ReadableStream.from([chunk]).pipeThrough(
    functionStream(lgamma, { inPlace: true }),
  );
  const [out] = await Array.fromAsync(stream);
  assertEquals(out === chunk, true);
  assertEquals(out, expected);
});

Deno.test("a parameter that is wrong is an error at once", () => {
  assertThrows(() => functionStream(polygammaGrad, -1), RangeError, "n must be");
  // @ts-expect-error it needs one
  assertThrows(() => functionStream(polygamma), TypeError, "n must be");
});

Deno.test("a chunk that is no array of floats errors the stream", async () => {
  for (const chunk of [new Int32Array(1), 1, "1"]) {
    const stream = ReadableStream.from([chunk as unknown as Float64Array])
      .pipeThrough(functionStream(lgamma));
    await assertRejects(() => Array.fromAsync(stream), TypeError, "Cannot compute");
  }
});

Deno.test("only as many chunks are taken as are wanted", async () => {
  let taken = 0;
  const source = new ReadableStream<Float64Array>({
    pull(controller): void {
      taken++;
      controller.enqueue(new Float64Array(1));
    },
  });
  const reader = source.pipeThrough(functionStream(lgamma)).getReader();
  for (let wanted = 1; wanted <= 20; wanted++) {
    await reader.read();
    await turns();
    assert(taken <= wanted + 3, `${taken} are taken when ${wanted} are wanted`);
  }
  await reader.cancel();
});
