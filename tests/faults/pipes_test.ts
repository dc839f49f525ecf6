import { assertEquals, assertMatch } from "@std/assert";
import { Workdir } from "../workdir.ts";
import { startHalfWay } from "./half_way.ts";
import { OUTPUTS } from "./outputs.ts";

const FORMATS = ["csv", "tsv", "arrow", "arrows", "npy"];

Deno.test("who reads may stop at any time: the program ends quietly with 0", async () => {
  for (const made of OUTPUTS) {
    const format = FORMATS.find((format) => made.name.includes(`.${format}`))!;
    await using dir = await Workdir.create();
    await dir.write(`x${made.ending}`, made.input);
    const ending = await dir.hangUp(...made.args, `x${made.ending}`, "--to", format);
    assertEquals(ending, { status: 0, stderr: "" }, made.name);
    assertEquals(await dir.list(), [`x${made.ending}`]);
  }
});

Deno.test("who writes may die: what ends inside is an error, and the old file stays", async () => {
  // CSV may end in any cell, and be right.
  for (const made of OUTPUTS.filter(({ ending }) => ending !== ".csv")) {
    await using dir = await Workdir.create();
    const { output, stdin } = await startHalfWay(dir, made);
    await stdin.close();
    const { code, stderr } = await output;
    assertEquals(code, 1, made.name);
    assertMatch(
      new TextDecoder().decode(stderr),
      /^specol: Cannot read standard input: (it ends at byte|truncated: expected) .*\n$/,
    );
    assertEquals(await dir.list(), [made.name]);
    assertEquals(await dir.read(made.name), new TextEncoder().encode("old"));
  }
});

Deno.test({
  name: "standard streams may be closed from the beginning",
  ignore: Deno.build.os === "windows", // it has no such shell
  async fn() {
    const [made] = OUTPUTS;
    await using dir = await Workdir.create();
    await dir.write("x.csv", made.input);
    const run = (closed: string, file: string) =>
      dir.shell(`"$@" ${closed}`, [...made.args, file, "-o", made.name]);
    // Nobody hears what it says, and nobody minds.
    assertEquals((await run("2>&-", "x.csv")).status, 0);
    assertEquals((await run("<&- >&-", "x.csv")).status, 0);
    const { status, stderr } = await run("<&-", "-");
    assertEquals(status, 1);
    assertMatch(stderr, /^specol: Cannot read standard input: it is empty;.*\n$/);
    assertEquals(await dir.list(), ["x.csv", made.name]);
  },
});
