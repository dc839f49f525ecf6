import { assertEquals, assertStringIncludes } from "@std/assert";
import { Workdir } from "../workdir.ts";

const ignore = Deno.build.os === "windows"; // there are other links

const TABLE = "n\n1\n2.5\n40\n";

async function makeFolder(): Promise<Workdir> {
  const dir = await Workdir.create();
  await dir.write("a.csv", TABLE);
  await Deno.link(dir.path("a.csv"), dir.path("hard.csv"));
  await Deno.symlink("a.csv", dir.path("soft.csv"));
  await Deno.symlink("new.csv", dir.path("dangling.csv"));
  await Deno.mkdir(dir.path("in"));
  await Deno.symlink("..", dir.path("in/up"));
  return dir;
}

Deno.test({
  name:
    "a manifest that is an input or the output under another name is refused before anything is written",
  ignore,
  async fn() {
    await using dir = await makeFolder();
    const before = await dir.list();
    const cases: [inputs: string[], output: string, manifest: string, words: string][] = [
      [["./a.csv"], "b.csv", "a.csv", "a.csv is the input ./a.csv"],
      [["a.csv"], "b.csv", "hard.csv", "hard.csv is the input a.csv"],
      [["a.csv"], "b.csv", "soft.csv", "soft.csv is the input a.csv"],
      [["soft.csv"], "b.csv", "in/up/a.csv", "in/up/a.csv is the input soft.csv"],
      [["hard.csv", "a.csv"], "b.csv", "a.csv", "a.csv is the input hard.csv"],
      [["a.csv"], "b.csv", "b.csv", "b.csv is the output"],
      [["a.csv"], "b.csv", "./b.csv", "./b.csv is the output b.csv"],
      [["a.csv"], "b.csv", "in/up/b.csv", "in/up/b.csv is the output b.csv"],
      [["a.csv"], "dangling.csv", "new.csv", "new.csv is the output dangling.csv"],
    ];
    for (const [inputs, output, manifest, words] of cases) {
      for (const command of [["lgamma", "-c", "n"], ["convert"], ["map", "z = n + 1"]]) {
        const args = [...command, ...inputs, "-o", output, "--manifest", manifest];
        const { status, stderr } = await dir.specol(...args);
        assertEquals(status, 2, args.join(" "));
        assertStringIncludes(stderr, `Option --manifest: ${words}: choose another name`);
        assertEquals(await dir.list(), before);
        assertEquals(new TextDecoder().decode(await dir.read("a.csv")), TABLE);
      }
    }
    const good = ["lgamma", "-c", "n", "a.csv", "-o", "soft.csv", "--manifest", "m.json"];
    assertEquals((await dir.specol(...good)).status, 0);
  },
});

Deno.test({
  name: "concat does not replace a piece or a manifest, and takes no piece twice under two names",
  ignore,
  async fn() {
    await using dir = await makeFolder();
    for (const i of [1, 2]) {
      const args = ["--part", `${i}/2`, "-o", `p${i}.csv`, "--manifest", `p${i}.json`];
      assertEquals((await dir.specol("convert", "a.csv", ...args)).status, 0);
    }
    await Deno.symlink("p2.csv", dir.path("q.csv"));
    const before = await dir.list();
    const runs: [string[], string][] = [
      [["p1.csv", "p2.csv", "-o", "./p1.csv"], "./p1.csv is one of the pieces, p1.csv"],
      [["p1.csv", "p2.csv", "-o", "q.csv"], "q.csv is one of the pieces, p2.csv"],
      [["p1.json", "p2.json", "-o", "in/up/p2.json", "--to", "csv"], "is one of the pieces"],
      [["p1.json", "p2.json", "-o", "p2.csv"], "p2.csv is one of the pieces"],
      [["p1.csv", "./p1.csv", "-o", "x.csv"], "./p1.csv is given twice, as p1.csv"],
      [["p2.csv", "q.csv", "-o", "x.csv"], "q.csv is given twice, as p2.csv"],
    ];
    for (const [args, words] of runs) {
      const { status, stderr } = await dir.specol("concat", ...args);
      assertEquals(status, 2, args.join(" "));
      assertStringIncludes(stderr, words);
      assertEquals(await dir.list(), before);
    }
    assertEquals((await dir.specol("concat", "p1.csv", "p2.csv", "-o", "x.csv")).status, 0);
    assertEquals(new TextDecoder().decode(await dir.read("x.csv")), TABLE);
  },
});

Deno.test({
  name: "a colon or a backslash in a link is a part of a name",
  ignore,
  async fn() {
    await using dir = await makeFolder();
    for (const name of ["a:out.csv", "C:\\out.csv", "\\out.csv"]) {
      await Deno.symlink(name, dir.path("in/link.csv"));
      const before = await dir.list();
      assertEquals(
        (await dir.specol("lgamma", "-c", "n", "a.csv", "-o", "in/link.csv")).status,
        0,
      );
      assertEquals(await dir.list(), before);
      assertEquals(await dir.list("in"), ["link.csv", name, "up"].sort());
      await Deno.remove(dir.path("in/link.csv"));
      await Deno.remove(dir.path(`in/${name}`));
    }
  },
});

Deno.test({
  name: "standard output that is an input is refused, and the input stays as it is",
  ignore,
  async fn() {
    await using dir = await makeFolder();
    const rows = "3.5,abcdefgh\n".repeat(200_000);
    for (const text of [TABLE, "n,t\n" + rows]) {
      for (const args of [["a.csv"], ["./a.csv", "-j", "1"], ["soft.csv", "--no-header"]]) {
        await dir.write("a.csv", args.includes("--no-header") ? rows : text);
        const before = await dir.read("a.csv");
        const command = ["lgamma", "-c", "1", ...args];
        const { status, stderr } = await dir.shell('exec "$@" >> hard.csv', command);
        assertEquals(status, 1, args.join(" "));
        assertStringIncludes(
          stderr,
          `Cannot write standard output: it is the input ${
            args[0]
          }, which would never end; write ` +
            `to another file, or replace the input with -o ${args[0]}\n`,
        );
        assertEquals((await dir.read("a.csv")).length, before.length);
      }
    }
    await dir.write("a.csv", TABLE);
    const other = await dir.shell('"$@" >> other.csv', ["lgamma", "-c", "n", "a.csv"]);
    assertEquals([other.status, other.stderr], [0, ""]);
  },
});

Deno.test({
  name: "an input that the shell has emptied for the output is refused, with advice",
  ignore,
  async fn() {
    await using dir = await makeFolder();
    await dir.write("b.jsonl", '{"n":1}\n');
    const cases: [args: string[], output: string, input: string][] = [
      [["lgamma", "a.csv"], "hard.csv", "a.csv"],
      [["convert", "soft.csv"], "a.csv", "soft.csv"],
      // Of several inputs, an empty one with JSON lines would be left out.
      [["convert", "b.jsonl", "c.jsonl"], "c.jsonl", "c.jsonl"],
    ];
    for (const [args, output, input] of cases) {
      const { status, stderr } = await dir.shell(`"$@" > ${output}`, args);
      assertEquals(status, 1, args.join(" "));
      assertStringIncludes(stderr, `Cannot read ${input}: it is empty, and it is the output`);
      assertStringIncludes(stderr, `use -o ${input}\n`);
    }
    await dir.write("empty.csv", "");
    const { stderr } = await dir.shell('"$@" > other.csv', ["lgamma", "empty.csv"]);
    assertStringIncludes(stderr, "it is empty; expected");
  },
});
