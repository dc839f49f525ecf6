import { assertEquals } from "@std/assert";
import { waitUntil } from "../wait_until.ts";
import { Workdir } from "../workdir.ts";

const WINDOWS = Deno.build.os === "windows";

// Each row takes milliseconds in the last phase, and all of them some minutes: the program ends
// because it is stopped, or the test does not end.
const EXPRESSION = "z = log(exp(x)) * 1e300 - x * 1e300 + cos(exp(x + 10))";
const ROWS = 200_000;

Deno.test({
  name: "SIGTERM is heard while an expression computes hard rows, and leaves no temporary file",
  ignore: WINDOWS, // it has no signals to send
  async fn() {
    const rows = Array.from({ length: ROWS }, (_, i) => 5 + i / ROWS).join("\n");
    for (const jobs of ["-j1", "-j2"]) {
      await using dir = await Workdir.create();
      await dir.write("x.csv", `x\n${rows}\n`);
      const child = dir.start(["map", EXPRESSION, "x.csv", "-o", "y.csv", jobs]);
      const output = child.output();
      await child.stdin.close();
      await waitUntil(child, async () => (await dir.list()).length === 2);
      child.kill("SIGTERM");
      assertEquals((await output).code, 143, jobs);
      assertEquals(await dir.list(), ["x.csv"], jobs);
    }
  },
});
