import { assertEquals } from "@std/assert";
import {
  FLOAT16,
  FLOAT32,
  FLOAT64,
  middle,
  randomWords,
  read,
  spellings,
} from "./decimal_columns.ts";

/** The float32 or float16 of a bit pattern. */
const TYPES = [
  {
    type: FLOAT32,
    round: Math.fround,
    of: (bits: number) => new Float32Array(Uint32Array.of(bits).buffer)[0],
    ends: [0, 1, 2, 0x7fffff, 0x800000, 0x7f7ffffe],
    mask: 0x7fffffff,
  },
  {
    type: FLOAT16,
    round: Math.f16round,
    of: (bits: number) => new Float16Array(Uint16Array.of(bits).buffer)[0],
    ends: [0, 1, 2, 0x3ff, 0x400, 0x7bfe],
    mask: 0x7fff,
  },
];

for (const { type, round, of, ends, mask } of TYPES) {
  Deno.test(`read_decimals gives float64 that round rightly to ${round.name}`, () => {
    const patterns = [...ends, ...randomWords(500, 5 + type).map((word) => word & mask)];
    for (const bits of patterns) {
      const [x, y] = [of(bits), of(bits + 1)];
      if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
      const { digits, power } = middle(x, y);
      const even = bits % 2 === 0 ? x : y;
      for (const more of [1, 30, 900]) {
        for (const [off, expected] of [[-1n, x], [0n, even], [1n, y]] as const) {
          const texts = spellings(digits * 10n ** BigInt(more) + off, power - more);
          const { numbers } = read(texts, { type });
          texts.forEach((text, i) => assertEquals(round(numbers[i]), expected, text));
        }
      }
    }
  });
}

Deno.test("read_decimals knows where float32 and float16 become infinite", () => {
  const single = ["3.4028235677973365e38", "3.40282356779733661637539395458142568448e38"];
  assertEquals([...read(single, { type: FLOAT32 }).numbers].map(Math.fround), [
    3.4028234663852886e38,
    Infinity,
  ]);
  const half = ["65519.99999999999999999", "65520"];
  assertEquals([...read(half, { type: FLOAT16 }).numbers].map(Math.f16round), [65504, Infinity]);
  assertEquals([...read(half, { type: FLOAT64 }).numbers], [65520, 65520]);
});
