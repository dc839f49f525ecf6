import { assertEquals } from "@std/assert";
import { Workdir } from "../workdir.ts";
import { OUTPUTS } from "./outputs.ts";

Deno.test("a place that cannot be written to is an error before anything is read to the end", async () => {
  for (const made of OUTPUTS) {
    await using dir = await Workdir.create();
    await Deno.mkdir(dir.path(`folder-${made.name}`));
    await dir.write("file", "old");
    await Deno.mkdir(dir.path("closed"), { mode: 0o555 });
    const cases: [string, string][] = [
      [`missing/${made.name}`, "there is no folder missing"],
      [`folder-${made.name}`, "it is a directory"],
      [`file/${made.name}`, "not a directory"],
    ];
    if (!await mayWrite(dir.path("closed"))) {
      cases.push([`closed/${made.name}`, "permission denied"]);
    }
    for (const [path, reason] of cases) {
      const { status, stderr } = await dir.run([...made.args, "-o", path], { stdin: made.input });
      assertEquals([status, stderr], [1, `specol: Cannot write ${path}: ${reason}\n`]);
    }
    assertEquals(await dir.list(), ["closed", "file", `folder-${made.name}`]);
  }
});

/** Root may write everywhere. */
async function mayWrite(folder: string): Promise<boolean> {
  try {
    const probe = `${folder}/probe`;
    await Deno.writeTextFile(probe, "");
    await Deno.remove(probe);
    return true;
  } catch {
    return false;
  }
}
