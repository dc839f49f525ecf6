import { assertEquals, assertStringIncludes } from "@std/assert";
import { Workdir } from "../workdir.ts";

// What was typed ends with status 2, and what is in the data with 1. Each message says what to do.

const CSV = "site,n,r\nnorth,3,1.5\nsouth,0,2\n";
const ROWSUM = 'rowsum("S*", lgamma(_))';
const NO_NUMBER =
  'in.csv:2:1: "north" in column site is not a number; if it means null, use --null-value north';

const CASES: readonly [number, string, readonly string[]][] = [
  // A name that is a parameter and a column.
  [2, "rename the parameter, or leave out --param n", ["map", "--param", "n=2", "y = n * r"]],
  [2, "rename the parameter, or leave out --param n", ["reduce", "--param", "n=2", "y = sum(n)"]],
  [2, "rename the parameter", ["map", "--param", "n=2", "--where", "n > 1", "y = r"]],
  [2, "rename the parameter", ["fit", "n * m - m^2", "--param", "r=1", "--start", "m=1"]],
  [2, "rename the parameter in --start", ["fit", "n * r", "--start", "n=1"]],
  [2, "call the result something else", ["map", "let n = 2", "y = n * r"]],
  // What other commands take.
  [2, "leave out what comes before =", ["fit", "ll = n * log(m) - m", "--start", "m=1"]],
  [2, "leave out sum(…)", ["fit", "sum(n * log(m) - m)", "--start", "m=1"]],
  [2, "The expression comes before the inputs", ["fit", "in.csv", "n * m", "--start", "m=1"]],
  // A start outside the domain, in every row and in some.
  [2, "start inside its domain", ["fit", "n * log(m) - m", "--start", "m=-1"]],
  [1, "start inside its domain, or leave these rows out", [
    ...["fit", "log(n) * m - m^2", "--start", "m=1"],
  ]],
  // Text in a computed column.
  [1, NO_NUMBER, ["map", "y = site + 1"]],
  [1, NO_NUMBER, ["reduce", "y = sum(site)"]],
  [1, NO_NUMBER, ["fit", "-(site - m)^2", "--start", "m=1"]],
  [1, NO_NUMBER, ["map", "--where", "site > 1", "y = n"]],
  // Text that is not in quotes.
  [2, "write a text in single quotes, 'north'", ["map", "--where", "site == north", "y = n"]],
  [2, "write a text in single quotes, 'north'", ["convert", "--where", 'site != "north"']],
  [2, "to find nulls, use isnull(…)", ["convert", "--where", "site != null"]],
  // _ outside of rowsum.
  [2, ROWSUM, ["map", "y = _ + 1"]],
  [2, ROWSUM, ["reduce", "y = sum(_)"]],
  [2, ROWSUM, ["fit", "_ * m", "--start", "m=1"]],
  [2, ROWSUM, ["map", "--where", "_ > 1", "y = n"]],
];

Deno.test("bad input of models is refused with what to do, and writes nothing", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", CSV);
  for (const [expected, message, args] of CASES) {
    const { status, stderr } = await dir.specol(...args, "in.csv", "-o", "out.csv");
    assertStringIncludes(stderr, message, args.join(" "));
    assertEquals(status, expected, args.join(" "));
    assertEquals(await dir.list(), ["in.csv"], args.join(" "));
  }
});

Deno.test("a group with one row says that it does not determine the parameters", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "site,n\na,3\na,7\nb,4\na,5\n");
  const args = ["fit", "-(n - m)^2 / (2 * s^2) - log(s)", "--start", "m=1,s=1", "--by", "site"];
  const { status, stdout, stderr } = await dir.specol(...args, "in.csv");
  assertEquals(status, 0);
  assertEquals(stdout.split("\n").map((line) => line.at(-1)), ["d", "1", "0", undefined]);
  assertStringIncludes(stderr, "1 of 2 groups did not converge (site=b): there is no maximum");
  assertStringIncludes(stderr, "1 row does not determine 2 parameters");
  const strict = await dir.specol(...args, "--strict", "in.csv");
  assertEquals([strict.status, strict.stdout], [1, ""]);
});

Deno.test("an unknown column of a fit says which delimiter the file may have", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", '"";"n";"site"\n"1";3;"a"\n"2";5;"b"\n');
  const args = ["fit", "n * log(m) - m", "--start", "m=1", "in.csv"];
  for (const more of [[], ["--by", "site"]]) {
    const { status, stderr } = await dir.specol(...args, ...more);
    assertStringIncludes(stderr, "if that is the delimiter, use -d ';'");
    assertEquals(status, 2);
  }
  const { stdout } = await dir.specol(...args, "-d", ";");
  assertStringIncludes(stdout, "\n4;");
});
