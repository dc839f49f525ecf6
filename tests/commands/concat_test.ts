import { assertEquals, assertStringIncludes } from "@std/assert";
import { makeNpy, type NpyParts } from "../../support/make_npy.ts";
import { assertSameBytes } from "../assert_same_bytes.ts";
import { Workdir } from "../workdir.ts";

async function done(dir: Workdir, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await dir.specol(...args);
  assertEquals([status, stderr], [0, ""], args.join(" "));
  return stdout;
}

async function same(dir: Workdir, joined: string, whole: string): Promise<void> {
  assertSameBytes(await dir.read(joined), await dir.read(whole), joined);
}

async function refused(dir: Workdir, args: string[], words: string, expected = 1): Promise<void> {
  const { status, stdout, stderr } = await dir.specol(...args);
  assertStringIncludes(stderr, words);
  assertEquals([status, stdout], [expected, ""], args.join(" "));
}

Deno.test("pieces of CSV are joined byte for byte, also empty ones and a last line without an end", async () => {
  await using dir = await Workdir.create();
  const pieces = ['id,"x"\r\n1,"a\nb"\r\n', "", "2, 3\r\n\r\n", "3,4", ""];
  const names = pieces.map((_, i) => `p${i}.csv`);
  for (const [i, text] of pieces.entries()) await dir.write(names[i], text);
  assertEquals(await done(dir, "concat", ...names), pieces.join(""));
  await done(dir, "concat", ...names, "-o", "whole.csv");
  assertEquals(new TextDecoder().decode(await dir.read("whole.csv")), pieces.join(""));
  // JSON lines without an object have no byte either.
  for (const empty of ["empty.csv", "empty.jsonl"]) {
    await done(dir, "concat", "p1.csv", "p4.csv", "-o", empty);
    assertEquals((await dir.read(empty)).length, 0);
  }
});

Deno.test("pieces and the joined output may be compressed, with the bytes of one run", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", `x,t\n${"1,some text\n".repeat(20000)}`);
  await done(dir, "lgamma", "-c", "x", "in.csv", "-o", "whole.csv.gz");
  await done(dir, "lgamma", "-c", "x", "in.csv", "-o", "whole.csv");
  const whole = await dir.read("whole.csv");
  const cut = whole.indexOf(10, 1000) + 1;
  const gzip = (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
    new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"))).bytes();
  await dir.write("1.gz", await gzip(whole.slice(0, cut)));
  await dir.write("2.csv", whole.slice(cut));
  await done(dir, "concat", "1.gz", "2.csv", "-o", "joined.csv.gz");
  await same(dir, "joined.csv.gz", "whole.csv.gz");
});

Deno.test("what cannot be pieces of one CSV table is refused, and nothing is written", async () => {
  await using dir = await Workdir.create();
  await dir.write("1.csv", "a,b\n1,2\n");
  await dir.write("2.csv", "3,4\n");
  await dir.write("table.csv", "a,b\n5,6\n");
  await dir.write("other.csv", "1,2,3,4\n");
  await dir.write("open.csv", "a,b\n1,2");
  await dir.write("semi.csv", "1;2\n");
  await dir.write("x.npy", makeNpy([1], { descr: "<f8", shape: [1] }));
  const cases: [string[], string, number?][] = [
    [["1.csv", "table.csv"], "table.csv to 1.csv: it starts with the same header"],
    [["1.csv", "2.csv", "other.csv"], "its first record has 4 cells, but that of 1.csv has 2"],
    [["open.csv", "2.csv", "-o", "o.csv"], "the last line of open.csv has no line break"],
    [["1.csv", "semi.csv"], "its first record has 1 cells"],
    [["1.csv", "x.npy"], "it is an npy file, and 1.csv is CSV"],
    [["1.csv", "2.csv", "1.csv"], "Piece 1.csv is given twice", 2],
    [["1.csv", "nothing.csv"], "Cannot read nothing.csv"],
    [["1.csv", "2.csv", "-o", "o.npy"], "concat copies them; convert the result", 2],
    [[], "Missing pieces", 2],
    [["-"], "Pieces must be files", 2],
  ];
  for (const [args, words, status] of cases) {
    await refused(dir, ["concat", ...args], words, status);
  }
  assertEquals((await dir.list()).filter((name) => name.includes("o.")), []);
});

