import { assertEquals, assertStringIncludes } from "@std/assert";
import { Workdir } from "../../workdir.ts";

const ICONV = "convert the text first: iconv -f WINDOWS-1252 -t UTF-8 FILE\n";

/** Bytes of a text in Latin-1. */
function latin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

Deno.test("a header that would be a blank line is in quotes, so that it is read back as one", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", ",a\n1,2\n3,4\n");
  for (const args of [["convert", "-c", "1"], ["lgamma", "-c", "1", "--only", "--replace"]]) {
    const { stdout } = await dir.specol(...args, "in.csv", "-o", "one.csv");
    assertEquals(stdout, "");
    const back = await dir.specol("convert", "one.csv", "--to", "tsv");
    assertEquals(back.stdout.split("\n").length, 4, back.stdout);
    assertEquals(back.stdout.slice(0, 3), '""\n');
  }
  const { stdout } = await dir.specol("map", "--only", '"" = lgamma(a)', "in.csv");
  assertEquals(stdout, '""\n0\n1.791759469228055\n');
});

Deno.test("names that are not UTF-8 pass byte for byte, also next to another delimiter", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", latin1('Gr\xf6\xdfe,"n,\xe4"\nf\xfcnf,5\n'));
  const run = async (...args: string[]) => (await dir.specol(...args, "in.csv")).bytes;
  assertEquals(
    await run("lgamma", "-c", "2", "--as", "y"),
    latin1('Gr\xf6\xdfe,"n,\xe4",y\nf\xfcnf,5,3.1780538303479458\n'),
  );
  assertEquals(await run("convert", "--to", "tsv"), latin1("Gr\xf6\xdfe\tn,\xe4\nf\xfcnf\t5\n"));
});

Deno.test("names that are not UTF-8 do not become others: that is an error that says what to do", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", latin1("n,Gr\xf6\xdfe\n1,5\n"));
  const result = await dir.specol("lgamma", "-c", "2", "in.csv", "-o", "out.csv");
  assertEquals(result.status, 1);
  assertStringIncludes(result.stderr, "Cannot write the name Gr\ufffd\ufffde_lgamma: ");
  assertStringIncludes(result.stderr, `name results with --as, or ${ICONV}`);
  for (const format of ["arrow", "arrows", "npy"]) {
    const { status, stdout, stderr } = await dir.specol("convert", "in.csv", "--to", format);
    const message = "specol: Cannot read in.csv as a table: the name of column 2, " +
      `Gr\ufffd\ufffde, is not UTF-8; ${ICONV}`;
    assertEquals([status, stdout, stderr], [1, "", message], format);
  }
  assertEquals(await dir.list(), ["in.csv"]);
});

Deno.test("a byte order mark that is not the first of a file belongs to its name", async () => {
  await using dir = await Workdir.create();
  const text = '\ufeffa,\ufeffb,"\ufeffc"\n1,2,3\n';
  await dir.write("in.csv", text);
  await dir.specol("convert", "in.csv", "-o", "t.arrow");
  await dir.specol("convert", "-c", "!a", "t.arrow", "-o", "t.csv");
  assertEquals(
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(await dir.read("t.csv")),
    '"\ufeffb","\ufeffc"\n2,3\n',
  );
  const { stdout } = await dir.specol("convert", "-c", '"\ufeffc"', "t.csv", "--to", "tsv");
  assertStringIncludes(stdout, "3\n");
});

Deno.test("a byte order mark of a cell is not lost where that is the first of a file", async () => {
  await using dir = await Workdir.create();
  const bytes = (text: string) => new TextEncoder().encode(text);
  const onlySecond = ["map", "--no-header", "--only", "b = column2"];
  // Text, arguments, and what is written. The byte order mark precedes the first cell.
  const cases: [string, string[], string][] = [
    ["\ufeffa,1\n", ["lgamma", "-c2", "--no-header"], "\ufeffa,1,0\n"],
    ["a,\ufeffb\nc,d\n", onlySecond, "\ufeff\ufeffb\nd\n"],
    ["\ufeffa,\ufeffb\n", onlySecond, "\ufeff\ufeffb\n"],
    ["\na,\ufeffb\n", onlySecond, "\n\ufeffb\n"],
    ["a,\ufeffb\n1,2\n", ["map", "--only", '"\ufeffb" = "\ufeffb"'], "\ufeff\ufeffb\n2\n"],
  ];
  for (const [text, args, expected] of cases) {
    await dir.write("in.csv", text);
    const { bytes: written, stderr } = await dir.specol(...args, "in.csv");
    assertEquals([written, stderr], [bytes(expected), ""], text);
  }
  // Read and written as a table, it is in quotes.
  await dir.write("in.csv", '"\ufeffa",1\n\ufeffb,2\n');
  await dir.specol("convert", "--no-header", "in.csv", "-o", "t.arrow");
  await dir.specol("convert", "--no-header", "t.arrow", "-o", "back.csv");
  assertEquals(await dir.read("back.csv"), bytes('"\ufeffa",1\n"\ufeffb",2\n'));
});
