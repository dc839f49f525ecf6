import { assertEquals } from "@std/assert";
import { makeNpy } from "../../support/make_npy.ts";
import { Random } from "../../support/random.ts";
import { assertSameBytes } from "../assert_same_bytes.ts";
import { Workdir } from "../workdir.ts";

const PARTS = [1, 2, 3, 5, 8, 13, 40, 100];
const RUN_PIECES = new URL("../run_pieces.ts", import.meta.url).pathname;

/** Runs all pieces of a command, which write OUTPUT.1, OUTPUT.1.json and so on. */
async function runPieces(
  dir: Workdir,
  { parts, output, command }: { parts: number; output: string; command: readonly string[] },
): Promise<string[]> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--no-check", "--allow-read", "--allow-write", RUN_PIECES],
      ...[String(parts), output, ...command],
    ],
    cwd: dir.path("."),
    env: { NO_COLOR: "1" },
  }).output();
  assertEquals([success, new TextDecoder().decode(stderr)], [true, ""], command.join(" "));
  return Array.from({ length: parts }, (_, i) => `${output}.${i + 1}`);
}

async function done(dir: Workdir, ...args: string[]): Promise<void> {
  const { status, stderr } = await dir.specol(...args);
  assertEquals([status, stderr], [0, ""], args.join(" "));
}

/** Compares the joined pieces with the run in one piece, in several orders and by manifests. */
async function compare(dir: Workdir, to: string, command: readonly string[]): Promise<void> {
  await done(dir, ...command, "--to", to, "-o", "whole");
  const whole = await dir.read("whole");
  for (const parts of PARTS) {
    const text = `${command.join(" ")}: ${parts} pieces`;
    const pieces = await runPieces(dir, {
      parts,
      output: "out",
      command: [...command, "--to", to],
    });
    await done(dir, "concat", ...pieces, "--from", to, "-o", `joined.${to}`);
    assertSameBytes(await dir.read(`joined.${to}`), whole, text);
    const manifests = pieces.map((name) => `${name}.json`).reverse();
    await done(dir, "concat", ...manifests, "-o", `by_manifest.${to}`);
    assertSameBytes(await dir.read(`by_manifest.${to}`), whole, `${text}, by manifests`);
    const { stdout } = await dir.specol("concat", "--missing", ...manifests);
    assertEquals(stdout, "");
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

Deno.test("pieces of CSV with quoted line ends everywhere make up the whole", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", quotedCsv(300));
  await compare(dir, "csv", ["lgamma", "-c", "2", "--grad", "in.csv"]);
});

Deno.test("pieces of CSV to Arrow and npy, and of several inputs, make up the whole", async () => {
  await using dir = await Workdir.create();
  await dir.write("a.csv", quotedCsv(150));
  await dir.write("b.csv", `${quotedCsv(40)}\n`);
  await compare(dir, "csv", ["lgamma", "-c", "2", "a.csv", "b.csv", "a.csv"]);
  await compare(dir, "npy", ["convert", "-c", "1,2", "a.csv"]);
});

Deno.test("pieces of npy arrays in C and Fortran order make up the whole", async () => {
  await using dir = await Workdir.create();
  const values = Array.from({ length: 600 }, (_, i) => i / 8 + 0.5);
  await dir.write("c.npy", makeNpy(values, { descr: "<f8", shape: [60, 10] }));
  await dir.write("f.npy", makeNpy(values, { descr: "<f4", shape: [10, 60], fortran: true }));
  await dir.write("one.npy", makeNpy(values, { descr: "<f8", shape: [600] }));
  await compare(dir, "npy", ["lgamma", "--grad", "c.npy"]);
  await compare(dir, "npy", ["digamma", "f.npy"]);
  await compare(dir, "npy", ["i0e", "--grad", "one.npy"]);
  await compare(dir, "csv", ["lgamma", "-c", "x0", "c.npy"]);
});

Deno.test("pieces of Arrow files and streams, with dictionaries too, make up the whole", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", quotedCsv(400));
  await done(dir, "convert", "in.csv", "--chunk-size", "256", "-o", "in.arrow");
  await done(dir, "convert", "in.csv", "--chunk-size", "256", "-o", "in.arrows");
  await compare(dir, "arrow", ["map", "y = lgamma(id)", "in.arrow"]);
  await compare(dir, "arrows", ["lgamma", "-c", "id", "in.arrow"]);
  await compare(dir, "arrows", ["lgamma", "-c", "id", "in.arrows"]);
  await compare(dir, "csv", ["lgamma", "-c", "id", "in.arrow"]);
});
