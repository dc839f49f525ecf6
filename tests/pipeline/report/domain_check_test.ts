import { assertEquals, assertThrows } from "@std/assert";
import { compile } from "../../../kernels/compile.ts";
import { nextNonfinite } from "../../../kernels/float_types.ts";
import { makeInstance } from "../../../kernels/instance.ts";
import { DomainCheck, DomainError } from "../../../pipeline/report/domain_check.ts";
import { makeClassifier } from "./make_classifier.ts";
import { Workdir } from "../../workdir.ts";

const INSTANCE = makeInstance(compile());

/** Finds by the rule, one element after another. */
function findPlainly(
  y: readonly number[],
  { x, valid }: { x?: readonly number[]; valid?: readonly number[] },
): number[] {
  return y.flatMap((value, i) =>
    !Number.isFinite(value) && !Number.isNaN(x?.[i]) && (valid?.[i] ?? 1) === 1 ? [i] : []
  );
}

Deno.test("next_nonfinite_f64 finds results that are infinite or NaN, of numbers that are there and not NaN", () => {
  const { exports, memory, end, reserve } = INSTANCE;
  const [y, x, valid] = [end, end + 256, end + 512];
  reserve(end + 1024);
  let bits = 1;
  const random = (bound: number) => {
    bits = (Math.imul(bits, 1664525) + 1013904223) >>> 0;
    return Math.floor(bits / 2 ** 32 * bound);
  };
  for (let i = 0; i < 3000; i++) {
    const count = random(20);
    const strange = [NaN, Infinity, -Infinity];
    const floats = () =>
      Array.from({ length: count }, () => random(3) === 0 ? strange[random(3)] : random(5));
    const [results, numbers] = [floats(), floats()];
    const bytes = Array.from({ length: count }, () => random(3));
    new Float64Array(memory.buffer, y, 32).fill(NaN).set(results);
    new Float64Array(memory.buffer, x, 32).fill(0).set(numbers);
    new Uint8Array(memory.buffer, valid, 32).fill(1).set(bytes);
    for (const [hasX, hasValid] of [[0, 0], [0, 1], [1, 0], [1, 1]]) {
      const next = (from: number) =>
        exports.next_nonfinite_f64(y, hasX && x, hasValid && valid, from, count);
      const found = [];
      for (let i = next(0); i < count; i = next(i + 1)) found.push(i);
      assertEquals(
        found,
        findPlainly(results, {
          x: hasX ? numbers : undefined,
          valid: hasValid ? bytes : undefined,
        }),
      );
    }
  }
});

Deno.test("the next result that is infinite or NaN is found in every type, from every element on", () => {
  const { exports, memory, end, reserve } = INSTANCE;
  reserve(end + 1024);
  for (const Floats of [Float64Array, Float32Array, Float16Array]) {
    for (let count = 0; count < 12; count++) {
      for (let bad = 0; bad <= count; bad++) {
        for (const value of [NaN, Infinity, -Infinity]) {
          const y = new Floats(memory.buffer as ArrayBuffer, end, 16).fill(NaN).fill(
            65504,
            0,
            count,
          );
          if (bad < count) y[bad] = value;
          for (let from = 0; from <= count; from++) {
            const expected = from <= bad ? bad : count;
            assertEquals(nextNonfinite(y.subarray(0, count), from), expected);
            const x = y.slice(0, count);
            const ofNaN = Number.isNaN(value) ? count : expected;
            assertEquals(nextNonfinite(y.subarray(0, count), from, x), ofNaN);
            if (Floats !== Float32Array) continue;
            assertEquals(exports.next_nonfinite_f32(end, from, count), expected);
          }
        }
      }
    }
  }
});

Deno.test("an expression that is not NaN where an input is does not hide one outside", () => {
  const { classify } = makeClassifier("if(a > 0, a, log(b))");
  const columns = [Float64Array.of(1, -1, 2), Float64Array.of(NaN, -1, 3)];
  const results = [{ subject: 0, inputs: { columns }, y: Float64Array.of(1, NaN, 2) }];
  const check = new DomainCheck([{ name: "z", classify }], { strict: false });
  check.check(results, () => "");
  assertEquals(check.counts, [{ outside: 1, pole: 0, overflow: 0, undecided: 0, zero: 0 }]);
  const strict = new DomainCheck([{ name: "z", classify }], { strict: true });
  const { row } = assertThrows(() => strict.check(results, () => ""), DomainError);
  assertEquals(row, 1);
});

Deno.test("every format reports the same number of values outside the domain, or rejects them", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "a,b\n1,nan\n-1,-1\n,-1\n-1,\n");
  await dir.specol("convert", "in.csv", "-o", "in.arrow");
  for (
    const [from, to] of [["csv", "csv"], ["csv", "arrow"], ["arrow", "csv"], ["arrow", "arrow"]]
  ) {
    const args = ["map", "z = if(a > 0, a, log(b))", `in.${from}`, "-o", `out.${to}`];
    const told = await dir.specol(...args);
    assertEquals(
      [told.status, told.stderr],
      [
        0,
        "specol: NaN was written where a value is outside the domain: 1 in z; " +
        "--strict makes that an error\n",
      ],
      `${from} to ${to}`,
    );
    assertEquals((await dir.specol(...args, "--strict")).status, 1, `${from} to ${to}`);
  }
});
