import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { gunzipSync, gzipSync } from "node:zlib";
import { Workdir } from "../workdir.ts";

const TEXT = '\ufeff{"a":1}\r\n\n { "b" : [1,{"a":"}"}] , "\\u0061" : 0.5 }\t\r\n \t\n' +
  '{"a":"NaN","t":"\\"\u00e9","n":12345678901234567890}\n{"a":null}\n{"a":1e400}';
const RESULT = '\ufeff{"a":1,"a_lgamma":0}\r\n\n' +
  ' { "b" : [1,{"a":"}"}] , "\\u0061" : 0.5 ,"a_lgamma":0.5723649429247001}\t\r\n \t\n' +
  '{"a":"NaN","t":"\\"\u00e9","n":12345678901234567890,"a_lgamma":"NaN"}\n' +
  '{"a":null,"a_lgamma":null}\n{"a":1e400,"a_lgamma":"Infinity"}';

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

Deno.test("a result is a new member of its JSON object, and all else stays, from files, pipes and gzip", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.jsonl", TEXT);
  await dir.write("in.ndjson.gz", gzipSync(encode(TEXT)));
  const args = ["lgamma", "-c", "a"];
  for (const input of ["in.jsonl", "in.ndjson.gz"]) {
    const { status, stderr } = await dir.specol(...args, input, "-o", "out.jsonl");
    assertEquals([status, stderr], [0, ""]);
    assertEquals(await dir.read("out.jsonl"), encode(RESULT));
  }
  const piped = await dir.run(args, { stdin: encode(TEXT), permissions: [] });
  // Decoding drops the byte order mark.
  assertEquals([piped.status, piped.stdout, piped.stderr], [0, RESULT.slice(1), ""]);
  await dir.specol(...args, "in.jsonl", "-o", "out.jsonl.gz");
  assertEquals(gunzipSync(await dir.read("out.jsonl.gz")).toString(), RESULT);
});

Deno.test("an empty JSON object gets its first member without a comma", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.jsonl", '{}\n{ }\n{"a":0}\n');
  const { stdout } = await dir.specol("map", "one = 1", "two = 2", "in.jsonl");
  assertEquals(stdout, '{"one":1,"two":2}\n{ "one":1,"two":2}\n{"a":0,"one":1,"two":2}\n');
});

Deno.test("map copies members under other names, whatever they hold and however long they are", async () => {
  await using dir = await Workdir.create();
  const lines = ['{"x":1,"y":"t"}', '{"y":"u\\"v","x":"NaN"}', '{"x":{"a":[1]}}', '{"x":null}'];
  await dir.write("in.jsonl", lines.join("\n") + "\n");
  const { stdout } = await dir.specol("map", "z = x", "w = y", "in.jsonl");
  assertEquals(stdout.split("\n").slice(0, -1), [
    '{"x":1,"y":"t","z":1,"w":"t"}',
    '{"y":"u\\"v","x":"NaN","z":"NaN","w":"u\\"v"}',
    '{"x":{"a":[1]},"z":{"a":[1]}}',
    '{"x":null,"z":null}',
  ]);
  const long = `"${"long ".repeat(60_000)}"`;
  await dir.write("long.jsonl", `{"x":${long},"n":3}\n`.repeat(9));
  for (const also of [[], ["l = lgamma(n)"]]) {
    const args = ["map", "a = x", "b = x", "c = x", ...also, "long.jsonl"];
    const copied = await dir.specol(...args);
    assertEquals(copied.stderr, "");
    const result = also.length === 0 ? "" : ',"l":0.6931471805599453';
    const line = `{"x":${long},"n":3,"a":${long},"b":${long},"c":${long}${result}}\n`;
    assert(copied.stdout === line.repeat(9));
  }
});

