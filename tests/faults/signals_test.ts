import { assertEquals, assertMatch } from "@std/assert";
import { Workdir } from "../workdir.ts";
import { startHalfWay } from "./half_way.ts";
import { OUTPUTS, temporaryName } from "./outputs.ts";

const OLD = new TextEncoder().encode("old");
const ignore = Deno.build.os === "windows"; // it has no signals to send

const STATUSES = [["SIGHUP", 129], ["SIGINT", 130], ["SIGTERM", 143]] as const;

for (const [signal, status] of STATUSES) {
  Deno.test({
    name: `${signal} half-way ends with ${status}, keeps the old file and leaves nothing else`,
    ignore,
    async fn() {
      for (const made of OUTPUTS) {
        await using dir = await Workdir.create();
        const { child, output, stdin } = await startHalfWay(dir, made);
        child.kill(signal);
        const { code, stderr } = await output;
        assertEquals([code, stderr.length], [status, 0], made.name);
        assertEquals(await dir.list(), [made.name]);
        assertEquals(await dir.read(made.name), OLD);
        await stdin.abort().catch(() => {});
      }
    },
  });
}

Deno.test({
  name: "SIGKILL half-way keeps the old file; what it leaves is named after it and in nobody's way",
  ignore,
  async fn() {
    for (const made of OUTPUTS) {
      await using dir = await Workdir.create();
      const { child, output, stdin } = await startHalfWay(dir, made);
      child.kill("SIGKILL");
      assertEquals((await output).signal, "SIGKILL");
      await stdin.abort().catch(() => {});
      assertEquals(await dir.read(made.name), OLD);
      const left = (await dir.list()).filter((name) => name !== made.name);
      for (const name of left) assertMatch(name, temporaryName(made));

      const again = await dir.run([...made.args, "-o", made.name], { stdin: made.input });
      assertEquals([again.status, again.stderr], [0, ""]);
      assertEquals(await dir.list(), [...left, made.name]);
    }
  },
});
