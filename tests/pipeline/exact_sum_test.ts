import { assertEquals, assertThrows } from "@std/assert";
import { ExactSum } from "../../pipeline/exact_sum.ts";
import { Random } from "../../support/random.ts";

function sum(numbers: Iterable<number>): ExactSum {
  const sum = new ExactSum();
  for (const number of numbers) sum.add(number);
  return sum;
}

Deno.test("sums are exact and rounded once", () => {
  const cases: [number[], number][] = [
    [[], 0],
    [[-0], -0],
    [[-0, 0], 0],
    [[1, -1], 0],
    [[0.1, 0.2], 0.30000000000000004],
    [[1e308, 1e308, -1e308], 1e308],
    [[1e308, 1e308], Infinity],
    [[1e16, 1, -1e16], 1],
    [[1, 2 ** -53], 1],
    [[1, 2 ** -53, 5e-324], 1 + 2 ** -52],
    [[1 + 2 ** -52, 2 ** -53], 1 + 2 ** -51],
    [[5e-324, 5e-324], 1e-323],
    [[2 ** -1022, -5e-324], 2 ** -1022 - 5e-324],
    [[Infinity, 1], Infinity],
    [[Infinity, -Infinity], NaN],
    [[NaN], NaN],
    [[-1e300, 1e-300, 1e300], 1e-300],
    [[Number.MAX_VALUE, 2 ** 969], Number.MAX_VALUE],
  ];
  for (const [numbers, expected] of cases) {
    assertEquals(sum(numbers).value, expected, String(numbers));
    assertEquals(sum(numbers.toReversed()).value, expected, String(numbers));
  }
});

Deno.test("means are rounded once", () => {
  assertEquals(sum([1, 1, 1]).divide(3), 1);
  assertEquals(sum([1]).divide(3), 1 / 3);
  assertEquals(sum([5e-324, 5e-324, 5e-324]).divide(3), 5e-324);
  assertEquals(sum([5e-324]).divide(2), 0);
  assertEquals(sum([5e-324, 1e-323]).divide(2), 1e-323);
  assertEquals(sum([1e308, 1e308]).divide(2), 1e308);
  assertEquals(sum([-0.1, -0.2, -0.3]).divide(3), -0.2);
});

Deno.test("a sum of many numbers is the one that integers give", () => {
  const total = new ExactSum();
  let expected = 0n;
  let state = 1;
  for (let i = 0; i < 2 ** 21 + 5; i++) {
    state = state * 48271 % 2147483647;
    const value = (state - 2 ** 30) * 2 ** (state % 40);
    total.add(value * 2 ** -20);
    expected += BigInt(value);
  }
  // BigInt rounds to nearest when it becomes a number.
  assertEquals(total.value, Number(expected) * 2 ** -20);
});

Deno.test("sums of pieces, passed on as text, are the sum of the whole, in any order", () => {
  const random = new Random(20);
  const special = [
    -0,
    0,
    5e-324,
    -5e-324,
    2 ** -1022,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    1e16,
    1,
  ];
  for (let round = 0; round < 300; round++) {
    const numbers = Array.from({ length: random.bits() % 40 }, () => {
      const kind = random.bits() % 4;
      if (kind === 0) return special[random.bits() % special.length];
      // A number and its opposite often cancel: only the last bits of the others are left.
      if (kind === 1) return random.sign() * 2 ** Math.floor(random.between(-1074, 1024));
      if (kind === 2) return random.sign() * Number.MAX_VALUE;
      return random.between(-1, 1) * 10 ** Math.floor(random.between(-300, 300));
    });
    if (round % 50 === 49) numbers.push(Infinity);
    if (round % 100 === 99) numbers.push(-Infinity);
    const whole = sum(numbers);
    const parts = 1 + random.bits() % 7;
    const texts = Array.from(
      { length: parts },
      (_, i) => sum(numbers.filter((_, j) => j % parts === i)).text,
    );
    const merged = new ExactSum();
    for (const text of round % 2 === 0 ? texts : texts.toReversed()) merged.addText(text);
    assertEquals(merged.text, whole.text);
    assertEquals(merged.value, whole.value, String(numbers));
    assertEquals(merged.divide(7), whole.divide(7));
    // A sum goes on after a text as if all had been added to it.
    merged.add(-1e-300);
    whole.add(-1e-300);
    assertEquals(merged.value, whole.value);
  }
});

Deno.test("many merged sums lose nothing", () => {
  const one = sum([1, 2 ** -1074]).text;
  const merged = new ExactSum();
  for (let i = 0; i < 2 ** 16 + 3; i++) merged.addText(one);
  for (let i = 0; i < 2 ** 16 + 3; i++) merged.add(-1);
  assertEquals(merged.value, (2 ** 16 + 3) * 2 ** -1074);
});

Deno.test("the text of a sum says what was added", () => {
  assertEquals([sum([]).text, sum([-0]).text, sum([0]).text, sum([NaN]).text], [
    "",
    "-0",
    "0",
    "NaN",
  ]);
  assertEquals([sum([5e-324]).text, sum([-1e-323]).text], ["1", "-2"]);
  for (const text of ["x", "--1", "+1", " 1", "1.5", "f".repeat(545), "infinity"]) {
    assertThrows(() => new ExactSum().addText(text), SyntaxError, "not the text of a sum");
  }
});

Deno.test("parts of a sum that were added up elsewhere give the same sum", () => {
  const random = new Random(5);
  const values = Array.from(
    { length: 3000 },
    () => random.sign() * random.between(1, 2) * 2 ** Math.floor(random.between(-1070, 1020)),
  );
  const whole = new ExactSum();
  values.forEach((value) => whole.add(value));
  const parts = Array.from({ length: 7 }, () => new ExactSum());
  values.forEach((value, i) => parts[i * i % 7].add(value));
  const joined = new ExactSum();
  // As numbers that were written and read again.
  for (const { state } of parts.toReversed()) joined.merge(Float64Array.from([...state]));
  assertEquals(joined.value, whole.value);
  assertEquals(joined.divide(3000), whole.divide(3000));
  for (const special of [[], [-0], [-0, 0], [Infinity], [Infinity, -Infinity], [NaN, 1]]) {
    const all = new ExactSum();
    const sum = new ExactSum();
    for (const value of special) {
      all.add(value);
      const part = new ExactSum();
      part.add(value);
      sum.merge(part.state);
    }
    sum.merge(new ExactSum().state);
    assertEquals(sum.value, all.value, String(special));
  }
});
