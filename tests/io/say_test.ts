import { assert, assertEquals } from "@std/assert";
import { oneLine } from "../../io/say.ts";
import { Workdir } from "../workdir.ts";
import { makeNpy } from "../../support/make_npy.ts";

/**
 * Characters that a terminal obeys, that end a line, turn the direction of writing, or are not
 * seen.
 */
const UNSAFE = [
  ...Array.from({ length: 32 }, (_, i) => i),
  ...Array.from({ length: 33 }, (_, i) => 0x7f + i),
  ...[0xad, 0x61c, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
  ...[0x2066, 0x2067, 0x2068, 0x2069, 0xfeff, 0xfff9, 0xe0041, 0xd800],
].map((code) => String.fromCodePoint(code));

Deno.test("a text that is shown has no character that does something", () => {
  const escapes = new Map([["\t", "\\t"], ["\n", "\\n"], ["\r", "\\r"]]);
  for (const char of UNSAFE) {
    assertEquals(oneLine(`a${char}b`), `a${escapes.get(char) ?? "?"}b`, `U+${char.codePointAt(0)}`);
  }
  for (const text of ["größe", "日本語", "κ 𝜅", "a\u0301", "😀", "שלום"]) {
    assertEquals(oneLine(text), text);
  }
});

Deno.test("no name of a file or column, and no cell, brings such characters to the terminal", async () => {
  await using dir = await Workdir.create();
  // What a terminal would do: clear, set its title, write backwards, begin another line.
  const evil = "\x1b[2J\x1b]0;t\x07\x9b2J\u202e\u2028\x7f\r";
  const quoted = `"${evil}\n"`;
  await dir.write("bad.csv", `id,${quoted}\n1,${quoted}\n`);
  await dir.write("good.csv", `${quoted},y\n0.5,1\n`);
  await dir.write("x.npy", makeNpy([1, 2], { descr: "<f8", shape: [2] }));
  await dir.write(`${evil}.npy`, "nothing");
  const runs = [
    ["lgamma", "-c", "2", "bad.csv"],
    ["lgamma", "-c", evil, "bad.csv"],
    ["convert", "--from", "npy", "bad.csv"],
    ["multigammaln", "-p", "3", "-c", "1", "good.csv", "-v"],
    ["multigammaln", "-p", "3", "-c", "1", "--strict", "good.csv"],
    ["lgamma", "-c", "1", "--as", evil, "good.csv", "-v"],
    ["lgamma", `${evil}.npy`],
    ["lgamma", `${evil}.csv`],
    ["lgamma", "x.npy", "-o", `${evil}/y.npy`],
    ["lgamma", "x.npy", "-v", "-o", `${evil}.gz`],
    ["lgamma", "x.npy", `--${evil}`],
    ["lgamma", "x.npy", "--dtype", evil],
    ["map", `${evil} = lgamma(x)`, "x.npy"],
    [evil],
  ];
  for (const args of runs) {
    const { stderr } = await dir.specol(...args);
    assert(stderr.length > 0, JSON.stringify(args));
    // deno-lint-ignore no-control-regex
    assert(!/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u2028]/.test(stderr), JSON.stringify(stderr));
    for (const line of stderr.trimEnd().split("\n")) {
      assert(line.startsWith("specol: ") || args[0] === "map", JSON.stringify(stderr));
    }
  }
});

Deno.test("a message is short, however long the names in it are", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.csv", `${"a".repeat(60_000)},b\n1,2\n`);
  const { status, stderr } = await dir.specol("lgamma", "-c", "c", "x.csv");
  assertEquals(status, 2);
  assert(stderr.length < 2000, String(stderr.length));
  assert(stderr.startsWith("specol: Unknown column c") && stderr.endsWith("a, b\n"), stderr);
});
