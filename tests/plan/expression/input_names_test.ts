import { assertEquals, assertThrows } from "@std/assert";
import { type Expression, expression, type InputNames } from "../../../mod.ts";

// Types are checked by `deno check`: what is written here must compile, apart from lines that are
// expected to be errors.

type Same<A, B> = [A] extends [B] ? [B] extends [A] ? true : false : false;

function holds<_ extends true>(): void {}

Deno.test("the names of inputs are known from a text that is a literal", () => {
  holds<Same<InputNames<"lgamma(n + r) - lgamma(r)">, "n" | "r">>();
  holds<Same<InputNames<"let t = n + r; lgamma (t) - 1e-5*lgamma(r)">, "n" | "r">>();
  holds<
    Same<
      InputNames<"let t = n + r;\n let  u=t*(q)^-2;\n if(u<=t, pi, inf) + x.y">,
      "n" | "r" | "q" | "x.y"
    >
  >();
  holds<Same<InputNames<"1 / 3 + .5e3">, never>>();
  holds<
    Same<InputNames<"grad(grad(k*cos(t), k), k) + κ_2 + a==b">, "k" | "t" | "κ_2" | "a" | "b">
  >();
  // Quotes and logical operators are not looked into.
  holds<Same<InputNames<'"a b" + c'>, string>>();
  holds<Same<InputNames<"a and b">, string>>();
  holds<Same<InputNames<string>, string>>();
  for (
    const [text, inputs] of [
      ["let t = n + r; lgamma (t) - 1e-5*lgamma(r)", ["n", "r"]],
      ["grad(grad(k*cos(t), k), k) + κ_2 + (a==b)", ["k", "t", "κ_2", "a", "b"]],
    ] as const
  ) {
    assertEquals(expression(text as string).inputs, inputs);
  }
});

Deno.test("an unknown or a missing name is an error of types", () => {
  const f = expression("lgamma(n + r)");
  const y: number = f({ n: 1, r: 1 });
  assertEquals(y, 0);
  const array: Float64Array = f({ n: [1], r: 1 });
  assertEquals(array, new Float64Array([0]));
  // @ts-expect-error r is missing
  assertThrows(() => f({ n: 1 }), TypeError, "column r must be a number");
  // @ts-expect-error there is no q
  assertEquals(f({ n: 1, r: 1, q: 1 }), 0);
  // @ts-expect-error text is no column
  assertThrows(() => f({ n: 1, r: "1" }), TypeError, 'got "1"');
  // @ts-expect-error there is no q
  assertThrows(() => f.grad("q"), RangeError, "got q");
  const { gradient } = f.valueAndGrad({ n: 1, r: 1 });
  const slope: number = gradient.r;
  assertEquals(slope, gradient.n);
  // @ts-expect-error there is no q
  assertEquals(gradient.q, undefined);
});

Deno.test("several expressions know their inputs and results, and names can be declared", () => {
  const all = expression({ ll: "k * cos(t)", dk: "grad(ll, k)" });
  const { ll, dk } = all({ k: 0.5, t: 0 });
  assertEquals([ll, dk], [0.5, 1]);
  // @ts-expect-error ll is a result
  all({ k: 0.5, t: 0, ll: 1 });
  // @ts-expect-error t is missing
  assertThrows(() => all({ k: 0.5 }), TypeError);
  const texts: string[] = ["a + b"];
  const declared: Expression<"a" | "b"> = expression<string, "a" | "b">(texts[0]);
  assertEquals(declared({ a: 1, b: 2 }), 3);
  // @ts-expect-error b is missing
  assertThrows(() => declared({ a: 1 }), TypeError);
  assertEquals(expression(texts[0])({ a: 1, b: 2 }), 3);
});