Deno.test("--replace writes a result where its member is, in any order; --only and -c leave others out", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.jsonl", '{"a":1,"b":2,"c":"x"}\n{"d":{}, "b": 3,"a" :0.5}\n{"b":"NaN"}\n');
  const options = ["-c", "a,b", "--on-invalid", "null", "-q", "in.jsonl"];
  assertEquals(
    (await dir.specol("lgamma", "--replace", ...options)).stdout,
    '{"a":0,"b":0,"c":"x"}\n{"d":{}, "b": 0.6931471805599453,"a" :0.5723649429247001}\n{"b":"NaN"}\n',
  );
  assertEquals(
    (await dir.specol("lgamma", "--only", ...options)).stdout,
    '{"a_lgamma":0,"b_lgamma":0}\n' +
      '{"a_lgamma":0.5723649429247001,"b_lgamma":0.6931471805599453}\n' +
      '{"a_lgamma":null,"b_lgamma":"NaN"}\n',
  );
  // A member that an object does not have is not written.
  assertEquals(
    (await dir.specol("convert", "-c", "c,b", "in.jsonl")).stdout,
    '{"c":"x","b":2}\n{"b":3}\n{"b":"NaN"}\n',
  );
  // Without -c all members stay, also those that the first object does not have.
  assertEquals(
    (await dir.specol("convert", "in.jsonl")).stdout,
    '{"a":1,"b":2,"c":"x"}\n{"d":{}, "b": 3,"a" :0.5}\n{"b":"NaN"}\n',
  );
});

Deno.test("errors in JSON lines have the line, the column and what was expected", async () => {
  await using dir = await Workdir.create();
  const cases: [string, string][] = [
    ['{"b":1}', '2:7: the object has no member "a", expected a number; --on-invalid null or nan'],
    ['{"a":"two"}', '2:6: member "a" is the text "two", expected a number; if it means null, use'],
    ['{"a":"2"}', `2:6: member "a" is the text "2", expected a number; to remove the quotes of`],
    ['{"a":true}', '2:6: member "a" is true, expected a number'],
    ['{"a":[1]}', '2:6: member "a" is a list, expected a number'],
    ['{"a":{"a":1}}', '2:6: member "a" is an object, expected a number'],
    ['{"a":1,"\\u0061":2}', '2:8: member "\\u0061" appears twice in the object'],
    ['{"a":1,"a_lgamma":2}', '2:8: the object already has a member "a_lgamma"; choose another'],
    ['{"a":1', "2:7: expected a comma or }, got the end of the line; each object must be on one"],
    ['{"a":1,}', '2:8: expected the name of a member in double quotes, got "}"'],
    ['{"a":01}', '2:7: expected a comma or }, got "1"'],
    ['{"a":1.}', '2:8: expected a digit, got "}"'],
    ['{"a":.5}', '2:6: expected a value, got "."'],
    ['{"a":1e}', '2:8: expected a digit, got "}"'],
    ['{"a":1 "b":2}', '2:8: expected a comma or }, got "\\""'],
    ['{"a" 1}', '2:6: expected a colon, got "1"'],
    ["{'a':1}", '2:2: expected the name of a member in double quotes, or }, got "\'"'],
    [
      '{"a":1,"b":"x}',
      "2:15: expected a double quote that ends the string, got the end of the line",
    ],
    ['{"a":1,"b":"\\x"}', '2:14: expected one of "\\/bfnrtu after the backslash, got "x"'],
    ['{"a":1,"b":"\\u00g0"}', '2:17: expected four hexadecimal digits after \\u, got "g"'],
    [
      '{"a":1,"b":"\t"}',
      "2:13: expected no control character in a string, where it must be escaped",
    ],
    ['{"a":1,"b":[1,2}', '2:16: expected a comma or ], got "}"'],
    ['{"a":1,"b":{"c":1]}', '2:18: expected a comma or }, got "]"'],
    ['{"a":1,"b":tru}', '2:12: expected a value, got "t"'],
    ['{"a":1} {"a":2}', '2:9: expected the end of the line, got "{"; each line holds one object'],
    ["[1]", '2:1: expected a JSON object, got "["'],
    [`{"a":1,"b":${"[".repeat(1025)}`, "2:1036: expected at most 1024 levels of objects and lists"],
  ];
  for (const [line, message] of cases) {
    await dir.write("in.jsonl", `{"a":1}\n${line}\n{"a":1}\n`);
    await dir.write("out.jsonl", "old");
    const { status, stderr } = await dir.specol("lgamma", "-c", "a", "in.jsonl", "-o", "out.jsonl");
    assertEquals(status, 1, line);
    assertStringIncludes(stderr, `specol: in.jsonl:${message}`);
    assertEquals(new TextDecoder().decode(await dir.read("out.jsonl")), "old");
  }
});

