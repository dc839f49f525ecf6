import { assertEquals } from "@std/assert";
import { Random } from "../../support/random.ts";
import { bitLength, fromNumber } from "../../support/reference/big_float.ts";
import { roundTo } from "../../support/reference/round_to.ts";
import { ulpError } from "../../support/reference/ulp_error.ts";

Deno.test("every power of two and its neighbours come back from a BigFloat", () => {
  for (let e = -1074; e < 1024; e++) {
    const power = 2 ** e;
    for (const x of [power, power * (1 + 2 ** -52), power * (2 - 2 ** -52)]) {
      assertEquals(roundTo(fromNumber(x), "float64"), x);
      assertEquals(roundTo(fromNumber(-x), "float64"), -x);
      assertEquals(roundTo(fromNumber(x), "float32"), Math.fround(x));
      assertEquals(roundTo(fromNumber(x), "float16"), Math.f16round(x));
    }
  }
});

Deno.test("random doubles round to float32 and float16 as JavaScript rounds them", () => {
  const random = new Random(1);
  for (let i = 0; i < 20000; i++) {
    const significand = random.sign() * random.between(1, 2);
    const x32 = significand * 2 ** Math.floor(random.between(-152, 130));
    assertEquals(roundTo(fromNumber(x32), "float32"), Math.fround(x32));
    const x16 = significand * 2 ** Math.floor(random.between(-27, 18));
    assertEquals(roundTo(fromNumber(x16), "float16"), Math.f16round(x16));
  }
});

Deno.test("ties go to even, and a bit beyond the tie decides otherwise", () => {
  const half = { m: (1n << 53n) + 1n, e: -53 }; // 1 + 2^-53
  assertEquals(roundTo(half, "float64"), 1);
  assertEquals(
    roundTo({ m: (half.m << 200n) + 1n, e: -253 }, "float64"),
    1 + 2 ** -52,
  );
  assertEquals(roundTo({ m: (half.m << 200n) - 1n, e: -253 }, "float64"), 1);
  assertEquals(
    roundTo({ m: (1n << 53n) + 3n, e: -53 }, "float64"),
    1 + 2 ** -51,
  );
});

Deno.test("what is half an ulp beyond the largest number is infinite", () => {
  assertEquals(
    roundTo({ m: (1n << 54n) - 1n, e: 970 }, "float64"),
    Infinity,
  );
  assertEquals(
    roundTo({ m: (1n << 100n) - (1n << 46n) - 1n, e: 924 }, "float64"),
    Number.MAX_VALUE,
  );
  assertEquals(roundTo({ m: -1n, e: 2900 }, "float16"), -Infinity);
});

Deno.test("exponents far beyond those of a type cost nothing, and keep the sign", () => {
  const huge = { m: -3n, e: 1e9 };
  const tiny = { m: -3n, e: -1e9 };
  assertEquals([huge, tiny].map((value) => roundTo(value, "float64")), [-Infinity, -0]);
  assertEquals(ulpError(-Infinity, { value: huge, type: "float64" }), 0);
  assertEquals(ulpError(Number.MIN_VALUE, { value: tiny, type: "float64" }), 1 + 2 ** -65);
  assertEquals(ulpError(0, { value: tiny, type: "float64" }), 2 ** -65);
});

Deno.test("the error in ulp is a fraction of the last place of the true value", () => {
  const value = { m: (1n << 60n) + 3n, e: -60 }; // 1 + 3/256 ulp
  assertEquals(ulpError(1, { value, type: "float64" }), 3 / 256);
  assertEquals(ulpError(1 + 2 ** -52, { value, type: "float64" }), 253 / 256);
  assertEquals(ulpError(1 - 2 ** -53, { value, type: "float64" }), 131 / 256);
  assertEquals(ulpError(NaN, { value, type: "float64" }), Infinity);
  const third = fromNumber(2 ** -1074);
  assertEquals(ulpError(0, { value: third, type: "float64" }), 1);
  assertEquals(
    ulpError(-1, { value: fromNumber(1), type: "float16" }),
    2 ** 11,
  );
});

Deno.test("infinity is one past the largest number, and right beyond it", () => {
  const largest = fromNumber(65504);
  assertEquals(ulpError(Infinity, { value: largest, type: "float16" }), 1);
  const beyond = { m: 1n, e: 2900 };
  assertEquals(ulpError(Infinity, { value: beyond, type: "float64" }), 0);
  assertEquals(ulpError(65504, { value: beyond, type: "float16" }), 1);
});

Deno.test("the length of a mantissa is exact where its conversion to a double rounds up", () => {
  for (const n of [0, 1, 2, 53, 54, 60, 64, 200, 1000, 1023, 1024, 5000]) {
    const power = 1n << BigInt(n);
    assertEquals(bitLength(power), n + 1);
    assertEquals(bitLength(power - 1n), n);
    assertEquals(bitLength(-power), n + 1);
  }
});
