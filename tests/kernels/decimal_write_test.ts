import { assert, assertEquals } from "@std/assert";
import {
  FLOAT16,
  FLOAT32,
  PATTERNS,
  randomDoubles,
  randomWords,
  read,
  step,
  write,
} from "./decimal_columns.ts";

/** JavaScript's text of a number, but with an exponent from 1e16 on: no zeros that look exact. */
function textOf(x: number): string {
  return Math.abs(x) < 1e16 ? String(x) : x.toExponential();
}

function assertWrites(numbers: Float64Array): void {
  const texts = write(numbers);
  numbers.forEach((x, i) => {
    if (texts[i] !== textOf(x)) assertEquals(texts[i], textOf(x));
  });
}

/**
 * The fewest digits that a narrower type reads back, laid out as JavaScript does: `first` or more
 * of them. `toPrecision` gives the closest with so many digits. That need not read back where
 * floats are lopsided, below a power of two: then the one above may.
 */
function shortest(x: number, round: (x: number) => number, first = 1): string {
  for (let digits = first;; digits++) {
    const closest = Number(x.toPrecision(digits));
    const even = round(closest) === x ? evenOfTwo(x, closest, digits) : closest;
    for (const one of [even, closest]) if (round(one) === x) return textOf(one);
    const unit = 10 ** (Math.floor(Math.log10(Math.abs(x))) - digits + 1);
    const above = Number((closest + Math.sign(x) * unit).toPrecision(digits));
    if (round(above) === x) return textOf(above);
  }
}

/** Of two that are as close `toPrecision` gives the larger; the even one is wanted. */
function evenOfTwo(x: number, closest: number, digits: number): number {
  if (!/5(e|$)/.test(x.toPrecision(digits + 1))) return closest;
  const [significand, exponent] = x.toExponential(50).split("e");
  const kept = significand.indexOf(".") + digits;
  const cut = `${significand.slice(0, kept)}e${exponent}`;
  const isTie = /^50*$/.test(significand.slice(kept));
  return isTie && /[02468]\.?e/.test(cut) ? Number(cut) : closest;
}

Deno.test("write_decimals writes random float64 with JavaScript's digits", () => {
  for (const doubles of randomDoubles(11)) assertWrites(doubles);
});

Deno.test("write_decimals writes usual float64 with JavaScript's digits", () => {
  const words = randomWords(400_000, 12);
  const scales = [1, 1e-9, 1e-12, 1e-3, 1e6, 1e12, 2 ** -32, 2 ** -40, 1e-38, 1e15];
  assertWrites(Float64Array.from(words, (word, i) => (word - 2 ** 31) * scales[i % 10]));
  assertWrites(Float64Array.from(words, (word, i) => (word - 2 ** 31) / 10 ** (i % 23)));
  assertWrites(
    Float64Array.from({ length: 200_000 }, (_, i) => i - 100_000).filter((x) => x !== 0),
  );
});

Deno.test("write_decimals writes powers of two and ten and what is next to them", () => {
  const numbers: number[] = [];
  for (let k = -1074; k < 1024; k++) numbers.push(2 ** k, 3 * 2 ** k, 5 * 2 ** k, 0.75 * 2 ** k);
  for (let k = -324; k <= 308; k++) {
    for (let d = 1; d <= 9; d++) numbers.push(Number(`${d}e${k}`), Number(`1.2345678${d}e${k}`));
  }
  numbers.push(
    Number.MAX_VALUE,
    9007199254740993,
    2 ** 53 - 1,
    1e15,
    1e16,
    1e21,
    1e-6,
    1e-7,
    123456789012345680000,
  );
  const finite = numbers.filter((x) => Number.isFinite(x) && x > 1e-323);
  for (let steps = -3n; steps <= 3n; steps++) {
    const beside = Float64Array.from(finite, (x) => step(x, steps)).filter(Number.isFinite);
    assertWrites(beside.filter((x) => x !== 0));
    assertWrites(beside.filter((x) => x !== 0).map((x) => -x));
  }
  assertWrites(Float64Array.of(5e-324, 1e-323, 1.5e-323, 0.1, 0.2, 0.1 + 0.2, 4.35, 1 / 3, 2 / 3));
});

Deno.test("write_decimals writes integers and quarters beyond 2^49, where ends and middles are decimals", () => {
  const words = randomWords(200_000, 13);
  const numbers = Float64Array.from({ length: words.length / 2 }, (_, i) => {
    const significand = 2 ** 52 + words[2 * i] * 2 ** 20 + (words[2 * i + 1] >>> 12);
    return significand * 2 ** (words[2 * i + 1] % 64 - 8);
  });
  assertWrites(numbers);
  assertWrites(numbers.map((x) => Number(x.toPrecision(15))));
});

Deno.test("write_decimals writes -0, NaN and infinities such that they read back", () => {
  const numbers = Float64Array.of(0, -0, NaN, -NaN, Infinity, -Infinity);
  const texts = ["0", "-0", "NaN", "NaN", "inf", "-inf"];
  for (const type of [0, FLOAT32, FLOAT16]) {
    assertEquals(write(numbers, { type }), texts);
    const back = read(texts, { type }).numbers;
    numbers.forEach((x, i) => assert(Object.is(back[i], x) || Number.isNaN(back[i] + x)));
  }
});

Deno.test("write_decimals puts any byte for the decimal separator", () => {
  const numbers = Float64Array.of(0.5, -123.25, 1.5e300, 1e300, 7, 0.0001);
  assertEquals(write(numbers, { decimal: "," }), [
    "0,5",
    "-123,25",
    "1,5e+300",
    "1e+300",
    "7",
    "0,0001",
  ]);
});