Deno.test("--on-invalid and --null-value decide what members that are not numbers become", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.jsonl", '{"b":"NA"}\n{"a":[]}\n{"a":"x"}\n{"a":1}\n{"a":"NA"}\n');
  const run = await dir.specol(
    ...["lgamma", "-c", "a", "--on-invalid", "nan", "--null-value", "NA", "in.jsonl"],
  );
  assertEquals(
    run.stdout,
    '{"b":"NA","a_lgamma":"NaN"}\n{"a":[],"a_lgamma":"NaN"}\n{"a":"x","a_lgamma":"NaN"}\n' +
      '{"a":1,"a_lgamma":0}\n{"a":"NA","a_lgamma":null}\n',
  );
  assertStringIncludes(run.stderr, "read as NaN: 3 in a; the first is");
  assertStringIncludes(run.stderr, "(missing)");
});

Deno.test("JSON lines become CSV, Arrow, Parquet and npy, and these become JSON lines", async () => {
  await using dir = await Workdir.create();
  const text = '{"a":1,"t":"x\\t\\"\\ud83d\\ude00","x":0.5}\n{"x":"-Infinity","t":null,"n":7}\n';
  await dir.write("in.jsonl", text);
  for (const path of ["t.arrow", "t.parquet", "t.csv"]) {
    const made = await dir.specol("convert", "in.jsonl", "-o", path);
    assertEquals([made.status, made.stderr], [0, ""]);
    const back = await dir.specol("convert", path, "--to", "jsonl");
    assertEquals(
      back.stdout,
      '{"a":1,"t":"x\\t\\"😀","x":0.5,"n":null}\n{"a":null,"t":null,"x":"-Infinity","n":7}\n',
    );
  }
  await dir.specol("convert", "-c", "x", "in.jsonl", "-o", "x.npy");
  assertEquals(
    (await dir.specol("convert", "x.npy", "--to", "jsonl")).stdout,
    '{"x":0.5}\n{"x":"-Infinity"}\n',
  );
  const map = await dir.specol("map", "y = 2 * x", "in.jsonl", "--to", "csv");
  assertEquals(map.stdout, 'a,t,x,n,y\n1,"x\t""😀",0.5,,1\n,,-inf,7,-inf\n');
});

Deno.test("columns that share a name do not become JSON lines, which could not be read again", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x,y,x\n1,2,3\n");
  await dir.write("out.jsonl", "old");
  const { status, stderr } = await dir.specol("convert", "in.csv", "-o", "out.jsonl");
  assertEquals([status, stderr], [
    1,
    'specol: Cannot write JSON lines: two columns are named "x", and each member of an object needs ' +
    "its own name; leave one of them out, or rename it\n",
  ]);
  assertEquals(await dir.read("out.jsonl"), encode("old"));
  const { stdout } = await dir.specol("convert", "-c", "2-3", "in.csv", "--to", "jsonl");
  assertEquals(stdout, '{"y":2,"x":3}\n');
});

Deno.test("nested values, and members that come too late, are refused by name in other formats", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.jsonl", '{"a":1,"b":2}\n{"a":1,"b":[2]}\n');
  const nested = await dir.specol("convert", "in.jsonl", "--to", "csv");
  assertEquals(nested.status, 1);
  assertStringIncludes(nested.stderr, 'in.jsonl:2:12: member "b" is a list, which only JSON lines');
  assertEquals(
    (await dir.specol("convert", "-c", "a", "in.jsonl", "--to", "csv")).stdout,
    "a\n1\n1\n",
  );
  const rows = '{"a":1}\n'.repeat(140_000);
  await dir.write("late.jsonl", rows + '{"a":2,"late":3}\n');
  const late = await dir.specol("convert", "late.jsonl", "-o", "late.arrow");
  assertEquals(late.status, 1);
  assertStringIncludes(late.stderr, 'late.jsonl:140001: member "late" is not in any object');
  assertEquals((await dir.specol("convert", "-c", "a", "late.jsonl", "-o", "a.arrow")).status, 0);
});

