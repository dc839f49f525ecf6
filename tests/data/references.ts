import type { FloatArray } from "../../testing/mod.ts";

/** Arguments and correctly rounded results of one kernel. */
export interface References<T extends FloatArray> {
  x: T;
  y: T;
}

interface Header {
  /** By the kernel with its parameter: `lgamma`, `polygamma(2)`. */
  counts: Record<string, number>;
  /** Of the functions that are even or odd: 1 or -1. */
  parity?: Record<string, number>;
}

const FAMILIES = ["bessel", "gamma"];
const SIGN_BIT = 2 ** 15;

/** References of each kernel, `polygamma(2)` with its parameter, at chosen float32 arguments. */
export async function readFloat32References(): Promise<
  Map<string, References<Float32Array>>
> {
  const result = new Map<string, References<Float32Array>>();
  for (const { counts, body } of await readAll("float32")) {
    const numbers = new Float32Array(body);
    let start = 0;
    for (const [name, count] of Object.entries(counts)) {
      result.set(name, {
        x: numbers.slice(start, start + count),
        y: numbers.slice(start + count, start + 2 * count),
      });
      start += 2 * count;
    }
  }
  return result;
}

/** Results of each kernel at all 65,536 float16 numbers, in the order of their bits. */
export async function readFloat16References(): Promise<
  Map<string, References<Float16Array>>
> {
  const bits = Uint16Array.from({ length: 2 ** 16 }, (_, i) => i);
  const result = new Map<string, References<Float16Array>>();
  for (const { counts, parity, body } of await readAll("float16")) {
    const numbers = new Float16Array(body);
    let start = 0;
    for (const [name, count] of Object.entries(counts)) {
      const stored = numbers.slice(start, start + count);
      const y = parity === undefined ? stored : mirror(stored, parity[name]);
      result.set(name, { x: new Float16Array(bits.slice().buffer), y });
      start += count;
    }
  }
  return result;
}

/** The file has +0 to +inf; the NaNs follow those, and the negative numbers the NaNs. */
function mirror(positive: Float16Array, parity: number): Float16Array {
  const y = new Float16Array(2 ** 16).fill(NaN);
  y.set(positive);
  y.set(positive.map((value) => parity * value), SIGN_BIT);
  return y;
}

function readAll(type: string): Promise<(Header & { body: ArrayBuffer })[]> {
  return Promise.all(FAMILIES.map((family) => read(`${family}_${type}.bin.gz`)));
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