Deno.test("write_decimals overwrites at most 16 bytes after a text", () => {
  const numbers = [
    0,
    7,
    -7,
    2050,
    65504,
    0.5,
    1 / 3,
    1e21,
    1e22,
    2 ** 70,
    1.5e-7,
    1e-7,
    NaN,
    -Infinity,
  ];
  for (const type of [0, FLOAT32, FLOAT16]) {
    const round = [Number, Math.fround, Math.f16round][type];
    for (const x of numbers) write(Float64Array.of(round(x)), { type }); // looks, and throws
  }
});

Deno.test("write_decimals writes the fewest digits that read back as the same float32", () => {
  for (let done = 0; done < PATTERNS; done += 100_000) {
    const singles = new Float32Array(randomWords(100_000, 14 + done).buffer).filter(
      Number.isFinite,
    );
    const texts = write(Float64Array.from(singles), { type: FLOAT32 });
    singles.forEach((x, i) => {
      // Fewer than a digit less were tried, in effect: what they can say, one digit less can.
      const first = Math.max(texts[i].replace(/e.*|^[-0.]+|0+$|\./g, "").length - 1, 1);
      const expected = shortest(x, Math.fround, first);
      if (texts[i] !== expected) assertEquals(texts[i], expected);
    });
  }
});

Deno.test("write_decimals writes float32 powers of two, and what is next to them", () => {
  const singles = new Float32Array(3 * 254);
  const bits = new Uint32Array(singles.buffer);
  for (let i = 0; i < bits.length; i++) bits[i] = (Math.floor(i / 3) + 1 << 23) + i % 3 - 1;
  const texts = write(Float64Array.from(singles), { type: FLOAT32 });
  assertEquals(texts, Array.from(singles, (x) => shortest(x, Math.fround)));
});

Deno.test("write_decimals writes every float16 with the fewest digits", () => {
  const halves = new Float16Array(Uint16Array.from({ length: 0x7c00 }, (_, i) => i).buffer);
  const texts = write(Float64Array.from(halves), { type: FLOAT16 });
  halves.forEach((x, i) => {
    if (i > 0) assertEquals(texts[i], shortest(x, Math.f16round));
  });
  assertEquals([...read(texts, { type: FLOAT16 }).numbers].map(Math.f16round), [...halves]);
});

Deno.test("write_decimals rounds to significant digits, and ties to even", () => {
  const cases: [number, number, string][] = [
    [0.15, 1, "0.1"], // a little less than 0.15
    [0.25, 1, "0.2"],
    [0.35, 1, "0.3"], // a little less
    [0.45, 1, "0.5"], // a little more
    [2.5, 1, "2"],
    [3.5, 1, "4"],
    [1.005, 3, "1"],
    [9.996, 3, "10"],
    [99.95, 3, "100"],
    [12500, 2, "12000"],
    [13500, 2, "14000"],
    [9999999999999998, 3, "1e+16"],
    [9.99e-7, 1, "0.000001"],
    [-2.0834140751773148e18, 4, "-2.083e+18"],
    [5e-324, 1, "5e-324"],
    [1.5e-323, 1, "1e-323"], // 3 * 2^-1074 = 1.48e-323
    [Number.MAX_VALUE, 3, "1.8e+308"],
    [0, 1, "0"],
    [-0, 1, "-0"],
    [NaN, 1, "NaN"],
    [-Infinity, 1, "-inf"],
    [1 / 3, 17, "0.3333333333333333"],
  ];
  for (const [x, digits, text] of cases) {
    assertEquals(write(Float64Array.of(x), { digits }), [text], `${x} to ${digits} digits`);
  }
});

Deno.test("write_decimals rounds random floats as exact arithmetic does", () => {
  const words = randomWords(40_000, 17);
  const usual = Float64Array.from(words, (word, i) => (word - 2 ** 31) / 10 ** (i % 23));
  const middles = Float64Array.from(words, (word, i) => (2 * (word % 10 ** (i % 8 + 1)) + 1) / 2);
  const [any] = randomDoubles(18);
  for (let digits = 1; digits <= 16; digits++) {
    for (
      const numbers of [
        usual,
        middles,
        any.subarray(0, 20_000).filter((x) => Math.abs(x) < 1e308),
      ]
    ) {
      const texts = write(numbers, { digits });
      numbers.forEach((x, i) => {
        if (x === 0) return;
        const exact = evenOfTwo(x, Number(x.toPrecision(digits)), digits);
        // Up to 15 digits, a decimal is the shortest of the float that it reads as.
        const isRight = digits < 16 ? texts[i] === textOf(exact) : Number(texts[i]) === exact;
        if (!isRight) assertEquals(texts[i], textOf(exact), `${x} to ${digits} digits`);
      });
    }
  }
});

/** The significant digits of a decimal. */
function countDigits(text: string): number {
  return text.replace(/e.*/, "").replace(/[.-]/g, "").replace(/^0+|0+$/g, "").length;
}

Deno.test("write_decimals rounds float32 and float16 from their value", () => {
  const words = randomWords(40_000, 19);
  for (const type of [FLOAT32, FLOAT16]) {
    const round = type === FLOAT32 ? Math.fround : Math.f16round;
    const numbers = Float64Array.from(words, (word, i) => round((word - 2 ** 31) / 10 ** (i % 15)))
      .filter((x) => x !== 0 && Number.isFinite(x));
    const shortest = write(numbers, { type });
    for (let digits = 1; digits <= 9; digits++) {
      const texts = write(numbers, { type, digits });
      numbers.forEach((x, i) => {
        const exact = textOf(evenOfTwo(x, Number(x.toPrecision(digits)), digits));
        const expected = countDigits(shortest[i]) <= digits ? shortest[i] : exact;
        if (texts[i] !== expected) assertEquals(texts[i], expected, `${x} to ${digits} digits`);
      });
    }
  }
});
