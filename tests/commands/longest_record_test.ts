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
