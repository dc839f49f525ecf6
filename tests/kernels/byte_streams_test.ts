import { assertEquals } from "@std/assert";
import { joinStreams, splitStreams } from "../../kernels/byte_streams.ts";
import { Random } from "../../support/random.ts";

const SIZES = [1, 2, 3, 4, 5, 7, 8, 12, 16, 33];
const COUNTS = [0, 1, 15, 16, 17, 31, 64, 100, 4099];

function randomBytes(length: number): Uint8Array {
  const random = new Random(length);
  return Uint8Array.from({ length }, () => random.bits());
}

Deno.test("values of every size are split into streams of bytes, whatever their number", () => {
  for (const size of SIZES) {
    for (const count of COUNTS) {
      const values = randomBytes(size * count);
      const streams = new Uint8Array(values.length);
      splitStreams(values, size, streams);
      const expected = values.map((_, i) => values[i % count * size + Math.floor(i / count)]);
      assertEquals(streams, expected, `${count} values of ${size} bytes`);
    }
  }
});

Deno.test("some of the values in streams are joined, wherever they are", () => {
  for (const size of SIZES) {
    for (const count of COUNTS) {
      const values = randomBytes(size * count);
      // The streams come after other bytes, and do not fill all bytes of a page.
      const page = new Uint8Array(3 + values.length + size - 1).subarray(3);
      splitStreams(values, size, page.subarray(0, values.length));
      for (const first of [0, 1, count >> 1].filter((first) => first <= count)) {
        const joined = new Uint8Array(5 + size * (count - first)).subarray(5);
        joinStreams({ bytes: page, size, count }, first, joined);
        assertEquals(joined, values.subarray(size * first), `${count - first} of ${size} bytes`);
      }
    }
  }
});
