// Tables of R's write.table: the header has no cell for the names of rows.

import { assertEquals, assertStringIncludes } from "@std/assert";
import { type Run, Workdir } from "../workdir.ts";

const TABLE = '"x" "note"\r\n"Mazda RX4" 3 "a b"\r\n\r\n"Datsun" NA ""\r\n"710" 4 "c"\r\n';
const ARGS = ["-d", " ", "--null-value", "NA"];

/** Runs the command with a text as its standard input. */
function runOn(dir: Workdir, text: string, ...args: string[]): Promise<Run> {
  return dir.run(args, { stdin: new TextEncoder().encode(text) });
}

Deno.test("names of rows that the header leaves out are a column, and pass byte for byte", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.txt", TABLE);
  const expected = '"x" "note" x_lgamma\r\n"Mazda RX4" 3 "a b" 0.6931471805599453\r\n\r\n' +
    '"Datsun" NA "" \r\n"710" 4 "c" 1.791759469228055\r\n';
  for (const more of [[], ["-j", "1"], ["--chunk-size", "7"], ["--chunk-size", "7", "-j", "1"]]) {
    const run = await dir.specol("lgamma", "-c", "x", ...ARGS, "in.txt", ...more);
    assertEquals([run.status, run.stderr, run.stdout], [0, "", expected], more.join(" "));
  }
  // They are column 1, and have no name, as in the files of write.csv.
  const chosen = await dir.specol("convert", "-c", "1,3", ...ARGS, "in.txt");
  assertEquals(
    chosen.stdout,
    '"note"\r\n"Mazda RX4" "a b"\r\n\r\n"Datsun" ""\r\n"710" "c"\r\n',
  );
  const others = await dir.specol("convert", "-c", "3,1", ...ARGS, "in.txt", "--to-delimiter", ",");
  assertEquals(
    others.stdout,
    '"note",\r\n"a b","Mazda RX4"\r\n\r\n"","Datsun"\r\n"c","710"\r\n'.replace('"note"', "note"),
  );
  const replaced = await dir.specol("lgamma", "-c", "x", "--replace", ...ARGS, "in.txt");
  assertEquals(replaced.stdout.split("\r\n").slice(0, 2), [
    '"x" "note"',
    '"Mazda RX4" 0.6931471805599453 "a b"',
  ]);
});

Deno.test("names of rows go to other formats, into groups, and agree with those of write.csv", async () => {
  await using dir = await Workdir.create();
  await dir.write("a.csv", '"x"\n"r1",3\n"r2",4\n');
  await dir.write("b.csv", '"","x"\n"r3",5\n');
  const several = await dir.specol("lgamma", "-c", "x", "a.csv", "b.csv");
  assertEquals([several.status, several.stderr], [0, ""]);
  assertEquals(
    several.stdout,
    '"x",x_lgamma\n"r1",3,0.6931471805599453\n"r2",4,1.791759469228055\n"r3",5,3.1780538303479458\n',
  );
  await dir.specol("convert", "a.csv", "b.csv", "-o", "out.arrow");
  const back = await dir.specol("convert", "out.arrow", "--to", "csv");
  assertEquals(back.stdout, ",x\nr1,3\nr2,4\nr3,5\n");
  const groups = await dir.specol("reduce", "--by", "1", "s = sum(x)", "a.csv");
  assertEquals(groups.stdout, ",s\nr1,3\nr2,4\n");
});

Deno.test("a header that is short by mistake is not taken for one without names of rows", async () => {
  await using dir = await Workdir.create();
  const mistakes = [
    "x\n1,5\n2,5\n", // decimal commas
    '"x"\n1,5\n2,5\n',
    '"x","y"\n"1","2",\n', // a delimiter behind the last cell
    "x\ty\n1\t2\t\n",
    "id,x\n7,a,3\n", // a name that was forgotten
  ];
  for (const text of mistakes) {
    const args = ["lgamma", "-c", "x", ...(text.includes("\t") ? ["--from", "tsv"] : [])];
    const run = await runOn(dir, text, ...args);
    assertEquals(run.status, 1, text);
    const hint = /[,\t]\n$/.test(text)
      ? "if records end in a delimiter"
      : "if the first cell is a row name";
    assertStringIncludes(run.stderr, hint);
  }
  const told = await runOn(dir, "x\ty\nr1\t3\t4\n", "lgamma", "-c", "x", "--from", "tsv");
  assertEquals(told.stdout, "x\ty\tx_lgamma\nr1\t3\t4\t0.6931471805599453\n");
  assertStringIncludes(told.stderr, "the header has one cell fewer than the records");
  const short = await runOn(dir, '"x","y"\n"1",3,4\n"2",5\n', "lgamma", "-c", "x");
  assertStringIncludes(
    short.stderr,
    "standard input:3:1: the record has 2 cells, but the header has 2, plus the row name",
  );
});

Deno.test("quotes that are escaped with backslashes get the advice that R needs", async () => {
  await using dir = await Workdir.create();
  const text = '"x" "t"\n"1" 3 "say \\"a b\\" now"\n';
  const run = await runOn(dir, text, "lgamma", "-c", "x", ...ARGS);
  assertEquals(run.status, 1);
  assertStringIncludes(run.stderr, 'R\'s write.table does that with qmethod = "double"');
});
