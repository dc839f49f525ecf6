import { assertEquals, assertStringIncludes } from "@std/assert";
import { Workdir } from "../workdir.ts";

Deno.test("a file that is not what it seems says what it looks like, and what to type", async () => {
  await using dir = await Workdir.create();
  const cases: [string | Uint8Array, string[], string][] = [
    ["My title\nid,x\n1,2\n", ["-c", "1"], "if the first line is a title, say --skip 1"],
    ['"x" "y"\n"1" 2 3\n', ["-c", "y"], "with blanks in it: if that is the delimiter, say -d ' '"],
    ["id;x\n1;2,5\n", ["-c", "1"], "if ; is the delimiter, say -d ';'"],
    ["id;x\n1;2.5\n", ["-c", "x"], "with ; in it: if that is the delimiter, say -d ';'"],
    ["x|y\n1|2\n", ["-c", "x"], "say -d '|'"],
    [
      "x,y\nr1,1,2\n",
      ["-c", "x"],
      "as R's write.table has it, write the table with col.names = NA",
    ],
    ['{"x": [1]}', [], "it is JSON"],
    ['[{"x": 1}]', [], "it is JSON"],
    ['<?xml version="1.0"?>', [], "it is XML"],
    ["PK\x03\x04abcd", [], "Excel workbooks (.xlsx)"],
    [
      Uint8Array.of(0xff, 0xfe, 0x78, 0, 0x0a, 0, 0x31, 0),
      [],
      "it is UTF-16 text; convert it first",
    ],
    ["x\0\n\0" + "1\0\n\0", [], "UTF-16"],
  ];
  for (const [content, args, message] of cases) {
    await dir.write("in.csv", content);
    const { status, stderr } = await dir.specol("lgamma", ...args, "in.csv");
    assertEquals(status > 0, true, message);
    assertStringIncludes(stderr, message);
  }
});