Deno.test("concat accepts a delimiter, lines to skip and comments for its check", async () => {
  await using dir = await Workdir.create();
  await dir.write("1", "a title, of many, words\n# note\nx;y\n1;2\n");
  await dir.write("2", "# another\n3;4\n");
  const args = ["-d", ";", "--skip", "1", "--comment", "#"];
  assertEquals(
    await done(dir, "concat", "1", "2", ...args),
    "a title, of many, words\n# note\nx;y\n1;2\n# another\n3;4\n",
  );
  await refused(dir, ["concat", "1", "2"], "its first record has 1 cells");
});

Deno.test("an order that sorts numbers as texts is warned of", async () => {
  await using dir = await Workdir.create();
  await dir.write("p.1.csv", "a\n1\n");
  await dir.write("p.2.csv", "2\n");
  await dir.write("p.10.csv", "10\n");
  const { status, stdout, stderr } = await dir.specol("concat", "p.1.csv", "p.10.csv", "p.2.csv");
  assertEquals([status, stdout], [0, "a\n1\n10\n2\n"]);
  assertStringIncludes(stderr, "p.10.csv before p.2.csv; use sort -V to sort by number");
  assertEquals(await done(dir, "concat", "-q", "p.1.csv", "p.10.csv", "p.2.csv"), "a\n1\n10\n2\n");
  assertEquals(await done(dir, "concat", "p.1.csv", "p.2.csv", "p.10.csv"), "a\n1\n2\n10\n");
});

Deno.test("npy arrays are joined along their slowest axis, if all else is the same", async () => {
  await using dir = await Workdir.create();
  const make = (fields: Partial<NpyParts> & Pick<NpyParts, "shape">, from: number) => {
    const count = fields.shape.reduce((product, length) => product * length, 1);
    const values = Array.from({ length: count }, (_, i) => from + i);
    return makeNpy(values, { descr: "<f8", ...fields });
  };
  await dir.write("a.npy", make({ shape: [2, 3] }, 0));
  await dir.write("none.npy", make({ shape: [0, 3] }, 0));
  await dir.write("b.npy", make({ shape: [1, 3] }, 6));
  await dir.write("whole.npy", make({ shape: [3, 3] }, 0));
  await done(dir, "concat", "a.npy", "none.npy", "b.npy", "-o", "joined.npy");
  // The header is the one that specol writes.
  await done(dir, "convert", "whole.npy", "-o", "whole.npy");
  await same(dir, "joined.npy", "whole.npy");

  await dir.write("fa.npy", make({ fortran: true, shape: [3, 2] }, 0));
  await dir.write("fb.npy", make({ fortran: true, shape: [3, 1] }, 6));
  await dir.write("fwhole.npy", make({ fortran: true, shape: [3, 3] }, 0));
  await done(dir, "concat", "fa.npy", "fb.npy", "-o", "fjoined.npy");
  await done(dir, "convert", "fwhole.npy", "-o", "fwhole.npy");
  await same(dir, "fjoined.npy", "fwhole.npy");

  await dir.write("wide.npy", make({ shape: [1, 4] }, 0));
  await dir.write("one.npy", make({ shape: [] }, 0));
  await dir.write("ints.npy", make({ descr: "<i8", shape: [1, 3] }, 0));
  await dir.write("big.npy", make({ descr: ">f8", shape: [1, 3] }, 0));
  const whole = await dir.read("b.npy");
  await dir.write("short.npy", whole.slice(0, -1));
  for (
    const [args, words] of [
      [
        ["a.npy", "wide.npy"],
        "f8 in C order of shape (n, 4), expected f8 in C order of shape (n, 3)",
      ],
      [["a.npy", "fa.npy"], "in Fortran order"],
      [["a.npy", "ints.npy"], "it holds i8"],
      [["one.npy", "b.npy"], "of shape ()"],
      [["a.npy", "big.npy"], "big-endian"],
      [["a.npy", "short.npy"], "truncated"],
    ] as [string[], string][]
  ) await refused(dir, ["concat", ...args], words);
});

