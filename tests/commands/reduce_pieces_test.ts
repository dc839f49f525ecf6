import { assertEquals, assertStringIncludes } from "@std/assert";
import { Random } from "../../support/random.ts";
import { assertSameBytes } from "../assert_same_bytes.ts";
import { runPieces } from "../pieces.ts";
import { runHere } from "../run_parts.ts";
import { Workdir } from "../workdir.ts";

const AGGREGATES = [
  "total = sum(x)",
  "m = mean(x)",
  "least = min(x)",
  "most = max(x)",
  "there = count(x)",
  "rows = count()",
];

/** Rows whose sums cancel to the last bit, with nulls, -0, infinities in one group, and quoted keys. */
function adversarialCsv(rows: number): string {
  const random = new Random(5);
  const sites = ["a", '"b, ""c"""', '"d\ne"', "", "zeros", "infinite"];
  const lines = ["site,k,x"];
  for (let i = 0; i < rows; i++) {
    const site = sites[random.bits() % Math.min(sites.length, 2 + Math.floor(i / 20))];
    const size = 2 ** Math.floor(random.between(-1074, 1023));
    const usual = [
      "",
      String(random.sign() * size),
      String(random.between(-1, 1)),
      "1e308",
      "-1e308",
    ];
    const x = site === "zeros"
      ? "-0"
      : site === "infinite" && random.bits() % 4 === 0
      ? ["inf", "-inf"][random.bits() % 2]
      : usual[random.bits() % usual.length];
    lines.push(`${site},${random.bits() % 3},${x}`);
  }
  return `${lines.join("\n")}\n`;
}

async function done(dir: Workdir, ...args: string[]): Promise<void> {
  const { status, stderr } = await dir.specol(...args, "-q");
  assertEquals([status, stderr], [0, ""], args.join(" "));
}

Deno.test("sums of pieces, joined in any order, have the bytes of a single run", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", adversarialCsv(400));
  await done(dir, "convert", "in.csv", "--chunk-size", "512", "-o", "in.arrow");
  const cases: [string[], string][] = [
    [["in.csv"], "csv"],
    [["--by", "site", "in.csv"], "csv"],
    [["--by", "site,k", "in.csv"], "arrow"],
    [["--by", "k,site", "in.arrow"], "csv"],
    [["--by", "k", "in.csv", "--dtype", "float32"], "npy"],
    [["--by", "site", "in.csv", "--to-delimiter", ";", "--to-null", "NA"], "csv"],
  ];
  for (const [args, to] of cases) {
    const command = ["reduce", ...AGGREGATES, ...args, "--to", to];
    await done(dir, ...command, "-o", "whole");
    const whole = await dir.read("whole");
    for (const parts of [1, 9]) {
      const text = `${command.join(" ")}: ${parts} pieces`;
      const pieces = await runPieces(dir, { parts, output: "part", command });
      const paths = pieces.map((name) => dir.path(name));
      const joined = await runHere(dir, ["concat", ...paths.toReversed()], "joined");
      assertSameBytes(joined, whole, text);
      const manifests = paths.map((path) => `${path}.json`);
      const byManifests = await runHere(dir, ["concat", ...manifests], `joined.${to}`);
      assertSameBytes(byManifests, whole, `${text}, by manifests`);
    }
  }
});

Deno.test("joined reductions count the nulls that were skipped, as a single run does", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", 'x\n1\n""\n2\n""\n""\n');
  const whole = await dir.specol("reduce", "s = sum(x)", "in.csv");
  for (const i of [1, 2]) {
    await done(dir, "reduce", "s = sum(x)", "in.csv", "--part", `${i}/2`, "-o", `p${i}`);
  }
  const joined = await dir.specol("concat", "p1", "p2");
  assertEquals([joined.stdout, joined.stderr], [whole.stdout, whole.stderr]);
  assertStringIncludes(joined.stderr, "3 in s");
});

Deno.test("sums of pieces that are missing, twice, of another run or damaged are refused", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x\n1\n2\n3\n4\n");
  await dir.write("other.csv", "x\n1\n2\n3\n4\n5\n");
  const run = async (output: string, ...args: string[]): Promise<void> =>
    await done(dir, "reduce", "-o", output, ...args);
  for (const i of [1, 2, 3, 4]) await run(`p${i}`, "s = sum(x)", "in.csv", "--part", `${i}/4`);
  await run("q3", "s = sum(2*x)", "in.csv", "--part", "3/4");
  await run("r3", "s = sum(x)", "other.csv", "--part", "3/4");
  await run("t3", "s = sum(x)", "in.csv", "--part", "3/5");
  await run("d3", "s = sum(x)", "in.csv", "--part", "3/4", "--dtype", "float32");
  await Deno.copyFile(dir.path("p2"), dir.path("again"));
  const text = new TextDecoder().decode(await dir.read("p3"));
  await dir.write("cut", text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1));
  await dir.write("odd", text.replace(/"sum":"[^"]*"/, '"sum":"zz"'));
  await dir.write("new", text.replace('"version":4,', '"version":5,'));
  const cases: [string[], string][] = [
    [["p1", "p4"], "Cannot join 2 of 4 pieces: 2-3 are missing"],
    [["p1", "p2", "again", "p3", "p4"], "piece 2 of 4 was already given as p2"],
    [["p1", "p2", "q3", "p4"], "the expressions is s = sum(2*x), expected s = sum(x)"],
    [["p1", "p2", "r3", "p4"], "the size of input 1, other.csv, is 12, expected 10"],
    [["p1", "p2", "t3", "p4"], "it is one of 5 pieces, not of 4"],
    [["p1", "p2", "d3", "p4"], "option --dtype is float32, expected nothing"],
    [["p1", "p2", "cut", "p4"], "Cannot read cut: line 3: the last line is missing"],
    [["p1", "p2", "odd", "p4"], "Cannot read odd: line 2: the checksum is wrong"],
    [["p1", "p2", "new", "p4"], "Cannot read new: line 1: version 5 of this file"],
    [["p1", "p2", "in.csv", "p4"], "it is CSV, and p1 is a partial reduction"],
  ];
  for (const [pieces, words] of cases) {
    const { status, stdout, stderr } = await dir.specol("concat", ...pieces);
    assertStringIncludes(stderr, words);
    assertEquals([status, stdout], [1, ""]);
  }
});

Deno.test("partial sums may be named .json, and the joined table has the format of the input", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x\n1\n2\n3\n4\n");
  for (const i of [1, 2]) {
    const args = ["reduce", "s = sum(x)", "in.csv", "--part", `${i}/2`, "-o", `${i}.json`];
    assertEquals((await dir.specol(...args)).stderr, "");
  }
  assertEquals((await dir.specol("concat", "1.json", "2.json")).stdout, "s\n10\n");
  const whole = await dir.specol("reduce", "s = sum(x)", "in.csv", "-o", "s.json");
  assertStringIncludes(whole.stderr, "specol does not write .json files");
});
