import { assertEquals } from "@std/assert";
import { Workdir } from "../workdir.ts";
import { startHalfWay } from "./half_way.ts";
import { OUTPUTS } from "./outputs.ts";

const OLD = new TextEncoder().encode("old");

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

Deno.test({
  name: "a folder that goes away half-way is an error, and the old file stays in it",
  ignore: Deno.build.os === "windows", // an open file cannot be removed there
  async fn() {
    for (const made of OUTPUTS) {
      await using dir = await Workdir.create();
      const { output, stdin } = await startHalfWay(dir, made, "out");
      await Deno.rename(dir.path("out"), dir.path("elsewhere"));
      await stdin.write(made.input.subarray(-1000));
      await stdin.close();
      const { code, stderr } = await output;
      assertEquals(
        [code, new TextDecoder().decode(stderr)],
        [1, `specol: Cannot write out/${made.name}: there is no folder out\n`],
      );
      assertEquals(await dir.list(), ["elsewhere"]);
      assertEquals(await dir.read(`elsewhere/${made.name}`), OLD);
    }
  },
});

Deno.test({
  name: "a folder that takes the place of the file half-way is an error, and stays",
  ignore: Deno.build.os === "windows",
  async fn() {
    for (const made of OUTPUTS) {
      await using dir = await Workdir.create();
      const { output, stdin } = await startHalfWay(dir, made);
      await Deno.remove(dir.path(made.name));
      await Deno.mkdir(dir.path(made.name));
      await stdin.write(made.input.subarray(-1000));
      await stdin.close();
      const { code, stderr } = await output;
      assertEquals(
        [code, new TextDecoder().decode(stderr)],
        [1, `specol: Cannot write ${made.name}: is a directory\n`],
      );
      assertEquals(await dir.list(), [made.name]);
    }
  },
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
