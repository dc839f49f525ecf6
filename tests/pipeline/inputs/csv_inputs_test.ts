import { assertRejects } from "@std/assert";
import { runCommand } from "../../../commands/main.ts";
import { Workdir } from "../../workdir.ts";

Deno.test("a later input that was replaced after its format was detected is refused", async () => {
  for (const args of [["lgamma", "-c", "x"], ["reduce", "s = sum(x)"]]) {
    await using dir = await Workdir.create();
    await dir.write("a.csv", "x\n1\n");
    await dir.write("b.csv", "x\n2\n");
    await dir.write("c.csv", "x\n3\n");
    const { open } = Deno;
    let opened = 0;
    try {
      // It is opened once to look at it, and once to read it.
      Deno.open = async (path, options) => {
        if (path === dir.path("b.csv") && ++opened === 2) {
          await Deno.rename(dir.path("c.csv"), path);
        }
        return await open(path, options);
      };
      const inputs = [dir.path("a.csv"), dir.path("b.csv")];
      await assertRejects(
        () => runCommand([...args, ...inputs, "-q", "-o", dir.path("o.csv")]),
        Error,
        "replaced by another file",
      );
    } finally {
      Deno.open = open;
    }
  }
});
