import { assertEquals, assertStringIncludes } from "@std/assert";
import { CSV_BYTES_PER_THREAD } from "../../pipeline/thresholds.ts";
import { Workdir } from "../workdir.ts";

const A = 'id,x,"t"\r\n1,0.50,"a, b"\r\n2,,c'; // no line end at its end
const B = "id,x,t\n3,2.5,d\n";

async function gzip(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return await new Response(stream).bytes();
}

async function done(dir: Workdir, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await dir.specol(...args);
  assertEquals([status, stderr], [0, ""], args.join(" "));
  return stdout;
}

Deno.test("several CSV files are one table, whose other bytes pass as they are", async () => {
  await using dir = await Workdir.create();
  await dir.write("a.csv", A);
  await dir.write("b.csv.gz", await gzip(B));
  await dir.write("empty.csv", "id,x,t");
  const rows = '1,0.50,"a, b",0.5723649429247001\r\n2,,c,\n';
  for (const more of [[], ["-j", "1"], ["--chunk-size", "5"]]) {
    assertEquals(
      await done(dir, "lgamma", "-c", "x", "a.csv", "b.csv.gz", "empty.csv", "a.csv", ...more),
      `id,x,"t",x_lgamma\r\n${rows}3,2.5,d,0.2846828704729192\n${rows.trimEnd()}`,
    );
    assertEquals(
      await done(dir, "convert", "empty.csv", "b.csv.gz", "--file-column", "from", ...more),
      "id,x,t,from\n3,2.5,d,b.csv.gz\n",
    );
  }
  assertEquals(
    await done(dir, "map", "y = lgamma(x)", "--only", "--file-column", "f", "a.csv", "b.csv.gz"),
    "y,f\r\n0.5723649429247001,a.csv\r\n,a.csv\n0.2846828704729192,b.csv.gz\n",
  );
});

Deno.test({
  name: "pipes among several inputs are opened once, each when its turn comes, and lose no row",
  ignore: Deno.build.os === "windows", // it has no mkfifo
  async fn() {
    await using dir = await Workdir.create();
    // More than a pipe holds.
    const numbers = Array.from({ length: 30_000 }, (_, i) => `${i + 0.5}\n`);
    await dir.write("in.csv", `x\n${numbers.join("")}`);
    for (const format of ["csv", "jsonl", "arrow", "parquet", "npy"]) {
      if (format !== "csv") await dir.specol("convert", "in.csv", "-o", `in.${format}`);
      for (
        const work of [
          ["map", "y = 2 * x"],
          ["reduce", "total = sum(x)", "rows = count()"],
          ["fit", "-(x - a)^2", "--start", "a=0"],
        ]
      ) {
        const args = [...work, "--from", format, "--to", "csv"];
        const files = await dir.specol(...args, `in.${format}`, `in.${format}`);
        // The writer opens the second pipe only once the first is empty.
        const pipes = await dir.shell(
          `mkfifo a b; (cat in.${format} > a; cat in.${format} > b) & "$@" a b; wait; rm a b`,
          args,
        );
        assertEquals([files.stderr, pipes.stderr], ["", ""]);
        assertEquals(pipes.stdout === files.stdout, true, `${work[0]} ${format}`);
      }
    }
  },
});

Deno.test("a pipe after the first input that has another format is refused, with advice", async () => {
  await using dir = await Workdir.create();
  await dir.write("a.csv", "x\n1\n");
  const words = {
    arrows: "an Arrow stream",
    parquet: "a Parquet file",
    npy: "an npy file",
    jsonl: "JSON lines",
  };
  for (const [format, what] of Object.entries(words)) {
    const stdin = (await dir.specol("convert", "a.csv", "--to", format)).bytes;
    for (
      const work of [
        ["lgamma"],
        ["reduce", "s = sum(x)"],
        ["fit", "-(x - a)^2", "--start", "a=0"],
        ["convert", "--to", "arrows"],
      ]
    ) {
      const { status, stderr } = await dir.run([...work, "a.csv", "-"], { stdin });
      assertEquals(status, 1, `${work[0]} ${format}`);
      assertStringIncludes(
        stderr,
        `Cannot read standard input: it is ${what}, but a pipe after the first input is read as ` +
          "CSV; name it first, or save it to a file",
      );
    }
    assertEquals((await dir.run(["lgamma", "-", "a.csv"], { stdin })).status, 0);
  }
});

Deno.test("threads share each large file of several, and write and refuse what one thread does", async () => {
  await using dir = await Workdir.create();
  const record = (x: number) => `${x},${"t".repeat(200)}`;
  const records = Array.from(
    { length: Math.ceil(2 * CSV_BYTES_PER_THREAD / 200) },
    (_, i) => record(i % 1000 + 0.25),
  );
  const large = `x,t\n${records.join("\n")}`; // no line end at its end
  await dir.write("large.csv", large);
  await dir.write("small.csv", "x,t\n2.5,u");
  await dir.write("ended.csv", `${large}\n`);
  await dir.write("wrong.csv", `${large}\nthree,\n${record(4)}\n`);
  const inputs = ["large.csv", "small.csv", "ended.csv", "small.csv", "large.csv"];
  const args = ["lgamma", "-c", "x", "--file-column", "f", ...inputs, "-v"];
  const run = async (jobs: string, ...more: string[]) => {
    const { status, stdout, stderr } = await dir.specol(...args, "-j", jobs, ...more);
    assertEquals(status, 0, stderr);
    assertStringIncludes(stderr, jobs === "1" ? "without workers" : "1 worker");
    return more.length === 0 ? stdout : Deno.readTextFileSync(dir.path(more[1]));
  };
  const alone = await run("1");
  assertEquals(alone.split("\n").length, 3 * records.length + 3);
  assertEquals(alone === await run("2"), true, "standard output");
  assertEquals(alone === await run("2", "-o", "out.csv"), true, "a file");

  const wrong = ["lgamma", "-c", "x", "small.csv", "wrong.csv", "large.csv", "-o", "new.csv"];
  const refused = await dir.specol(...wrong, "-j", "1");
  assertStringIncludes(refused.stderr, `wrong.csv:${records.length + 2}:1`);
  const { status, stderr } = await dir.specol(...wrong, "-j", "2");
  assertEquals([status, stderr], [1, refused.stderr]);
});

