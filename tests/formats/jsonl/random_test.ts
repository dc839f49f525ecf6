import { assertEquals } from "@std/assert";
import { findNames } from "../../../formats/jsonl/find_names.ts";
import { Random } from "../../../support/random.ts";
import { Workdir } from "../../workdir.ts";

// Random objects, some with a byte changed, are compared with JSON.parse: the same lines are
// refused, the same numbers are read, and every other byte stays.

const NAMES = ["x", "name", "a name that is longer than sixteen bytes", "é😀", "\\"];
const VALUES = [
  "null",
  "true",
  '"}"',
  '"\\"\\\\\\u00e9"',
  "[]",
  '[1,{"x":[null]}]',
  '{"x":1}',
  "1e5",
  "-0.5",
  '""',
  "12345678901234567890",
];
const NUMBERS = [
  "0",
  "-0",
  "1.5",
  "9007199254740993",
  "1e400",
  "123456789012345678901234567890",
  "2.2250738585072011e-308",
  "0.1e-5",
  "null",
];
const BYTES = '{}[]",:\\0123456789.eE+-truefalsn \t\u0000';

/** An integer from 0 to less than another. */
function below(random: Random, end: number): number {
  return Math.floor(random.between(0, end));
}

function makeLine(random: Random): string {
  const pick = <T>(list: readonly T[]): T => list[below(random, list.length)];
  const space = (): string => pick(["", "", "", "", " ", "\t", "  "]);
  const names = NAMES.filter((name) => name === "x" || below(random, 3) > 0);
  if (below(random, 4) === 0) names.reverse();
  const members = names.map((name) => {
    const text = below(random, 8) > 0 ? JSON.stringify(name) : `"${
      Array.from(
        { length: name.length },
        (_, i) => `\\u${name.charCodeAt(i).toString(16).padStart(4, "0")}`,
      ).join("")
    }"`;
    return `${space()}${text}${space()}:${space()}${
      pick(name === "x" ? NUMBERS : VALUES)
    }${space()}`;
  });
  return `${space()}{${members.join(",")}}${space()}`;
}

function mutate(line: string, random: Random): string {
  const at = below(random, line.length);
  const byte = BYTES[below(random, BYTES.length)];
  return line.slice(0, at) + [byte, "", byte + line[at]][below(random, 3)] + line.slice(at + 1);
}

/** Whether a line is blank or an object. */
function isFine(line: string): boolean {
  if (line.trim() === "") return true;
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
}

function expectedLine(line: string): string {
  const { x } = JSON.parse(line) as { x: number | null };
  const close = line.lastIndexOf("}");
  const number = x === null
    ? "null"
    : Object.is(x, -0)
    ? "0"
    : x === Infinity
    ? '"Infinity"'
    : String(x);
  return `${line.slice(0, close)},"y":${number}${line.slice(close)}`;
}

Deno.test("random JSON lines give the numbers of JSON.parse, and every other byte stays", async () => {
  await using dir = await Workdir.create();
  const random = new Random(33);
  for (const chunkSize of ["64", "1000", "1M"]) {
    const lines = Array.from({ length: 300 }, () => makeLine(random));
    await dir.write("in.jsonl", lines.join("\n"));
    const args = ["map", "y = x + 0", "in.jsonl", "-q", "--chunk-size", chunkSize];
    const { status, stdout } = await dir.specol(...args);
    assertEquals([status, stdout], [0, lines.map(expectedLine).join("\n")]);
  }
});

Deno.test("a random change to a line is refused where JSON.parse refuses it, and nowhere else", () => {
  const random = new Random(34);
  const counts = { fine: 0, refused: 0 };
  for (let i = 0; i < 20_000; i++) {
    const line = mutate(makeLine(random), random);
    const { problem } = findNames(new TextEncoder().encode(line));
    const fine = isFine(line);
    assertEquals(problem === undefined, fine, `${JSON.stringify(line)} ${JSON.stringify(problem)}`);
    counts[fine ? "fine" : "refused"]++;
  }
  assertEquals([counts.fine > 1000, counts.refused > 1000], [true, true]);
});