Deno.test("Arrow files and streams are joined batch by batch, with one schema and each dictionary once", async () => {
  await using dir = await Workdir.create();
  await dir.write("a.csv", "id,t\n1,x\n2,y\n");
  await dir.write("b.csv", "id,t\n3,z\n");
  for (const name of ["a", "b"]) {
    await done(dir, "convert", `${name}.csv`, "-o", `${name}.arrow`);
    await done(dir, "convert", `${name}.csv`, "-o", `${name}.arrows`);
  }
  for (const kind of ["arrow", "arrows"]) {
    await done(dir, "convert", `a.${kind}`, `b.${kind}`, "-o", `whole.${kind}`);
    await done(dir, "concat", `a.${kind}`, `b.${kind}`, "-o", `joined.${kind}`);
    assertEquals(
      await done(dir, "convert", `joined.${kind}`, "--to", "csv"),
      await done(dir, "convert", `whole.${kind}`, "--to", "csv"),
    );
  }
  await done(dir, "concat", "a.arrows", "b.arrow", "-o", "mixed.arrow");
  await same(dir, "mixed.arrow", "joined.arrow");

  await done(dir, "convert", "a.csv", "--types", "id=utf8", "-o", "texts.arrow");
  await refused(
    dir,
    ["concat", "a.arrow", "texts.arrow"],
    "its column 1 is id (utf8), expected id (int64)",
  );
  await done(dir, "convert", "a.csv", "-c", "id", "-o", "one.arrow");
  await refused(
    dir,
    ["concat", "a.arrow", "one.arrow"],
    "its column 2 is nothing, expected t (utf8)",
  );
  await dir.write("cut.arrow", (await dir.read("b.arrow")).slice(0, -9));
  await refused(
    dir,
    ["concat", "a.arrow", "cut.arrow", "-o", "never.arrow"],
    "truncated or damaged",
  );
  assertEquals((await dir.list()).includes("never.arrow"), false);
});

Deno.test("concat of one Arrow file gives its bytes, whatever is in it", async () => {
  await using dir = await Workdir.create();
  const samples = new URL("../data/arrow/", import.meta.url);
  let count = 0;
  for await (const { name } of Deno.readDir(samples)) {
    if (!/\.arrows?$/.test(name)) continue;
    const kind = name.split(".").at(-1)!;
    await dir.write(`in.${kind}`, await Deno.readFile(new URL(name, samples)));
    // What specol has written is what pieces are.
    const { status } = await dir.specol("convert", `in.${kind}`, "-o", `own.${kind}`);
    if (status !== 0) continue;
    await done(dir, "concat", `own.${kind}`, "-o", `joined.${kind}`);
    await same(dir, `joined.${kind}`, `own.${kind}`);
    count++;
  }
  assertEquals(count > 10, true, `${count} samples`);
});

Deno.test("concat lists temporary files that killed runs left next to the pieces", async () => {
  await using dir = await Workdir.create();
  for (const i of [1, 2]) {
    await dir.write(`p.${i}.csv`, i === 1 ? "x\n1\n" : "2\n");
    await dir.write(`.p.${i}.csv.specol-a1b2c${i}`, "x\n");
  }
  await dir.write(".other.csv.specol-a1b2c3", "x\n");
  await dir.write(".p.1.csv.specol-longer", "x\n");
  await dir.write(".p.1.csv.specol", "x\n");
  const { status, stdout, stderr } = await dir.specol("concat", "p.1.csv", "p.2.csv");
  assertEquals([status, stdout], [0, "x\n1\n2\n"]);
  assertEquals(
    stderr,
    "specol: found temporary files of runs that were killed or are still running: " +
      ".p.1.csv.specol-a1b2c1 and 2 more; delete them once all runs have finished\n",
  );
  assertEquals((await dir.specol("concat", "p.1.csv", "p.2.csv", "-q")).stderr, "");
  assertEquals(await done(dir, "concat", "-q", "p.1.csv", "p.2.csv"), stdout);
});
