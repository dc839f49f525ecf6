import type { FloatArray } from "../../testing/mod.ts";

/** Arguments and correctly rounded results of one kernel. */
export interface References<T extends FloatArray> {
  x: T;
  y: T;
}

interface Header {
  counts: Record<string, number>;
  parity: Record<string, number>;
}

const SIGN_BIT = 2 ** 15;

/** References of each kernel at chosen float32 arguments. */
export async function readFloat32References(): Promise<
  Map<string, References<Float32Array>>
> {
  const { counts, body } = await read("bessel_float32.bin.gz");
  const numbers = new Float32Array(body);
  const result = new Map<string, References<Float32Array>>();
  let start = 0;
  for (const [kernel, count] of Object.entries(counts)) {
    result.set(kernel, {
      x: numbers.slice(start, start + count),
      y: numbers.slice(start + count, start + 2 * count),
    });
    start += 2 * count;
  }
  return result;
}

/** Results of each kernel at all 65,536 float16 numbers, in the order of their bits. */
export async function readFloat16References(): Promise<
  Map<string, References<Float16Array>>
> {
  const { counts, parity, body } = await read("bessel_float16.bin.gz");
  const numbers = new Float16Array(body);
  const result = new Map<string, References<Float16Array>>();
  let start = 0;
  for (const [kernel, count] of Object.entries(counts)) {
    // The file has +0 to +inf; the NaNs follow those, and the negative numbers the NaNs.
    const positive = numbers.subarray(start, start + count);
    const y = new Float16Array(2 ** 16).fill(NaN);
    y.set(positive);
    y.set(positive.map((value) => parity[kernel] * value), SIGN_BIT);
    const bits = Uint16Array.from(y, (_, i) => i);
    result.set(kernel, { x: new Float16Array(bits.buffer), y });
    start += count;
  }
  return result;
}

/**
 * A line of JSON and the bytes after it; little-endian, as every machine that runs the tests is.
 */
async function read(
  name: string,
): Promise<Header & { body: ArrayBuffer }> {
  const file = await Deno.open(new URL(name, import.meta.url));
  const stream = file.readable.pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const end = bytes.indexOf("\n".charCodeAt(0));
  const header: Header = JSON.parse(
    new TextDecoder().decode(bytes.subarray(0, end)),
  );
  return { ...header, body: bytes.slice(end + 1).buffer };
}
