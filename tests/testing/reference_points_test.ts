import { assert, assertEquals, assertThrows } from "@std/assert";
import { ulpDistance } from "../../testing/mod.ts";
import { type ReferenceName, referencePoints } from "../../testing/reference_points.ts";

// These values come neither from our references nor from our kernels.
const known: readonly [string, number, number][] = [
  ["i0", 713, 6.705128263670996673e307],
  ["i1", 713, 6.700424559186402502e307],
  ["i1Grad", 713, 6.6957307537703145e307],
  ["i0eGrad", 100, -2.0022627396642997e-4],
  ["i0eGrad", 1e4, -1.9947862106984188e-7],
  ["i0eGrad", 1e16, -1.9947114020071635e-25],
  ["i1eGrad", 100, -1.9721525628487255e-4],
  ["i1Grad", 0, 0.5],
  ["i0Grad", 1e-300, 5e-301],
  ["polygamma(1)", -1, Infinity],
  ["polygamma(1)", -9.5, 9.7696874450302319],
  ["polygamma(1)", -16.5, 9.8107978129935751],
  ["polygamma(2)", -8.5, -0.012307845807709338],
  ["polygamma(1)", 1, 1.6449340668482264],
  ["polygamma(171)", 200, 3.6079589312146981e-87],
  ["polygamma(500)", 400, -3.9904064473426735e-170],
  ["digamma", 1e-100, -1e100],
  ["polygamma(1)", 1e-100, 1e200],
  ["polygamma(1)", 1e-155, Infinity],
  ["digamma", 1.4616321449683623, -9.2412655217294275e-17],
  ["lgamma", 1 + 2 ** -52, -1.2816762426960008e-16],
  ["lgamma", 2 - 2 ** -52, -9.3876980655431168e-17],
  ["lgamma", -2.4570247382208006, 5.6191923589500965e-17],
  ["lgamma", -2.7476826467274127, 1.7335092440245009e-16],
  ["lgamma", -3.14358088834998, 1.6978655906121084e-15],
  ["lgamma", -3.955294284858598, -4.14382750757705e-16],
  ["lgamma", -(2 ** -522), 522 * Math.LN2],
  ["multigammaln(3)", 1, Infinity],
  ["multigammaln(3)", 0.5, NaN],
  ["multigammalnGrad(3)", 1, -Infinity],
];

for (const [subject, at, expected] of known) {
  Deno.test(`the reference points have ${subject} = ${expected} at ${at}`, () => {
    const [name, digits] = subject.split("(");
    const parameter = digits === undefined ? undefined : parseInt(digits);
    const { x, y } = referencePoints(name as ReferenceName, { parameter });
    // Bessel functions are even or odd, and a sign is drawn for each point.
    const sign = name.startsWith("i") && !x.includes(at) ? -1 : 1;
    const i = x.indexOf(sign * at);
    assert(i >= 0, `${at} is not among the points`);
    const [actual, wanted] = name.startsWith("i")
      ? [Math.abs(y[i]), Math.abs(expected)]
      : [y[i], expected];
    assert(ulpDistance(actual, wanted) <= 1, `it is ${y[i]}`);
  });
}

const sameFunctions: readonly [ReferenceName, number | undefined, ReferenceName, number?][] = [
  ["i0Grad", undefined, "i1"],
  ["lgammaGrad", undefined, "digamma"],
  ["polygamma", 0, "digamma"],
  ["digammaGrad", undefined, "polygamma", 1],
  ["polygammaGrad", 1, "polygamma", 2],
];

for (const [name, parameter, other, otherParameter] of sameFunctions) {
  const title = [name, parameter].filter((part) => part !== undefined).join(" ");
  Deno.test(`the points of ${title} are those of ${other} ${otherParameter ?? ""}`.trim(), () => {
    assertEquals(
      referencePoints(name, { parameter }),
      referencePoints(other, { parameter: otherParameter }),
    );
  });
}

Deno.test("points reach from the smallest number to infinity, on both sides", () => {
  const { x } = referencePoints("i1e");
  for (const edge of [Number.MIN_VALUE, Number.MAX_VALUE, Infinity]) {
    assert(x.some((value) => Math.abs(value) === edge), `${edge} is missing`);
  }
  assert(x.filter((value) => value < 0).length > 300);
  assert(x.length >= 1400);
});

Deno.test("the arrays are the caller's own", () => {
  referencePoints("i0").x.fill(0);
  assert(referencePoints("i0").x.some((value) => value !== 0));
});

Deno.test("a name without points is named in the error", () => {
  for (const name of ["j0", "toString"]) {
    assertThrows(
      () => referencePoints(name as ReferenceName),
      RangeError,
      `got "${name}"`,
    );
  }
});

Deno.test("a parameter without points is named in the error, with those that have some", () => {
  assertThrows(
    () => referencePoints("polygamma", { parameter: 4 }),
    RangeError,
    "parameter of polygamma must be one of 0, 1, 2, 3, 7, 20, 21, 60, 171, 500, 1000, got 4",
  );
  assertThrows(
    () => referencePoints("multigammaln"),
    RangeError,
    "must be one of 1, 2, 3, 5, 10, 50, 1000, got undefined",
  );
  assertThrows(
    () => referencePoints("lgamma", { parameter: 1 }),
    RangeError,
    "lgamma has no parameter, got 1",
  );
});

Deno.test("points of the gamma family are next to poles and in every interval between them", () => {
  for (const name of ["lgamma", "digamma"] as const) {
    const { x } = referencePoints(name);
    for (let pole = -1; pole >= -40; pole--) {
      assert(x.some((value) => pole < value && value < pole + 1), `${name} above ${pole}`);
    }
    for (const beside of [-1 + 2 ** -53, -1 - 2 ** -52]) {
      assert(x.includes(beside), `${name} at ${beside}`);
    }
  }
});

Deno.test("a parameter that is not a number is refused, and so are options that are none", () => {
  const find = (options: unknown) => () =>
    referencePoints("polygamma", options as { parameter: number });
  assertThrows(find({ parameter: "2" }), TypeError, 'parameter must be a number, got "2"');
  assertThrows(find({ parameter: null }), TypeError, "parameter must be a number, got null");
  assertThrows(find({ parameter: NaN }), RangeError, "must be one of 0, 1, 2, 3");
  assertThrows(find(null), TypeError, "options must be an object, got null");
  assertThrows(find(2), TypeError, "options must be an object, got 2");
  for (const name of [undefined, null, Symbol("i0"), 1]) {
    const wrong = () => referencePoints(name as unknown as ReferenceName, { parameter: 1 });
    assertThrows(wrong, RangeError, "name must be one of");
  }
});
