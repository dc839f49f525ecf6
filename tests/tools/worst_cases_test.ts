import { assert, assertEquals } from "@std/assert";
import { compute, type KernelName } from "../../kernels/engine.ts";
import { parseHexFloat } from "../../tools/accuracy/hex_float.ts";

// docs/worst-cases is published for other libraries; specol must be right there too.

const FOLDER = new URL("../../docs/worst-cases/", import.meta.url);
const names = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).filter((name) =>
  name.endsWith(".wc")
);

Deno.test("The worst cases are those of the hard points, and Arb proves them", async () => {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "report", "hard", "--check"],
    stderr: "piped",
  }).output();
  const text = new TextDecoder().decode(stderr);
  assertEquals(code, 0, text);
  assert(names.length > 20);
  assert(/Arb proves 13,067 cases|Arb is not there/.test(text), text);
});

for (const file of names.sort()) {
  Deno.test(`The results at ${file} are correctly rounded`, async () => {
    const [name, parameter] = file.split(".");
    const text = await Deno.readTextFile(new URL(file, FOLDER));
    const lines = text.trimEnd().split("\n").filter((line) => !line.startsWith("#"));
    const pairs = lines.map((line) => line.split(" # ").map(parseHexFloat));
    const x = Float64Array.from(pairs, ([x]) => x);
    const y = x.slice();
    const kernel = parameter === "wc" ? undefined : Number(parameter);
    compute({ name: name as KernelName, parameter: kernel }, x, y);
    assertEquals(y, Float64Array.from(pairs, ([, y]) => y));
  });
}

Deno.test("The check of a library finds what is not correctly rounded", async () => {
  const check = (file: string, ...args: string[]) =>
    new Deno.Command("python3", {
      args: ["check.py", file, ...args],
      cwd: FOLDER,
      stdout: "piped",
      stderr: "piped",
    }).output();
  const { code, stdout } = await check("i0.wc", "math:cosh");
  assertEquals(code, 1);
  const text = new TextDecoder().decode(stdout);
  assert(/^\d+ of \d+ not correctly rounded, worst (?:\d+|inf) ulp at -?0x/.test(text), text);
});
