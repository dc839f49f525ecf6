import { assert, assertEquals, assertMatch } from "@std/assert";

/** Whether Debian's gappa and sollya are installed. */
async function hasTools(): Promise<boolean> {
  try {
    for (const name of ["gappa", "sollya"]) {
      const command = new Deno.Command(name, {
        args: ["--version"],
        stdin: "null",
        stdout: "null",
        stderr: "null",
      });
      await command.output();
    }
    return true;
  } catch {
    return false;
  }
}

const ignore = !await hasTools();

async function prove(...args: string[]): Promise<{ code: number; text: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "prove", ...args],
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decoder = new TextDecoder();
  return { code, text: decoder.decode(stdout) + decoder.decode(stderr) };
}

Deno.test({ name: "The quick proofs hold", ignore }, async () => {
  const { code, text } = await prove("--quick");
  assertEquals(code, 0, text);
  assertMatch(text, /\| exp +\| fast/);
  assert(!text.includes("NOT PROVED"));
});

Deno.test({ name: "A bound that is claimed too small is not proved", ignore }, async () => {
  const { code, text } = await prove("--change", "elementary/exp.ts", "8.6e-20", "5.6e-20", "exp");
  assertEquals(code, 1, text);
  assertMatch(text, /\| exp +\| fast +\|.*NOT PROVED/);
});

Deno.test({ name: "A changed coefficient is seen by its proof", ignore }, async () => {
  const { code, text } = await prove(
    "--change",
    "elementary/log_data.ts",
    "0.3333333333162085",
    "0.3333333333",
    "log",
  );
  assertEquals(code, 1, text);
  assertMatch(text, /\| ln +\| fast +\|.*NOT PROVED/);
});

Deno.test({ name: "A changed operation is seen by its proof", ignore }, async () => {
  const order = "f64x2.add(f64x2.sub(f64x2.mul(a1, b1), product), f64x2.mul(a1, b2))";
  const other = "f64x2.add(f64x2.mul(a1, b1), f64x2.sub(f64x2.mul(a1, b2), product))";
  const { code, text } = await prove(
    "--change",
    "arithmetic/error_free.ts",
    order,
    other,
    "two_prod",
  );
  assertEquals(code, 1, text);
  assertMatch(text, /accurateTwoProdError.*NOT PROVED/);
});