Deno.test("rows of JSON lines are grouped by their values as they are, also in pieces", async () => {
  await using dir = await Workdir.create();
  await dir.write(
    "in.jsonl",
    '{"k":"a","x":1}\n \n{"x":2,"k":5}\n{"k":"5","x":3}\n{"k":null,"x":4}\n{"k":"a","x":5}\n{"k":"NaN","x":6}\n',
  );
  const args = ["reduce", "--by", "k", "s = sum(x)", "n = count()", "in.jsonl"];
  const whole = await dir.specol(...args);
  assertEquals(
    whole.stdout,
    '{"k":"a","s":6,"n":2}\n{"k":5,"s":2,"n":1}\n{"k":"5","s":3,"n":1}\n{"k":null,"s":4,"n":1}\n' +
      '{"k":"NaN","s":6,"n":1}\n',
  );
  assertEquals(
    (await dir.specol(...args, "--to", "csv")).stdout,
    "k,s,n\na,6,2\n5,2,1\n5,3,1\n,4,1\nNaN,6,1\n",
  );
  for (const part of [1, 2, 3]) {
    await dir.specol(...args, "--part", `${part}/3`, "-o", `sums.${part}`);
  }
  assertEquals((await dir.specol("concat", "sums.1", "sums.2", "sums.3")).stdout, whole.stdout);
  assertEquals((await dir.specol("reduce", "n = count()", "in.jsonl")).stdout, '{"n":6}\n');
  await dir.write("bad.jsonl", '{"k":1}\n{"k":[]}\n');
  const refused = await dir.specol("reduce", "--by", "k", "n = count()", "bad.jsonl");
  assertStringIncludes(refused.stderr, 'bad.jsonl:2:6: member "k" is a list, and rows cannot be');
});

Deno.test("several files of JSON lines are one table, whatever members each has", async () => {
  await using dir = await Workdir.create();
  await dir.write("1.jsonl", '{"a":1}');
  await dir.write("2.jsonl", '\ufeff{"b":0,"a":2}\n');
  await dir.write("3.jsonl", "");
  const run = await dir.specol(
    ...["lgamma", "-c", "a", "--file-column", "from", "1.jsonl", "2.jsonl", "3.jsonl"],
  );
  assertEquals(
    run.stdout,
    '{"a":1,"a_lgamma":0,"from":"1.jsonl"}\n{"b":0,"a":2,"a_lgamma":0,"from":"2.jsonl"}\n',
  );
  // An empty file has no columns, so it may be anywhere, and the output may need one type for each.
  await dir.shell("gzip -c 3.jsonl > 3.jsonl.gz", []);
  for (const args of [["--to", "csv"], ["--to", "csv", "--from", "jsonl"]]) {
    const first = await dir.specol("convert", "3.jsonl", "1.jsonl", "3.jsonl.gz", ...args);
    assertEquals([first.stdout, first.stderr], ["a\n1\n", ""]);
  }
  const none = await dir.specol("convert", "3.jsonl", "3.jsonl");
  assertStringIncludes(none.stderr, "Cannot read 3.jsonl: it is empty");
  const twice = await dir.specol("convert", "2.jsonl", "--file-column", "b");
  assertStringIncludes(twice.stderr, "column b already exists");
});

Deno.test("pieces of JSON lines are cut between lines, and concat joins them to the output of a single run", async () => {
  await using dir = await Workdir.create();
  const lines = Array.from({ length: 500 }, (_, i) => `{"i":${i},"t":"${"x".repeat(i % 97)}"}`);
  await dir.write("in.jsonl", lines.join("\n"));
  const whole = (await dir.specol("lgamma", "-c", "i", "-q", "in.jsonl")).stdout;
  const paths = [1, 2, 3, 4, 5, 6, 7].map((i) => `out.${i}.jsonl`);
  for (const [i, path] of paths.entries()) {
    const part = `${i + 1}/${paths.length}`;
    await dir.specol("lgamma", "-c", "i", "-q", "in.jsonl", "--part", part, "-o", path);
  }
  assertEquals((await dir.specol("concat", ...paths)).stdout, whole);
});

