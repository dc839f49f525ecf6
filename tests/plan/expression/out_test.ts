import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { expression } from "../../../mod.ts";

const rise = expression("lgamma(n + r) - lgamma(r)");
const both = expression({ ll: "lgamma(n + r) - lgamma(r)", dr: "grad(ll, r)" });

/** More than are copied to WebAssembly at a time. */
const MANY = 40_000;

function count(length: number): Float64Array<ArrayBuffer> {
  return Float64Array.from({ length }, (_, i) => i % 50);
}

Deno.test("out is written and returned, of one expression, of several and with gradients", () => {
  const n = count(5);
  const expected = rise({ n, r: 2 });
  const out = new Float64Array(5);
  assertStrictEquals(rise({ n, r: 2 }, { out }), out);
  assertEquals(out, expected);

  const dr = new Float64Array(5);
  const found = both({ n, r: 2 }, { out: { dr } });
  assertStrictEquals(found.dr, dr);
  assertEquals(found, both({ n, r: 2 }));

  const r = new Float64Array(5);
  const value = new Float64Array(5);
  const all = rise.valueAndGrad({ n, r: 2 }, { out: { value, gradient: { r } } });
  assertStrictEquals(all.value, value);
  assertStrictEquals(all.gradient.r, r);
  assertEquals(all, rise.valueAndGrad({ n, r: 2 }));

  const several = both.valueAndGrad({ n, r: 2 }, { out: { gradient: { ll: { r } } } });
  assertStrictEquals(several.gradient.ll.r, r);
  assertEquals(several.gradient.ll.r, several.value.dr);
  assertEquals(several, both.valueAndGrad({ n, r: 2 }));
});

Deno.test("out may be a column, and may overlap columns in any way", () => {
  const expected = rise({ n: count(MANY), r: 2 });
  const inPlace = count(MANY);
  assertStrictEquals(rise({ n: inPlace, r: 2 }, { out: inPlace }), inPlace);
  assertEquals(inPlace, expected);
  for (const [from, to] of [[0, 3], [3, 0], [0, 20_000], [20_000, 0]]) {
    const buffer = new ArrayBuffer(8 * (MANY + 20_000));
    const n = new Float64Array(buffer, 8 * from, MANY);
    n.set(count(MANY));
    const out = new Float64Array(buffer, 8 * to, MANY);
    assertEquals(rise({ n, r: 2 }, { out }), expected, `from ${from} to ${to}`);
  }
  // Floats of another size, and integers, in the memory of the result.
  const wide = expression("x + y");
  const buffer = new ArrayBuffer(8 * MANY);
  const x = new Float32Array(buffer, 4, MANY).fill(0.5);
  const y = new Int8Array(buffer, 4 + 4 * MANY, MANY).fill(3);
  assertEquals(wide({ x, y }, { out: new Float64Array(buffer) }), new Float64Array(MANY).fill(3.5));
});

Deno.test("out may be in shared memory and at an odd element", () => {
  const n = new Float32Array(new SharedArrayBuffer(44), 4, 10).fill(3);
  const out = new Float32Array(new SharedArrayBuffer(44), 4, 10);
  assertStrictEquals(rise({ n, r: 2 }, { out }), out);
  assertEquals([...out], new Array(10).fill(Math.fround(Math.log(24))));
});

Deno.test("out is checked before anything is computed", () => {
  const n = new Float32Array(3);
  const wrong: [unknown, ErrorConstructor, string][] = [
    [new Float64Array(3), TypeError, "out must be a Float32Array, which is the type of the result"],
    [
      [1, 2, 3],
      TypeError,
      "out must be a Float32Array, which is the type of the result, got Array",
    ],
    [new Float32Array(2), RangeError, "out must have length 3, got 2"],
    [new Int32Array(3), TypeError, "out must be a Float32Array"],
    [null, TypeError, "out must be a Float32Array, which is the type of the result, got null"],
  ];
  for (const [out, kind, message] of wrong) {
    assertThrows(() => rise({ n, r: 1 }, { out } as never), kind, message);
  }
  const gone = new Float32Array(3);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  assertThrows(() => rise({ n, r: 1 }, { out: gone }), TypeError, "out is detached");
  assertThrows(() => rise({ n: gone, r: 1 }), TypeError, "column n is detached");
  assertThrows(() => rise({ n: 1, r: 1 }, { out: n } as never), TypeError, "out needs arrays");
  assertThrows(
    () => rise({ n, r: 1 }, { outt: n } as never),
    TypeError,
    "unknown option outt, did you mean out?",
  );
  assertThrows(() => rise({ n, r: 1 }, [n] as never), TypeError, "options must be an object");
  assertThrows(
    () => both({ n, r: 1 }, { out: n } as never),
    TypeError,
    "out must be an object with ll, dr, got Float32Array",
  );
  assertThrows(() => both({ n, r: 1 }, { out: { d: n } } as never), TypeError, "unknown option d");
  assertThrows(
    () => both({ n, r: 1 }, { out: { ll: n, dr: n } }),
    RangeError,
    "each result in out needs its own memory",
  );
  assertThrows(
    () => rise.valueAndGrad({ n, r: 1 }, { out: { gradient: { r: new Float32Array(2) } } }),
    RangeError,
    "out.gradient.r must have length 3, got 2",
  );
});

