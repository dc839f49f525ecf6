import { assertEquals } from "@std/assert";
import { makeNpy } from "../../support/make_npy.ts";
import { Random } from "../../support/random.ts";
import { assertSameBytes } from "../assert_same_bytes.ts";
import { runCommand } from "../../commands/main.ts";
import { runPieces } from "../pieces.ts";
import { Workdir } from "../workdir.ts";

/** Numbers of pieces. Many pieces are tried once for each format: every piece is a program of its own. */
const FEW = [1, 2, 7];
const MANY = [...FEW, 50];

/** Runs a command on files of the folder, in this process: concat_test.ts runs the program. */
async function run(dir: Workdir, ...args: string[]): Promise<void> {
  const isFile = /^(whole|out\.\d+(\.json)?)$|\.(csv|npy|arrows?)$/;
  await runCommand([...args.map((arg) => isFile.test(arg) ? dir.path(arg) : arg), "-q"]);
}

/** Compares the joined pieces with the run in one piece, in several orders and by manifests. */
async function compare(
  dir: Workdir,
  { to, counts = FEW }: { to: string; counts?: readonly number[] },
  command: readonly string[],
): Promise<void> {
  await run(dir, ...command, "--to", to, "-o", "whole");
  const whole = await dir.read("whole");
  for (const parts of counts) {
    const text = `${command.join(" ")}: ${parts} pieces`;
    const pieces = await runPieces(dir, {
      parts,
      output: "out",
      command: [...command, "--to", to],
    });
    await run(dir, "concat", ...pieces, "--from", to, "-o", `joined.${to}`);
    assertSameBytes(await dir.read(`joined.${to}`), whole, text);
    const manifests = pieces.map((name) => `${name}.json`).reverse();
    await run(dir, "concat", ...manifests, "-o", `by_manifest.${to}`);
    assertSameBytes(await dir.read(`by_manifest.${to}`), whole, `${text}, by manifests`);
  }
}

/** CSV whose every cut falls near a quote, a line end in quotes, or a blank line. */
function quotedCsv(rows: number): string {
  const random = new Random(1);
  const texts = ['"a\nb"', '"a ""b"",\n\r\n"', "plain", '""', '"\n\n\n"', 'x"y'];
  const lines = ['id,"the\nx",t'];
  for (let i = 0; i < rows; i++) {
    const end = random.bits() % 4 === 0 ? "\r\n" : "\n";
    lines.push(
      `${i},${random.bits() % 90 / 4},${texts[random.bits() % texts.length]}${end.slice(0, -1)}`,
    );
    if (random.bits() % 20 === 0) lines.push("");
  }
  return lines.join("\n");
}

Deno.test("pieces of CSV with quoted line ends everywhere are joined to the output of a single run", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", quotedCsv(300));
  await compare(dir, { to: "csv", counts: MANY }, ["lgamma", "-c", "2", "--grad", "in.csv"]);
});

Deno.test("pieces of CSV to Arrow and npy, and of several inputs, are joined to the output of a single run", async () => {
  await using dir = await Workdir.create();
  await dir.write("a.csv", quotedCsv(150));
  await dir.write("b.csv", `${quotedCsv(40)}\n`);
  await compare(dir, { to: "csv" }, ["lgamma", "-c", "2", "a.csv", "b.csv", "a.csv"]);
  await compare(dir, { to: "npy" }, ["convert", "-c", "1,2", "a.csv"]);
});

Deno.test("pieces of npy arrays in C and Fortran order are joined to the output of a single run", async () => {
  await using dir = await Workdir.create();
  const values = Array.from({ length: 600 }, (_, i) => i / 8 + 0.5);
  await dir.write("c.npy", makeNpy(values, { descr: "<f8", shape: [60, 10] }));
  await dir.write("f.npy", makeNpy(values, { descr: "<f4", shape: [10, 60], fortran: true }));
  await dir.write("one.npy", makeNpy(values, { descr: "<f8", shape: [600] }));
  await compare(dir, { to: "npy", counts: MANY }, ["lgamma", "--grad", "c.npy"]);
  await compare(dir, { to: "npy" }, ["digamma", "f.npy"]);
  await compare(dir, { to: "npy" }, ["i0e", "--grad", "one.npy"]);
  await compare(dir, { to: "csv" }, ["lgamma", "-c", "x0", "c.npy"]);
});

Deno.test("pieces of Arrow files and streams are joined to the output of a single run", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", quotedCsv(400));
  await run(dir, "convert", "in.csv", "--chunk-size", "256", "-o", "in.arrow");
  await run(dir, "convert", "in.csv", "--chunk-size", "256", "-o", "in.arrows");
  await compare(dir, { to: "arrow", counts: MANY }, ["map", "y = lgamma(id)", "in.arrow"]);
  await compare(dir, { to: "arrows" }, ["lgamma", "-c", "id", "in.arrow"]);
  await compare(dir, { to: "arrows", counts: MANY }, ["lgamma", "-c", "id", "in.arrows"]);
  await compare(dir, { to: "csv" }, ["lgamma", "-c", "id", "in.arrow"]);
});

Deno.test("pieces of Arrow with dictionaries, nested columns, views and compression are joined to the output of a single run", async () => {
  await using dir = await Workdir.create();
  const samples = new URL("../data/arrow/", import.meta.url);
  let count = 0;
  for await (const { name } of Deno.readDir(samples)) {
    const kind = /\.(arrows?)$/.exec(name)?.[1];
    // Dictionaries that change after the first batch are refused by --part.
    if (kind === undefined || name.startsWith("dictionary_")) continue;
    await dir.write(`in.${kind}`, await Deno.readFile(new URL(name, samples)));
    for (const to of ["arrow", "arrows"]) {
      const command = ["convert", `in.${kind}`];
      await compare(dir, { to, counts: [3] }, command);
      count++;
    }
  }
  assertEquals(count > 20, true, `${count} samples`);
});
