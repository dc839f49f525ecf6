import { assert, assertEquals } from "@std/assert";
import { expression } from "../../mod.ts";
import { ulpDistance } from "../../testing/mod.ts";

// True values by mpmath, with 100 digits: tools/mpmath_reference/expressions.py.
interface Subject {
  readonly columns: Readonly<Record<string, readonly number[]>>;
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
}

const subjects: readonly Subject[] = JSON.parse(
  await Deno.readTextFile(new URL("../data/expressions.json", import.meta.url)),
);

for (const { columns, values } of subjects) {
  const arrays = Object.fromEntries(
    Object.entries(columns).map(([name, numbers]) => [name, Float64Array.from(numbers)]),
  );
  for (const [text, expected] of Object.entries(values)) {
    Deno.test(`every row of ${text} is within 1 ulp of the true value`, () => {
      const compute = expression(text);
      const actual = compute(
        Object.fromEntries(compute.inputs.map((name) => [name, arrays[name]])),
      );
      const wrong = expected.flatMap((truth, i) => {
        const distance = ulpDistance(actual[i], truth ?? NaN);
        if (distance <= 1) return [];
        const at = compute.inputs.map((name) => `${name} = ${arrays[name][i]}`).join(", ");
        return [`${at}: ${actual[i]}, expected ${truth}, ${distance} ulp`];
      });
      assert(
        wrong.length === 0,
        `${wrong.length} of ${expected.length}:\n${wrong.slice(0, 5).join("\n")}`,
      );
    });
  }
}

Deno.test("the bits of a row do not depend on the rows next to it", () => {
  for (const { columns, values } of subjects) {
    const names = Object.keys(columns);
    const rows = columns[names[0]].length;
    for (const text of Object.keys(values)) {
      const compute = expression(text);
      const at = (order: readonly number[]) =>
        compute(Object.fromEntries(
          compute.inputs.map((name) => [name, Float64Array.from(order, (i) => columns[name][i])]),
        ));
      const whole = at(Array.from({ length: rows }, (_, i) => i));
      // One by one, and in blocks where others are next to them, and numbers that are not.
      for (let i = 0; i < rows; i++) assertEquals(at([i]), whole.slice(i, i + 1), text);
      const turned = Array.from({ length: 3 * rows }, (_, i) => (i * 7 + 3) % rows);
      const others = at(turned);
      turned.forEach((row, i) => assert(Object.is(others[i], whole[row]), `${text}, row ${row}`));
    }
  }
});

Deno.test("the bits of a row do not depend on which numbers of its block have low parts", () => {
  const count = 512;
  const column = (make: (i: number) => number) =>
    Float64Array.from({ length: count }, (_, i) => make(i));
  const x = column((i) => (i * 40503 % 1000003) * 65537 + 1);
  const y = column((i) => i % 7 === 0 ? -x[i] : (i * 30011 % 999983) * 31);
  const z = column((i) => 0.5 + (i * 7919 % 10007) / 10007);
  const others = y.map((value, i) => i === 3 ? 0.1 : i === 4 ? Infinity : value);
  const texts = [
    "(x + y) * z",
    "z * (x + y) - 1",
    "(x + y) / z",
    "i0e((x + y) * 1e8)",
    "-0 * z + (x + y)",
  ];
  for (const text of texts) {
    const compute = expression(text);
    const at = (y: Float64Array) =>
      compute(
        Object.fromEntries(
          Object.entries({ x, y, z }).filter(([name]) => compute.inputs.includes(name)),
        ),
      );
    const alone = at(y);
    const beside = at(others);
    alone.forEach((value, i) => {
      assert(
        i === 3 || i === 4 || Object.is(value, beside[i]),
        `${text}, row ${i}: ${value}, ${beside[i]}`,
      );
    });
  }
});

Deno.test("the bits of log1p do not depend on a neighbour next to its pole", () => {
  const a = [-0.9999987241126514, -0.9999988022460562, -0.9999986430160485];
  const b = [5.4006813567507096e-17, 3.5994297022965035e-17, -5.2057812870326846e-17];
  const c = [13.5625, 13.625, 13.5];
  const compute = expression("log1p(a + b) + c");
  const alone = compute({
    a: Float64Array.from(a),
    b: Float64Array.from(b),
    c: Float64Array.from(c),
  });
  alone.forEach((value, i) => {
    const beside = compute({
      a: Float64Array.of(2 ** -30 - 1, a[i]),
      b: Float64Array.of(0, b[i]),
      c: Float64Array.of(c[i], c[i]),
    });
    assert(Object.is(beside[1], value), `${a[i]} + ${b[i]}: ${beside[1]}, ${value}`);
  });
});
