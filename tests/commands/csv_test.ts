import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { gunzipSync, gzipSync } from "node:zlib";
import { appendLgamma } from "../formats/csv/oracle.ts";
import { Workdir } from "../workdir.ts";

const TEXT = 'id,"the x"\r\na, 1\r\n"b\nc",0.5\r\n';
const RESULT = 'id,"the x",the x_lgamma\r\na, 1,0\r\n"b\nc",0.5,0.5723649429247001\r\n';

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

Deno.test("lgamma keeps the other columns of a CSV as they were, from files, pipes and gzip", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", TEXT);
  await dir.write("in.csv.gz", gzipSync(encode(TEXT)));
  const args = ["lgamma", "-c", "the x"];
  assertEquals((await dir.specol(...args, "in.csv")).stdout, RESULT);
  assertEquals((await dir.specol(...args, "in.csv.gz")).stdout, RESULT);
  const piped = await dir.run(args, { stdin: encode(TEXT), permissions: [] });
  assertEquals([piped.status, piped.stdout, piped.stderr], [0, RESULT, ""]);
  await dir.specol(...args, "in.csv", "-o", "out.csv.gz");
  assertEquals(gunzipSync(await dir.read("out.csv.gz")).toString(), RESULT);
  const { status, stdout, stderr } = await dir.specol(...args, "in.csv", "-o", "in.csv");
  assertEquals([status, stdout, stderr], [0, "", ""]);
  assertEquals(new TextDecoder().decode(await dir.read("in.csv")), RESULT);
  assertEquals(await dir.list(), ["in.csv", "in.csv.gz", "out.csv.gz"]);
});

Deno.test("an error in a CSV ends with status 1, names its place, and leaves the old file", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "id,x\n1,2\n2,two\n");
  await dir.write("out.csv", "old");
  const { status, stderr } = await dir.specol("lgamma", "-c", "x", "in.csv", "-o", "out.csv");
  assertEquals(status, 1);
  assertStringIncludes(stderr, 'specol: in.csv:3:3: "two" in column x is not a number');
  assertEquals(new TextDecoder().decode(await dir.read("out.csv")), "old");
  assertEquals(await dir.list(), ["in.csv", "out.csv"]);
});

Deno.test("cells and names in messages cannot reach the terminal as codes", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "id,\x1b[31mx\n1,\x1b[2J\n");
  const { status, stderr } = await dir.specol("lgamma", "-c", "2", "in.csv");
  assertEquals(status, 1);
  assert(!stderr.includes("\x1b"), stderr);
});

Deno.test("records are written while whoever sends them is still writing", async () => {
  await using dir = await Workdir.create();
  const child = dir.start(["lgamma", "-c", "x"], []);
  const writer = child.stdin.getWriter();
  const reader = child.stdout.getReader();
  let seen = "";
  async function see(text: string): Promise<void> {
    while (seen.length < text.length) {
      seen += new TextDecoder().decode((await reader.read()).value);
    }
    assertEquals(seen, text);
  }
  // The first bytes show what it is; so many must be there.
  const first = "x,x_lgamma\n" + "3,0.6931471805599453\n".repeat(8);
  await writer.write(encode("x\n" + "3\n".repeat(8)));
  await see(first);
  await writer.write(encode("1\n2"));
  await see(first + "1,0\n");
  await writer.close();
  await see(first + "1,0\n2,0");
  await reader.cancel();
  await child.stderr.cancel();
  assertEquals((await child.status).code, 0);
});

Deno.test("a reader that has enough ends the program quietly", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x\n" + "0.5\n".repeat(2_000_000));
  const child = dir.start(["lgamma", "-j", "2", "in.csv"]);
  const reader = child.stdout.getReader();
  await reader.read();
  await reader.cancel();
  child.stdin.close();
  const stderr = await new Response(child.stderr).text();
  assertEquals([(await child.status).code, stderr], [0, ""]);
});

