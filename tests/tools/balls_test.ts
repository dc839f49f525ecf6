import { assert, assertEquals, assertMatch } from "@std/assert";
import { ArbLibrary } from "../../tools/accuracy/arb.ts";

const library = await ArbLibrary.build("balls.c");
const ignore = typeof library === "string";
if (typeof library !== "string") library[Symbol.dispose]();

async function verify(...args: string[]): Promise<{ code: number; text: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "verify", "balls", ...args],
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decoder = new TextDecoder();
  return { code, text: decoder.decode(stdout) + decoder.decode(stderr) };
}

Deno.test({
  name: "Balls contain what Arb computes at their ends and between them, up to the longest ones",
  ignore,
}, async () => {
  const { code, text } = await verify("--count", "2");
  assertEquals(code, 0, text);
  assertMatch(text, /^all +\d+ +0 /m);
});

Deno.test({ name: "A ball that does not contain the true value is found", ignore }, async () => {
  const { code, text } = await verify("--count", "4", "--runs", "subtract", "add");
  assertEquals(code, 1, text);
  assert(text.includes("missed"), text);
});
