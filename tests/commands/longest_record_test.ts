import { assertEquals, assertStringIncludes } from "@std/assert";
import { MAX_RECORD_BYTES } from "../../formats/csv/split_records.ts";
import { Workdir } from "../workdir.ts";

/** A table with a record of so many bytes between others. */
function table(bytes: number): string {
  const record = `${"a".repeat(bytes - 3)},3\n`;
  return `t,x\n${"q,1\n".repeat(1000)}${record}b,4\n`;
}

Deno.test("whether a record is too long depends neither on chunks nor on threads nor on pipes", async () => {
  await using dir = await Workdir.create();
  await dir.write("good.csv", table(MAX_RECORD_BYTES));
  await dir.write("bad.csv", table(MAX_RECORD_BYTES + 1));
  const bad = await dir.read("bad.csv");
  const good = await dir.read("good.csv");
  const works = [
    ["lgamma", "-c", "x", "--only"],
    ["convert", "-c", "x", "--to", "arrows"],
  ];
  for (const work of works) {
    for (const [size, jobs] of [["64K", "1"], ["1M", "2"], ["64M", "2"]]) {
      const args = [...work, "--chunk-size", size, "-j", jobs];
      const where = args.join(" ");
      const words = ":1002:1: the record is longer than 34 MB: is this CSV?\n";
      const runs = [
        { run: await dir.specol(...args, "bad.csv"), name: "bad.csv" },
        { run: await dir.run(args, { stdin: bad }), name: "standard input" },
      ];
      for (const { run, name } of runs) {
        assertEquals(run.status, 1, where);
        assertStringIncludes(run.stderr, name + words, where);
      }
      const read = [
        await dir.specol(...args, "good.csv"),
        await dir.run(args, { stdin: good }),
      ];
      for (const { status, stderr } of read) assertEquals([status, stderr], [0, ""], where);
    }
  }
});

Deno.test("blank lines and comments before the first record have one limit, whatever the chunks", async () => {
  await using dir = await Workdir.create();
  const blank = "\n".repeat(MAX_RECORD_BYTES);
  const comment = `#${"a".repeat(MAX_RECORD_BYTES)}\n`;
  const files: [name: string, text: string, words?: string][] = [
    ["lines.csv", `${blank}x\n1\n`],
    ["more.csv", `\n${blank}x\n1\n`, "blank lines and comments; is this CSV?"],
    ["comment.csv", `${comment}x\n1\n`, "blank lines and comments; is this CSV?"],
    ["lines.jsonl", `${blank}{"x":1}\n`],
    ["more.jsonl", `\n${blank}{"x":1}\n`, "blank lines; is this JSON lines?"],
    [
      "spaces.jsonl",
      `${" ".repeat(MAX_RECORD_BYTES + 1)}{"x":1}\n`,
      "blank lines; is this JSON lines?",
    ],
  ];
  for (const [name, text, words] of files) {
    await dir.write(name, text);
    const dialect = name.endsWith(".csv") ? ["--comment", "#"] : [];
    for (const size of ["64K", "64M"]) {
      const args = ["reduce", "s = sum(x)", ...dialect, "--chunk-size", size, name];
      const { status, stderr } = await dir.specol(...args);
      const expected = words &&
        `specol: Cannot read ${name}: it starts with more than 33554432 bytes of ${words}\n`;
      assertEquals([status, stderr], expected ? [1, expected] : [0, ""], args.join(" "));
    }
  }
});

Deno.test("blank lines before the first object do not count to what types are inferred from", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.jsonl", "\n".repeat(2 ** 21) + '{"x":1,"t":"a"}\n');
  const { stdout, stderr } = await dir.specol("convert", "x.jsonl", "--to", "csv");
  assertEquals([stdout, stderr], ["x,t\n1,a\n", ""]);
});
