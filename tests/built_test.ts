import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import config from "../deno.json" with { type: "json" };

// What users run is dist/specol.js, with the files next to it. Most tests run the sources.

const CLI = new URL("../cli.ts", import.meta.url).pathname;

async function specol(args: readonly string[], input = ""): Promise<[number, string, string]> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-remote", CLI, ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  // A program that refuses its arguments does not read.
  const fed = writer.write(new TextEncoder().encode(input)).then(() => writer.close());
  const { code, stdout, stderr } = await child.output();
  await fed.catch(() => {});
  return [code, new TextDecoder().decode(stdout), new TextDecoder().decode(stderr)];
}

Deno.test("the built command line knows its version, computes, and refuses", async () => {
  assertEquals(await specol(["--version"]), [0, `specol ${config.version}\n`, ""]);
  assertEquals(await specol(["lgamma"], "n\n3\n\n12\n"), [
    0,
    "n,n_lgamma\n3,0.6931471805599453\n\n12,17.502307845873887\n",
    "",
  ]);
  const [status, stdout, stderr] = await specol(["lgama"]);
  assertEquals([status, stdout], [2, ""]);
  assertStringIncludes(stderr, "lgamma");
});

Deno.test("the built command line starts built workers, without any permission", async () => {
  const rows = Array.from({ length: 400_000 }, (_, i) => `${i + 0.5}\n`).join("");
  const [status, stdout, stderr] = await specol(["digamma", "-j", "2", "-v"], `x\n${rows}`);
  assertEquals(status, 0, stderr);
  assertMatch(stderr, /compute \d+ ms, [12] workers?/);
  const [alone, expected] = await specol(["digamma", "-j", "1"], `x\n${rows}`);
  assertEquals([alone, stdout === expected], [0, true]);
});