Deno.test("several inputs are one table in every format, and between formats", async () => {
  await using dir = await Workdir.create();
  await dir.write("a.csv", "id,x\n1,0.5\n2,\n");
  await dir.write("b.csv", "id,x\n3,2.5\n");
  for (const name of ["a", "b"]) {
    for (const format of ["arrow", "arrows", "npy"]) {
      await done(dir, "convert", `${name}.csv`, "-o", `${name}.${format}`);
    }
  }
  await dir.write(
    "b.arrow.gz",
    await new Response(
      new Blob([await dir.read("b.arrow")]).stream().pipeThrough(new CompressionStream("gzip")),
    ).bytes(),
  );
  const rows = "1,0.5,0.5723649429247001\n2,,\n3,2.5,0.2846828704729192\n";
  for (const first of ["a.csv", "a.arrow", "a.arrows"]) {
    for (const second of ["b.csv", "b.arrow", "b.arrows", "b.arrow.gz"]) {
      const args = ["lgamma", "-c", "x", first, second];
      assertEquals(await done(dir, ...args, "--to", "csv"), `id,x,x_lgamma\n${rows}`);
      await done(dir, ...args, "-o", "out.arrow");
      assertEquals(
        await done(dir, "convert", "out.arrow", "--to", "csv"),
        `id,x,x_lgamma\n${rows}`,
      );
      await done(dir, ...args, "--file-column", "file", "-o", "out.arrow");
      const [one, two, three] = rows.trimEnd().split("\n");
      assertEquals(
        await done(dir, "convert", "out.arrow", "--to", "csv"),
        `id,x,x_lgamma,file\n${one},${first}\n${two},${first}\n${three},${second}\n`,
      );
    }
  }
  await done(dir, "lgamma", "-c", "x1", "a.npy", "b.npy", "-o", "out.npy");
  assertEquals(
    await done(dir, "convert", "out.npy", "--to", "csv"),
    "x0,x1,x2\n1,0.5,0.5723649429247001\n2,NaN,NaN\n3,2.5,0.2846828704729192\n",
  );
});

Deno.test("inputs that differ are an error that says which file and which column", async () => {
  await using dir = await Workdir.create();
  await dir.write("a.csv", "id,x\n1,0.5\n");
  await dir.write("other.csv", "id,y\n1,0.5\n");
  await dir.write("short.csv", "id\n1\n");
  await dir.write("long.csv", "id,x,z\n1,2,3\n");
  await dir.write("wrong.csv", "id,x\n1,0.5\n2,abc\n");
  await dir.write("text.csv", "id,x\nseven,0.5\n");
  const cases: [string[], number, string][] = [
    [["other.csv"], 1, "Cannot read other.csv after a.csv: it has no column x"],
    [["short.csv"], 1, "Cannot read short.csv after a.csv: it has no column x"],
    [["long.csv"], 1, "long.csv after a.csv: its column 3 is z, which a.csv does not have"],
    [["a.csv", "wrong.csv"], 1, 'wrong.csv:3:3: "abc" in column x is not a number'],
    [["none.csv"], 1, "Cannot read none.csv"],
    [["a.csv", "--file-column", "id"], 2, "column id already exists"],
    [["-", "-"], 2, "Standard input (-) can be read only once"],
  ];
  for (const [args, status, message] of cases) {
    for (const to of ["csv", "arrows"]) {
      // On the way to Arrow the types are compared first.
      if (args.includes("wrong.csv") && to === "arrows") continue;
      const run = await dir.specol("lgamma", "-c", "x", "a.csv", ...args, "--to", to);
      assertEquals(run.status, status, `${args.join(" ")}: ${run.stderr}`);
      assertStringIncludes(run.stderr, message);
    }
  }
  const typed = await dir.specol("lgamma", "-c", "x", "a.csv", "text.csv", "--to", "arrows");
  assertEquals(typed.status, 1);
  assertStringIncludes(typed.stderr, "column id is utf8 there, but int64 in a.csv");
  // A row is counted in its own input.
  await dir.write("p.csv", "x\n1.5\n2.5\n");
  await dir.write("q.csv", "x\n1.5\n-1\n");
  for (const name of ["p", "q"]) await done(dir, "convert", `${name}.csv`, "-o", `${name}.arrow`);
  const strict = await dir.specol("digamma", "p.arrow", "q.arrow", "--strict", "--to", "csv");
  assertStringIncludes(strict.stderr, "column x in row 2 of q.arrow is -1, outside the domain");
});
