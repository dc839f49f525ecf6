import { assertEquals } from "@std/assert";
import { lgamma, readTable, writeTable, type WriteTableOptions } from "../../mod.ts";
import { Random } from "../../support/random.ts";

type Read = Parameters<typeof readTable>[1];

async function pass(text: string, read: Read = {}, write: Partial<WriteTableOptions> = {}) {
  const table = await readTable(new Blob([text]).stream(), { format: "csv", ...read });
  const bytes = await new Response(writeTable(table, { format: "csv", ...write })).bytes();
  // The decoder of a Response drops a byte order mark.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

const results = { l: { column: "x", compute: lgamma } } as const;

Deno.test("CSV that is written as CSV keeps the bytes that are not computed", async () => {
  const cases: [string, string][] = [
    ["x\n3\n", "x,l\n3,0.6931471805599453\n"],
    ["x\n3", "x,l\n3,0.6931471805599453"],
    ['\ufeffx,y\r\n 1.50,"a""b"\r\n', '\ufeffx,y,l\r\n 1.50,"a""b",-0.12078223763524522\r\n'],
    ["\n\nx,y\n\n1,a\n\n\n02, b \n\n\n", "\n\nx,y,l\n\n1,a,0\n\n\n02, b ,0\n\n\n"],
    ['"x" ,"a\nb"\n"3","c\n\nd"\n', '"x" ,"a\nb",l\n"3","c\n\nd",0.6931471805599453\n'],
    ["y,x\na,\n,3\n,\n", "y,x,l\na,,\n,3,0.6931471805599453\n,,\n"],
    ["x\n", "x,l\n"],
    ["x", "x,l"],
  ];
  for (const [text, expected] of cases) {
    const column = text.includes('"x" ') ? 0 : "x";
    const computed = { l: { column, compute: lgamma } };
    for (const chunkSize of [1, 7, 64, 1000]) {
      assertEquals(await pass(text, { chunkSize }, { results: computed }), expected);
      assertEquals(await pass(text, { chunkSize }), text);
    }
  }
});

Deno.test("a result takes the place of a column, and chosen columns keep their bytes", async () => {
  const text = 'a, x ,"b"\r\n"1", 3.0 ,+2\r\n\r\n 7,4,"q,q"\r\n';
  const x = { " x ": { column: 1, compute: lgamma } };
  assertEquals(
    await pass(text, {}, { results: x }),
    'a, x ,"b"\r\n"1",0.6931471805599453,+2\r\n\r\n 7,1.791759469228055,"q,q"\r\n',
  );
  assertEquals(
    await pass(text, {}, { columns: ["b", 0, { name: "z", input: "b" }] }),
    '"b",a,z\r\n+2,"1",+2\r\n\r\n"q,q", 7,"q,q"\r\n',
  );
});

Deno.test("comments and skipped lines pass, and another dialect is written anew", async () => {
  const csv = { comment: "#", skip: 1 };
  const text = "title\n# one\nx,y\n1.50,a\n# two\n2.0,b\n# three\n";
  assertEquals(
    await pass(text, { csv }, { results, csv }),
    "title\n# one\nx,y,l\n1.50,a,-0.12078223763524522\n# two\n2.0,b,0\n# three\n",
  );
  const semicolons = { delimiter: ";", decimal: "," };
  assertEquals(
    await pass("x;y\n1,50;a\n", { csv: semicolons }, { results, csv: semicolons }),
    "x;y;l\n1,50;a;-0,12078223763524522\n",
  );
  assertEquals(
    await pass("x;y\n1,50;a\n", { csv: semicolons }, { results }),
    "x,y,l\n1.5,a,-0.12078223763524522\n",
  );
  assertEquals(await pass("x\n\n", {}, { results, csv: { toNull: "NA" } }), "x,l\n\n");
  assertEquals(await pass("x,y\n,1\n", {}, { results, csv: { toNull: "NA" } }), "x,y,l\n,1,NA\n");
});

Deno.test("random CSV comes back byte for byte", async () => {
  const random = new Random(7);
  const cells = ["", "1", " 2.50 ", '"a"', '"a""b"', '"x,\r\ny"', "é", "-0", "1e5", '" "', "007"];
  const pick = <T>(list: readonly T[]): T => list[random.bits() % list.length];
  for (let round = 0; round < 200; round++) {
    const width = 1 + round % 4;
    const end = pick(["\n", "\r\n"]);
    const record = (cells: readonly string[]) =>
      Array.from({ length: width }, () => pick(cells)).join(",");
    const lines = [Array.from({ length: width }, (_, i) => `c${i}`).join(",")];
    for (let i = 0; i < round % 50; i++) {
      const line = record(cells);
      lines.push(pick([line, line, line, ""]));
    }
    const text = lines.join(end) + pick(["", end, end + end]);
    const found = await pass(text, { chunkSize: 1 + random.bits() % 200 });
    assertEquals(found, text, JSON.stringify(text));
  }
});
