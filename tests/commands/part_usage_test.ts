import { assertEquals, assertStringIncludes } from "@std/assert";
import { Workdir } from "../workdir.ts";

Deno.test("--part takes a piece and a number of pieces, and says what is wrong with others", async () => {
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
