import { assertEquals, assertStringIncludes } from "@std/assert";
import { Workdir } from "../workdir.ts";

Deno.test("--part takes a piece and a number of pieces, and explains what is wrong with others", async () => {
  await using dir = await Workdir.create();
  await dir.write("a.csv", "x\n1\n");
  const cases: readonly [text: string, words: string][] = [
    ["3", "Option --part takes I/N, such as 3/8"],
    ["0/3", "I is an integer from 1 to N"],
    ["4/3", "there is no piece 4 of 3"],
    ["1.5/3", "I is an integer from 1 to N"],
    ["-1/3", "I is an integer from 1 to N"],
    ["1/1000001", "N is at most 1000000"],
    ["a/b", "got a/b"],
  ];
  for (const [text, words] of cases) {
    const { status, stderr } = await dir.specol("lgamma", "a.csv", `--part=${text}`);
    assertStringIncludes(stderr, words);
    assertEquals(status, 2, text);
  }
});

Deno.test("--part needs files: standard input is refused before it is read", async () => {
  await using dir = await Workdir.create();
  for (const inputs of [[], ["-"]]) {
    const { status, stderr } = await dir.specol("lgamma", "-c", "x", "--part", "1/2", ...inputs);
    assertStringIncludes(stderr, "Option --part needs files");
    assertEquals(status, 2);
  }
});

Deno.test("what cannot be cut is refused by every piece, with advice", async () => {
  await using dir = await Workdir.create();
  await dir.write("a.csv", "x\n1\n");
  const zipped = new Blob(["x\n1\n"]).stream().pipeThrough(new CompressionStream("gzip"));
  await dir.write("b.csv.gz", await new Response(zipped).bytes());
  new Deno.Command("mkfifo", { args: [dir.path("pipe.csv")] }).outputSync();
  const cases: readonly [inputs: readonly string[], words: string][] = [
    [["b.csv.gz"], "compressed files can only be read from the start"],
    [["a.csv", "b.csv.gz"], "decompress it first with gzip -dk b.csv.gz"],
    [["/dev/stdin"], "it is standard input"],
    [["a.csv", "/dev/stdin"], "it is standard input"],
    [
      ["pipe.csv"],
      "it is a pipe or a device, and only files can be split; save it to a file first",
    ],
    [["a.csv", "pipe.csv"], "it is a pipe"],
  ];
  for (const [inputs, words] of cases) {
    for (const part of ["1/2", "2/2"]) {
      const { status, stderr, stdout } = await dir.specol(
        ...["lgamma", "-c", "x", ...inputs, "--part", part],
      );
      assertStringIncludes(stderr, words);
      assertEquals([status, stdout], [2, ""], inputs.join(" "));
    }
  }
  const none = await dir.specol("lgamma", "-c", "x", "a.csv", "none.csv", "--part", "1/2");
  assertStringIncludes(none.stderr, "Cannot read none.csv");
  assertEquals(none.status, 1);
});

Deno.test("a piece that is run several times at once, or killed, is complete or not there", async () => {
  await using dir = await Workdir.create();
  await dir.write(
    "x.csv",
    "x\n" + Array.from({ length: 300_000 }, (_, i) => `${i / 8}\n`).join(""),
  );
  const args = ["lgamma", "-c", "x", "x.csv", "--part", "2/3", "-o", "y.csv"];
  assertEquals((await dir.specol(...args)).status, 0);
  const whole = await dir.read("y.csv");
  await Deno.remove(dir.path("y.csv"));
  const runs = await Promise.all(Array.from({ length: 4 }, () => dir.specol(...args)));
  assertEquals(runs.map(({ status }) => status), [0, 0, 0, 0]);
  assertEquals([await dir.read("y.csv"), await dir.list()], [whole, ["x.csv", "y.csv"]]);
  await Deno.remove(dir.path("y.csv"));

  // A run that is killed leaves at most a hidden file behind, which hinders nobody.
  const child = dir.start(args);
  let isDone = false;
  child.status.then(() => isDone = true);
  while (!isDone && await dir.temporarySize() === 0);
  if (!isDone) child.kill("SIGKILL");
  await Promise.all([child.output(), child.stdin.close()]);
  // A fast machine may have been done before it was killed.
  if ((await dir.list()).includes("y.csv")) assertEquals(await dir.read("y.csv"), whole);
  assertEquals((await dir.specol(...args)).status, 0);
  assertEquals(await dir.read("y.csv"), whole);
});