Deno.test("large JSON lines are the same with one worker, several, and any chunk", async () => {
  await using dir = await Workdir.create();
  const block = Array.from(
    { length: 1000 },
    (_, i) => `{"id":${i}, "x":${i / 7}, "name":"n${i}", "tags":["a",{"b":null}]}\n`,
  ).join("");
  await dir.write("in.jsonl", block.repeat(500));
  const outputs: Uint8Array[] = [];
  for (const options of [["-j", "1"], ["-j", "2"], ["-j", "2", "--chunk-size", "100K"]]) {
    await dir.specol("lgamma", "-c", "x", "-q", "in.jsonl", "-o", "out.jsonl", ...options);
    outputs.push(await dir.read("out.jsonl"));
  }
  assert(outputs[0].length > 26_000_000);
  // assertEquals would take seconds for so many bytes.
  for (const output of outputs) assert(sameBytes(output, outputs[0]));
  // The first failure in the order of the data is reported.
  await dir.write("in.jsonl", block.repeat(500) + '{"x":oops}\n' + block + '{"x":[}\n');
  for (const jobs of ["1", "2"]) {
    const { stderr } = await dir.specol(
      "lgamma",
      "-c",
      "x",
      "in.jsonl",
      "-o",
      "o.jsonl",
      "-j",
      jobs,
    );
    assertStringIncludes(stderr, 'in.jsonl:500001:6: expected a value, got "o"');
  }
});

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

Deno.test("a line that is too long is refused, and lines go on before all have come", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.jsonl", `{"a":1}\n{"a":"${"x".repeat(40_000_000)}"}\n`);
  const { status, stderr } = await dir.specol("lgamma", "-c", "a", "in.jsonl", "-o", "o.jsonl");
  assertEquals(status, 1);
  assertStringIncludes(stderr, "in.jsonl:2:1: the line is longer than 34 MB; is this JSON lines");
  await dir.write("first.jsonl", `{"a":"${"x".repeat(40_000_000)}"}\n`);
  const first = await dir.specol("lgamma", "-c", "a", "first.jsonl", "-o", "o.jsonl");
  assertStringIncludes(first.stderr, "the line is longer than");
});

Deno.test("--where keeps objects as they are, and compares strings by what they stand for", async () => {
  await using dir = await Workdir.create();
  const lines = [
    '{"s":"a","n":3,"t":{"q":1}}',
    '{"s":"\\u0061","n":5}',
    '{"n":7}',
    '{"s":null,"n":8, "z":"NaN"}',
    '{"s":"a\\"b","n":9}',
    '  {"s":"é","n":10}  ',
    '{"s":"\\ud83d\\ude00","n":11}',
    '{"s":5,"n":12}',
    '{"s":"NaN","n":13}',
  ];
  await dir.write("in.jsonl", lines.join("\n") + "\n");
  const cases: [string, number[]][] = [
    ["s == 'a'", [0, 1]],
    ["s != 'a' and n < 11", [4, 5]],
    ["isnull(s)", [2, 3]],
    ["not isnull(s) and n < 9", [0, 1]],
    [`s == 'a"b'`, [4]],
    ["s == 'é' or s == '😀'", [5, 6]],
    ["s == '5' or s == 'NaN'", [7, 8]],
    ["s == 'ab' or s == ''", []],
    ["lgamma(n) > 15", [6, 7, 8]],
    ["n > 0", lines.map((_, i) => i)],
  ];
  for (const [where, kept] of cases) {
    const expected = kept.map((i) => `${lines[i]}\n`).join("");
    for (const options of [["-j", "1"], ["-j", "2", "--chunk-size", "64"]]) {
      const run = await dir.specol("convert", "in.jsonl", "--where", where, "-q", ...options);
      assertEquals([run.stdout, run.stderr], [expected, ""], where);
    }
  }
  const map = await dir.specol("map", "m = 2 * n", "--where", "n > 11", "in.jsonl", "-q");
  assertEquals(map.stdout, '{"s":5,"n":12,"m":24}\n{"s":"NaN","n":13,"m":26}\n');
  const sum = await dir.specol(
    "reduce",
    "c = count()",
    "y = sum(n)",
    "--where",
    "n > 11",
    "in.jsonl",
  );
  assertEquals(sum.stdout, '{"c":2,"y":25}\n');
  const csv = await dir.specol(
    "convert",
    "-c",
    "n,s",
    "--where",
    "s == 'a'",
    "in.jsonl",
    "--to",
    "csv",
  );
  assertEquals(csv.stdout, "n,s\n3,a\n5,a\n");
});