Deno.test("results whose names are numbers keep their places", () => {
  const f = expression({ b: "x + 1", 2: "x + 2", 1: "x + 3" });
  assertEquals(f({ x: 0 }), { 1: 3, 2: 2, b: 1 });
  const out = { 1: new Float64Array(1), 2: new Float64Array(1), b: new Float64Array(1) };
  assertEquals(f({ x: [0] }, { out }), out);
  assertEquals([out[1][0], out[2][0], out.b[0]], [3, 2, 1]);
  const proto = expression('"__proto__" * 2').valueAndGrad(
    Object.fromEntries([["__proto__", 3]]) as never,
  );
  assertEquals(Object.entries(proto.gradient), [["__proto__", 2]]);
});

Deno.test("an expression can be a callback, and can be called while its columns are read", () => {
  assertEquals([{ x: 1 }, { x: 2 }].map(expression("x * 2")), [2, 4]);
  const f = expression("x + lgamma(y)");
  const columns = {
    x: 1,
    get y(): number {
      return f({ x: 5, y: 3 });
    },
  };
  assertEquals(f(columns), f({ x: 1, y: f({ x: 5, y: 3 }) }));
  const list = new Proxy([1, 2], {
    get: (target, key) => key === "0" ? f({ x: 7, y: 8 }) : Reflect.get(target, key),
  });
  assertEquals(f({ x: list, y: 3 }), f({ x: [f({ x: 7, y: 8 }), 2], y: 3 }));
});

Deno.test("64-bit integers are columns, and those of other realms are recognised", () => {
  assertEquals(rise({ n: new BigInt64Array([1n]), r: 2 }), new Float64Array([Math.log(2)]));
  assertEquals(rise({ n: new BigUint64Array([1n]), r: 2 }), new Float64Array([Math.log(2)]));
});

Deno.test("numbers have the bits of arrays, whatever was computed in between", () => {
  const texts = Array.from(
    { length: 40 },
    (_, i) => `lgamma(x + ${i}) - sin(${i} * x) / digamma(y)`,
  );
  const all = texts.map((text) => expression(text as "lgamma(x) + y"));
  const sample = { x: Float64Array.from([0.3, 2, -1.5, NaN]), y: Float64Array.from([1, 2, 3, 4]) };
  // So many programs do not fit into the memory for those that stay open: some are opened again.
  for (let round = 0; round < 3; round++) {
    for (const f of all) {
      const arrays = f(sample);
      const { value, gradient } = f.valueAndGrad(sample);
      assertEquals(value, arrays);
      for (const i of arrays.keys()) {
        const row = { x: sample.x[i], y: sample.y[i] };
        assertEquals(f(row), arrays[i]);
        const { value, gradient: slopes } = f.valueAndGrad(row);
        assertEquals([value, slopes.x, slopes.y], [arrays[i], gradient.x[i], gradient.y[i]]);
      }
    }
  }
});

Deno.test("a program that is too large to stay open gives the same numbers", () => {
  const names = Array.from({ length: 400 }, (_, i) => `x${i}`);
  // Each term is needed until the end.
  const text = `${names.map((x) => `let l${x} = lgamma(${x})`).join("; ")}; ` +
    `${names.map((x) => `l${x}`).join(" + ")} + ${
      names.reverse().map((x) => `l${x}^2`).join(" * ")
    }`;
  const f = expression(text);
  const row = Object.fromEntries(names.map((name, i) => [name, 1 + i / 1000]));
  const columns = Object.fromEntries(names.map((name, i) => [name, [1 + i / 1000, 2]]));
  assertEquals(f(row), f(columns)[0]);
});
