import { assertEquals, assertStringIncludes } from "@std/assert";

const tool = new URL("../../tools/accuracy.ts", import.meta.url).pathname;

async function accuracy(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-read", tool, ...args],
    env: { NO_COLOR: "1" },
  });
  const { code, stdout, stderr } = await command.output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

Deno.test("a name that is not in the registry is an error of usage", async () => {
  const { code, out, err } = await accuracy("--quick", "i7e");
  assertEquals([code, out], [2, ""]);
  assertStringIncludes(err, "Cannot survey i7e: names are i0, i0Grad");
});

Deno.test("a parameter that a function cannot have is an error of usage", async () => {
  for (const name of ["multigammaln(0)", "lgamma(1)", "polygamma(x)", "polygammaGrad(2)"]) {
    const { code, err } = await accuracy("--quick", name);
    assertEquals(code, 2);
    assertStringIncludes(err, `Cannot survey ${name}: names are`);
  }
});

Deno.test("an option that does not exist is an error of usage", async () => {
  const { code, err } = await accuracy("--fast");
  assertEquals(code, 2);
  assertStringIncludes(err, "Cannot understand --fast");
});

Deno.test("a quick survey of one gradient prints a line for each type, and is within budget", async () => {
  const { code, out } = await accuracy("--quick", "i1eGrad");
  const rows = out.split("\n").filter((line) => line.startsWith("i1eGrad"));
  assertEquals(rows.length, 3);
  for (const type of ["float64", "float32", "float16"]) assertStringIncludes(out, type);
  assertEquals(code, 0);
});
