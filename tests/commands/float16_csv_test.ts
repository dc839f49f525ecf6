import { assert, assertEquals } from "@std/assert";
import { lgamma, lgammaGrad } from "../../mod.ts";
import { makeNpy } from "../../support/make_npy.ts";
import { Workdir } from "../workdir.ts";

/** Every float16 that is positive and finite: the bits count up. */
const POSITIVE = new Float16Array(Uint16Array.from({ length: 0x7c00 - 1 }, (_, i) => i + 1).buffer);

/**
 * Of the decimals that read back as a float16, one with the fewest digits that is nearest to it; of two
 * that are as near, the even one.
 */
function fewestDigits(value: number): number {
  for (let digits = 1;; digits++) {
    const [, exponent] = value.toExponential(digits - 1).split("e").map(Number);
    const step = 10 ** (exponent - digits + 1);
    const near = Number(value.toPrecision(digits));
    // Ties are ties in spite of rounding.
    const distance = (number: number) => Math.round(Math.abs(number - value) / step * 1e6);
    const isOdd = (number: number) => Math.round(number / step) & 1;
    const found = [near, near - step, near + step]
      .map((number) => Number(number.toPrecision(digits)))
      .filter((number) => Math.f16round(number) === value)
      .sort((a, b) => distance(a) - distance(b) || isOdd(a) - isOdd(b));
    if (found.length > 0) return found[0];
  }
}

Deno.test("every float16 is written with the fewest digits that read back, and does", async () => {
  await using dir = await Workdir.create();
  const x = [...POSITIVE, 0, -0, Infinity, -Infinity, NaN, ...POSITIVE.map((value) => -value)];
  await dir.write("x.npy", makeNpy(x, { descr: "<f2", shape: [x.length] }));
  const { stdout, stderr } = await dir.specol("convert", "x.npy", "--to", "csv");
  assertEquals(stderr, "");
  const [name, ...texts] = stdout.trimEnd().split("\n");
  assertEquals([name, texts.length], ["x", x.length]);
  const positive = texts.slice(0, POSITIVE.length);
  POSITIVE.forEach((value, i) => assertEquals(positive[i], String(fewestDigits(value))));
  assertEquals(texts.slice(POSITIVE.length, -POSITIVE.length), ["0", "-0", "inf", "-inf", "NaN"]);
  assertEquals(texts.slice(-POSITIVE.length), positive.map((text) => `-${text}`));

  await dir.write("x.csv", stdout);
  await dir.specol("convert", "x.csv", "--dtype", "float16", "-o", "back.npy");
  const data = (npy: Uint8Array) => npy.slice(10 + npy[8] + 256 * npy[9]);
  assertEquals(data(await dir.read("back.npy")), data(await dir.read("x.npy")));
});

Deno.test("--dtype float16 computes CSV in float16: read, and rounded, once", async () => {
  await using dir = await Workdir.create();
  // Halfway between two float16 in the text alone, beyond them, below them, and none.
  const cells = [
    "1.5",
    "1.00048828125",
    "1.000488281250000000001",
    "70000",
    "65519.99",
    "1e-9",
    "",
  ];
  await dir.write("in.csv", `x\n${cells.map((cell) => cell || '""').join("\n")}\n`);
  const x = new Float16Array([1.5, 1, 1 + 2 ** -10, Infinity, 65504, 0, NaN]);
  const [y, slope] = [lgamma(x), lgammaGrad(x)];
  const text = (value: number, i: number): string => {
    if (cells[i] === "") return "";
    if (!Number.isFinite(value)) return String(value).replace("Infinity", "inf");
    return value === 0 ? String(value) : String(Math.sign(value) * fewestDigits(Math.abs(value)));
  };
  const rows = cells.map((cell, i) => `${cell || '""'},${text(y[i], i)},${text(slope[i], i)}\n`)
    .join("");
  for (const more of [[], ["--chunk-size", "1"], ["-j", "1"]]) {
    const run = await dir.specol("lgamma", "--grad", "--dtype", "float16", "in.csv", ...more);
    assertEquals(run.stdout, `x,x_lgamma,x_lgamma_grad\n${rows}`);
  }
  const comma = await dir.run(
    ["lgamma", "--dtype", "float16", "--decimal", ",", "-d", ";", "--only"],
    { stdin: new TextEncoder().encode("x\n1,5\n100\n") },
  );
  assertEquals(comma.stdout, "x_lgamma\n-0,1208\n359,2\n");
});

Deno.test("float16 is the same through CSV, Arrow and npy", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x,u\n0.3,2\n10.5,-1\n-2.75,0.1\n");
  const args = ["lgamma", "-c", "x", "--grad=only", "--upstream", "u", "--only"];
  const direct = await dir.specol(...args, "--dtype", "float16", "in.csv");
  assertEquals([direct.status, direct.stderr], [0, ""]);
  await dir.specol("convert", "--dtype", "float16", "in.csv", "-o", "t.arrow");
  for (const format of ["arrow", "npy"]) {
    const names = format === "npy" ? ["-c", "1", "--upstream", "2"] : args.slice(1, 6);
    const grad = [
      "lgamma",
      ...names.filter((arg) => arg !== "--grad=only"),
      "--grad=only",
      "--only",
    ];
    await dir.specol("convert", "t.arrow", "-o", `x.${format}`);
    const { stdout, status } = await dir.specol(...grad, "--as", "y", `x.${format}`, "--to", "csv");
    assertEquals([status, stdout.split("\n").slice(1)], [0, direct.stdout.split("\n").slice(1)]);
  }
  assert(direct.stdout.split("\n").slice(1).every((text) => text.length <= 8), direct.stdout);
});