Deno.test("a large CSV is the same with one worker, several, and any chunk", async () => {
  await using dir = await Workdir.create();
  let text = "id,name,x,y\n";
  for (let i = 0; i < 100_000; i++) {
    text += `${i},"n ${i}\n",${(i * 0.37) % 50 + i / 2 ** 30},${i % 7}\n`;
  }
  const expected = appendLgamma(text);
  await dir.write("in.csv", text);
  for (const options of ["-j 1", "-j 2", "-j 5 --chunk-size 10k", "-j 2 --chunk-size 1000"]) {
    const { stdout } = await dir.specol("lgamma", "-c", "x", "in.csv", ...options.split(" "));
    assert(stdout === expected, options);
  }
  const { stdout } = await dir.run(["lgamma", "-c", "x"], { stdin: encode(text) });
  assert(stdout === expected, "pipe");
});

Deno.test("tabs and other delimiters are read by ending, first bytes and option", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.tsv", "id\tx\n1\t2\n");
  await dir.write("text", "id\tx\n1\t2\n");
  await dir.write("in.csv", "id;x\n1;2,5\n");
  assertEquals(
    (await dir.specol("lgamma", "-c", "x", "in.tsv")).stdout,
    "id\tx\tx_lgamma\n1\t2\t0\n",
  );
  assertEquals(
    (await dir.specol("lgamma", "-c", "x", "text")).stdout,
    "id\tx\tx_lgamma\n1\t2\t0\n",
  );
  assertEquals(
    (await dir.specol("lgamma", "-c", "x", "-d", "\\t", "text")).stdout,
    "id\tx\tx_lgamma\n1\t2\t0\n",
  );
  assertEquals(
    (await dir.specol("lgamma", "-c", "x", "-d;", "--decimal", ",", "in.csv")).stdout,
    "id;x;x_lgamma\n1;2,5;0,2846828704729192\n",
  );
  await dir.specol("convert", "in.tsv", "-o", "out.csv");
  assertEquals(new TextDecoder().decode(await dir.read("out.csv")), "id,x\n1,2\n");
});

Deno.test("map adds several results to a CSV in one pass", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "id,x\n1,3\n");
  const { stdout } = await dir.specol("map", "a = lgamma(x)", "b = grad(lgamma(x))", "in.csv");
  assertEquals(stdout, "id,x,a,b\n1,3,0.6931471805599453,0.9227843350984671\n");
});

Deno.test("map can put a result in the place of a column that it is not computed from", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", 'site,n,x\n"a,b",7,3\nc,8,\n');
  const replaced = await dir.specol("map", "--replace", "n = lgamma(x)", "in.csv");
  assertEquals(replaced.stdout, 'site,n,x\n"a,b",0.6931471805599453,3\nc,,\n');
  const only = await dir.specol("map", "--only", "s = site", "y = lgamma(x)", "z = n", "in.csv");
  assertEquals(only.stdout, 's,y,z\n"a,b",0.6931471805599453,7\nc,,8\n');
});

Deno.test("map writes a long cell as often as it is asked to", async () => {
  await using dir = await Workdir.create();
  const cell = `"${"a,".repeat(1500)}"`;
  await dir.write("in.csv", `n,x\n${`3,${cell}\n`.repeat(300)}`);
  const names = Array.from({ length: 100 }, (_, i) => `a${i}`);
  const copies = names.map((name) => `${name} = x`);
  for (const more of [["-j1"], ["-j2"], ["-j1", "--chunk-size", "5000"], ["--to", "tsv"]]) {
    const args = ["map", "--only", ...copies, "y = lgamma(n)", ...more, "in.csv"];
    const { status, stdout, stderr } = await dir.specol(...args);
    assertEquals([status, stderr], [0, ""]);
    const split = more.includes("tsv") ? "\t" : ",";
    const record = [...names.map(() => cell), "0.6931471805599453"].join(split);
    assert(stdout === [...names, "y"].join(split) + "\n" + `${record}\n`.repeat(300), `${more}`);
  }
});

Deno.test("a first line of numbers is read as names, with a warning", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "1\n2\n");
  const { status, stdout, stderr } = await dir.specol("lgamma", "in.csv");
  assertEquals([status, stdout], [0, "1,1_lgamma\n2,0\n"]);
  assertStringIncludes(stderr, "if it is data, use --no-header");
  const data = await dir.specol("lgamma", "--no-header", "in.csv");
  assertEquals([data.stdout, data.stderr], ["1,0\n2,0\n", ""]);
});
