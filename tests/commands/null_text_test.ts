import { assertEquals } from "@std/assert";
import { encodeTexts } from "../../formats/csv/text_list.ts";
import { Workdir } from "../workdir.ts";

// One rule: a result that is null is an empty cell, or the text of --to-null. Other cells pass as they
// are, but convert rewrites the cells that are null if --to-null asks for it.

Deno.test("a null result is an empty cell, or the text of --to-null, wherever the result is written", async () => {
  await using dir = await Workdir.create();
  const text = "x,u\n2,1\nNA,2\n3,\nbad,1\n,1\n";
  const base = ["lgamma", "-c", "x", "-q", "--null-value", "NA", "--on-invalid", "null"];
  const cases: [string[], (none: string) => string][] = [
    [[], (none) => `x,u,x_lgamma\n2,1,0\nNA,2,${none}\n3,,Z\nbad,1,${none}\n,1,${none}\n`],
    [["--replace"], (none) => `x,u\n0,1\n${none},2\nZ,\n${none},1\n${none},1\n`],
    [
      ["--replace", "--grad=only", "--upstream", "u"],
      (none) => `x,u\n0.42278433509846713,1\n${none},2\n${none},\n${none},1\n${none},1\n`,
    ],
    [
      ["--replace", "--grad", "--upstream", "u"],
      (none) =>
        `x,u,x_lgamma_grad\n0,1,0.42278433509846713\n${none},2,${none}\nZ,,${none}\n` +
        `${none},1,${none}\n${none},1,${none}\n`,
    ],
    // A line without a cell would be no record.
    [["--only"], (none) => {
      const cell = none || '""';
      return `x_lgamma\n0\n${cell}\nZ\n${cell}\n${cell}\n`;
    }],
    [["--only", "--grad"], (none) => {
      const row = `${none},${none}`;
      return `x_lgamma,x_lgamma_grad\n0,0.42278433509846713\n${row}\nZ,0.9227843350984671\n${row}\n${row}\n`;
    }],
  ];
  for (const [options, expected] of cases) {
    for (
      const [told, none] of [[[], ""], [["--to-null", "-"], "-"], [["--to-null", ""], ""]] as const
    ) {
      const { stdout } = await dir.run([...base, ...options, ...told], {
        stdin: new TextEncoder().encode(text),
      });
      assertEquals(stdout, expected(none).replaceAll("Z", "0.6931471805599453"), options.join(" "));
    }
  }
});

Deno.test("convert --to-null rewrites the cells that are null, and no others", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", 'x,name,y\n1,,2\nNA,"NA",""\n3, NA ,-\n');
  const cases: [string[], string][] = [
    [["--to-null", "NA"], 'x,name,y\n1,NA,2\nNA,"NA",""\n3, NA ,-\n'],
    [["--to-null", "", "--null-value", "NA,-"], 'x,name,y\n1,,2\n,"NA",""\n3,,\n'],
    [["--to-null", ".", "--null-value", "NA,-", "-c", "y,x"], 'y,x\n2,1\n"",.\n.,3\n'],
    [["--to-null", "null", "--to-delimiter", ";"], 'x;name;y\n1;null;2\nNA;"NA";""\n3; NA ;-\n'],
    [["--to-null", "NA", "--to", "tsv"], 'x\tname\ty\n1\tNA\t2\nNA\t"NA"\t""\n3\t NA \t-\n'],
    [["--null-value", "NA"], 'x,name,y\n1,,2\nNA,"NA",""\n3, NA ,-\n'],
  ];
  for (const [options, expected] of cases) {
    const { status, stdout } = await dir.specol("convert", "in.csv", ...options);
    assertEquals([status, stdout], [0, expected], options.join(" "));
  }
  // Texts that are longer than cells, in chunks that they outgrow.
  const long = "n".repeat(500);
  await dir.write("many.csv", "a,b\n" + ",1\n".repeat(20_000));
  const { stdout } = await dir.specol(
    "convert",
    "many.csv",
    "--to-null",
    long,
    "--chunk-size",
    "64K",
  );
  assertEquals(stdout === `a,b\n${`${long},1\n`.repeat(20_000)}`, true);
});

Deno.test("a text is found among thousands that mean null, and no other", async () => {
  await using dir = await Workdir.create();
  const nulls = Array.from({ length: 3000 }, (_, i) => `N${i * i}`);
  await dir.write("in.csv", `x\n${nulls.map((text) => `${text}\n ${text} \n`).join("")}N2\n`);
  const options = ["--null-value", nulls.join(","), "--on-invalid", "nan", "-q", "--only"];
  const { stdout } = await dir.specol("lgamma", "in.csv", ...options);
  assertEquals(stdout, `x_lgamma\n${'""\n'.repeat(6000)}NaN\n`);
});

Deno.test("a list of texts has as many buckets as texts, so that a cell is compared with few", () => {
  const list = encodeTexts(Array.from({ length: 20_000 }, (_, i) => `N${i}`));
  const words = new DataView(list.buffer);
  const buckets = words.getUint32(8, true) + 1;
  let longest = 0;
  for (let i = 0; i < buckets; i++) {
    const [from, to] = [words.getUint32(12 + 4 * i, true), words.getUint32(16 + 4 * i, true)];
    longest = Math.max(longest, to - from);
  }
  assertEquals([buckets, longest < 16 * 10], [32_768, true]);
});
