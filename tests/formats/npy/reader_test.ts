import { assertEquals, assertRejects } from "@std/assert";
import { NpyReader } from "../../../formats/npy/reader.ts";
import { encode, makeNpy } from "../../../support/make_npy.ts";
import { memorySource } from "./memory_source.ts";

const FLOATS = [0, -0, 1, -2.5, 1e-3, Infinity, -Infinity, NaN, 65504];

const VALUES: Readonly<Record<string, readonly (number | bigint)[]>> = {
  f2: FLOATS,
  f4: [...FLOATS, 3.4e38],
  f8: [...FLOATS, 5e-324, Number.MAX_VALUE],
  i1: [0, 1, -1, 127, -128],
  u1: [0, 1, 127, 128, 255],
  i2: [0, 1, -1, 0x1234, 2 ** 15 - 1, -(2 ** 15)],
  u2: [0, 1, 0x1234, 2 ** 16 - 1],
  i4: [0, 1, -1, 0x12345678, 2 ** 31 - 1, -(2 ** 31)],
  u4: [0, 1, 0x12345678, 2 ** 32 - 1],
  // 2^53 + 1 and its like lie half way between two float64.
  i8: [0n, 1n, -1n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, 2n ** 53n + 3n]
    .concat([2n ** 63n - 1n, -(2n ** 63n), 0x123456789abcdefn, -(2n ** 32n)]),
  u8: [0n, 1n, 2n ** 53n + 1n, 2n ** 63n + 1025n, 2n ** 64n - 1n],
};

Deno.test("every dtype in either byte order gives the right floats, however it is cut", async () => {
  for (const [code, values] of Object.entries(VALUES)) {
    // Number(bigint) rounds correctly, by the language's definition.
    const type = code[0] === "f" ? `<${code}` : "<f8";
    const expected = encode(values.map(Number), type);
    for (const order of ["<", ">", "=", "|"]) {
      const bytes = makeNpy(values, {
        descr: order + code,
        shape: [values.length],
      });
      for (const [atATime, bufferSize] of [[1, 8], [3, 24], [1000, 1000]]) {
        const reader = await NpyReader.open(memorySource(bytes, atATime));
        assertEquals(
          await readAll(reader, bufferSize),
          expected,
          `${order}${code} by ${atATime} into ${bufferSize}`,
        );
      }
    }
  }
});

Deno.test("an array of any shape gives as many elements as it has", async () => {
  const cases: [number[], number][] = [
    [[], 1],
    [[1], 1],
    [[0], 0],
    [[3, 0, 2], 0],
    [[2, 3], 6],
    [[1, 2, 1, 2], 4],
  ];
  for (const [shape, count] of cases) {
    for (const fortran of [false, true]) {
      const values = Array.from({ length: count }, (_, i) => i);
      const bytes = makeNpy(values, { descr: "<i2", shape, fortran });
      const reader = await NpyReader.open(memorySource(bytes));
      assertEquals(reader.header.shape, shape);
      assertEquals(reader.header.fortran, fortran);
      assertEquals(await readAll(reader, 16), encode(values, "<f8"));
    }
  }
});

Deno.test("too few and too many bytes are refused, with and without a known size", async () => {
  const bytes = makeNpy([1, 2, 3], { descr: "<f4", shape: [3] });
  const cases: [Uint8Array, typeof RangeError | typeof SyntaxError, string][] = [
    [
      bytes.subarray(0, -5),
      RangeError,
      "truncated: expected 12 bytes of data for shape (3,) of 4-byte elements, found 7",
    ],
    [
      new Uint8Array([...bytes, ...bytes]),
      SyntaxError,
      "byte 78: after the end of the array, shape (3,) of 4-byte elements, comes an npy file; " +
      "specol reads one table per input: save each as a separate file",
    ],
    [
      new Uint8Array([...bytes, 0]),
      SyntaxError,
      "byte 78: after the end of the array, shape (3,) of 4-byte elements, comes data that start " +
      "with the bytes 00;",
    ],
  ];
  for (const [data, kind, message] of cases) {
    const known = { ...memorySource(data), size: data.length };
    await assertRejects(() => NpyReader.open(known), kind, `Cannot read x.npy: ${message}`);
    const reader = await NpyReader.open(memorySource(data, 1));
    await assertRejects(() => readAll(reader, 8), kind, `Cannot read x.npy: ${message}`);
  }
});

async function readAll(
  reader: NpyReader,
  bufferSize: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (;;) {
    const floats = await reader.read(new ArrayBuffer(bufferSize));
    if (floats.length === 0) break;
    parts.push(new Uint8Array(floats.buffer, 0, floats.byteLength));
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}
