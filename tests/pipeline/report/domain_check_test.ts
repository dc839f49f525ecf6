import { assertEquals, assertThrows } from "@std/assert";
import { compile } from "../../../kernels/compile.ts";
import { makeInstance } from "../../../kernels/instance.ts";
import { DomainCheck, DomainError } from "../../../pipeline/report/domain_check.ts";
import { makeClassifier } from "./make_classifier.ts";
import { Workdir } from "../../workdir.ts";

const INSTANCE = makeInstance(compile());

/** Counts by the rule, one element after another. */
function countPlainly(
  y: readonly number[],
  { x, valid }: { x?: readonly number[]; valid?: readonly number[] },
): { count: number; first: number } {
  const outside = y.flatMap((value, i) =>
    !Number.isFinite(value) && !Number.isNaN(x?.[i]) && (valid?.[i] ?? 1) === 1 ? [i] : []
  );
  return { count: outside.length, first: outside[0] ?? -1 };
}

Deno.test("nonfinite_f64 counts results that are infinite or NaN, of numbers that are there and not NaN", () => {
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
      const found = exports.nonfinite_f64(y, hasX && x, hasValid && valid, count);
      assertEquals(
        { count: found, first: exports.nonfinite_first.value as number },
        countPlainly(results, {
          x: hasX ? numbers : undefined,
          valid: hasValid ? bytes : undefined,
        }),
      );
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
