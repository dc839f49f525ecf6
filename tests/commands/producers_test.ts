import { assertEquals, assertStringIncludes } from "@std/assert";
import { Workdir } from "../workdir.ts";

// The same table as other programs write it: a number with a null, a text with a delimiter, a date.
// docs/csv.md has the table of them.

/** What a program writes, what to type, and what comes out: the line of x = 0.5, and that of a null. */
interface Producer {
  readonly name: string;
  readonly text: string;
  readonly args: readonly string[];
  readonly rows?: readonly [string, string];
  /** What the message says, where it cannot be read as it is. */
  readonly message?: string;
  /** What is said although it is read. */
  readonly warning?: string;
}

const PRODUCERS: readonly Producer[] = [
  {
    name: "R write.csv",
    text: '"","x","t","d"\n"1",0.5,"a, b",2024-02-29\n"2",NA,NA,NA\n"3",2.5,"c ""q""",2024-03-01\n',
    args: ["-c", "x", "--null-value", "NA"],
    rows: ['"1",0.5,"a, b",2024-02-29,0.5723649429247001', '"2",NA,NA,NA,'],
  },
  {
    name: "R write.table",
    text: '"x" "t" "d"\n"1" 0.5 "a, b" 2024-02-29\n"2" NA NA NA\n"3" 2.5 "c \\"q\\"" 2024-03-01\n',
    args: ["-c", "x", "-d", " ", "--null-value", "NA"],
    rows: ['"1" 0.5 "a, b" 2024-02-29 0.5723649429247001', '"2" NA NA NA '],
  },
  {
    name: "R write.table, quote = FALSE, sep = tab",
    text: 'x\tt\td\n1\t0.5\ta, b\t2024-02-29\n2\tNA\tNA\tNA\n3\t2.5\tc "q"\t2024-03-01\n',
    args: ["-c", "x", "-d", "\\t", "--quote", "none", "--null-value", "NA"],
    rows: ["1\t0.5\ta, b\t2024-02-29\t0.5723649429247001", "2\tNA\tNA\tNA\t"],
    warning: "the first cell of each record is read as a row name, as R's write.table writes it",
  },
  {
    name: "R write.table, quote = FALSE, sep = comma",
    text: "x,t,d\n1,0.5,a,2024-02-29\n2,NA,NA,NA\n",
    args: ["-c", "x", "--null-value", "NA"],
    message: "as R's write.table writes it, write the table with col.names = NA",
  },
  {
    name: "R write.table, col.names = NA, sep = tab",
    text: '""\t"x"\t"t"\t"d"\n"1"\t0.5\t"a, b"\t2024-02-29\n"2"\tNA\tNA\tNA\n',
    args: ["-c", "x", "-d", "\\t", "--null-value", "NA"],
    rows: ['"1"\t0.5\t"a, b"\t2024-02-29\t0.5723649429247001', '"2"\tNA\tNA\tNA\t'],
  },
  {
    name: "R write.csv2",
    text: '"";"x";"t";"d"\n"1";0,5;"a, b";2024-02-29\n"2";NA;NA;NA\n',
    args: ["-c", "x", "-d", ";", "--decimal", ",", "--null-value", "NA"],
    rows: ['"1";0,5;"a, b";2024-02-29;0,5723649429247001', '"2";NA;NA;NA;'],
  },
  {
    name: "R write.table of one column",
    text: '"x"\n"1" 0.5\n"2" NA\n"3" 2.5\n',
    args: ["-c", "x", "-d", " ", "--null-value", "NA"],
    rows: ['"1" 0.5 0.5723649429247001', '"2" NA '],
  },
  {
    name: "data.table fwrite",
    text: 'x,t,d\n0.5,"a, b",2024-02-29\n,,\n2.5,"c ""q""",2024-03-01\n',
    args: ["-c", "x"],
    rows: ['0.5,"a, b",2024-02-29,0.5723649429247001', ",,,"],
  },
  {
    name: 'data.table fwrite, na = "NA"',
    text: '"x","t","d"\n0.5,"a, b",2024-02-29\nNA,NA,NA\n2.5,"c ""q""",2024-03-01\n',
    args: ["-c", "x", "--null-value", "NA"],
    rows: ['0.5,"a, b",2024-02-29,0.5723649429247001', "NA,NA,NA,"],
  },
  {
    name: 'pandas to_csv, sep = ";", decimal = ","',
    text: ';x;t;d\n0;0,5;a, b;2024-02-29\n1;;;\n2;2,5;"c ""q""";2024-03-01\n',
    args: ["-c", "x", "-d", ";", "--decimal", ","],
    rows: ["0;0,5;a, b;2024-02-29;0,5723649429247001", "1;;;;"],
  },
  {
    name: "pandas to_csv, quoting = csv.QUOTE_ALL",
    text: '"","x","t","d"\n"0","0.5","a, b","2024-02-29"\n"1","","",""\n',
    args: ["-c", "x"],
    rows: ['"0","0.5","a, b","2024-02-29",0.5723649429247001', '"1","","","",'],
  },
  {
    name: "Excel, with a line sep=; and thousands",
    text: '\ufeffsep=;\r\nx;t;d\r\n"0,5";a;29.02.2024\r\n;b;\r\n1.234,5;c;\r\n',
    args: ["-c", "x", "--skip", "1", "-d", ";", "--decimal", ",", "--thousands", "."],
    rows: ['"0,5";a;29.02.2024;0,5723649429247001\r', ";b;;\r"],
  },
  {
    name: "DuckDB COPY TO, delimiter and nullstr",
    text: "x|t|d\n0.5|a, b|2024-02-29\nNULL|NULL|NULL\n",
    args: ["-c", "x", "-d", "|", "--null-value", "NULL"],
    rows: ["0.5|a, b|2024-02-29|0.5723649429247001", "NULL|NULL|NULL|"],
  },
  {
    name: "pandas to_csv",
    text: ',x,t,d\n0,0.5,"a, b",2024-02-29\n1,,,\n2,2.5,c,2024-03-01\n',
    args: ["-c", "x"],
    rows: ['0,0.5,"a, b",2024-02-29,0.5723649429247001', "1,,,,"],
  },
  {
    name: "Excel, CSV UTF-8 with a decimal comma",
    text: "\ufeffx;t;d\r\n0,5;a, b;29.02.2024\r\n;;\r\n#N/A;c;\r\n",
    args: ["-c", "x", "-d", ";", "--decimal", ",", "--null-value", "#N/A"],
    rows: ["0,5;a, b;29.02.2024;0,5723649429247001\r", ";;;\r"],
  },
  {
    name: "Excel, tab-delimited Unicode text",
    text: "",
    args: ["-c", "x"],
    message: "it is UTF-16 text; convert it first: iconv -f UTF-16 -t UTF-8 FILE",
  },
  {
    name: "DuckDB COPY TO",
    text: 'x,t,d\n0.5,"a, b",2024-02-29\n,,\n2.5,c,2024-03-01\n',
    args: ["-c", "x"],
    rows: ['0.5,"a, b",2024-02-29,0.5723649429247001', ",,,"],
  },
  {
    name: "polars write_csv",
    text: 'x,t,d\n0.5,"a, b",2024-02-29\n,,\n2.5,c,2024-03-01\n',
    args: ["-c", "x"],
    rows: ['0.5,"a, b",2024-02-29,0.5723649429247001', ",,,"],
  },
  {
    name: "Miller, with its comments passed",
    text: '# from mlr\nx,t,d\n0.5,"a, b",2024-02-29\n-,-,-\n(error),c,\n',
    args: ["-c", "x", "--comment", "#", "--null-value", "(error),-"],
    rows: ['0.5,"a, b",2024-02-29,0.5723649429247001', "-,-,-,"],
  },
];

Deno.test("tables of other programs are read as they are meant, or the message suggests what to type", async () => {
  await using dir = await Workdir.create();
  const page = await Deno.readTextFile(new URL("../../docs/csv.md", import.meta.url));
  for (const { name, text, args, rows, message, warning = "" } of PRODUCERS) {
    assertStringIncludes(page, `| ${name} `, "docs/csv.md lists what was tried");
    const utf16 = Uint8Array.from(
      "\xff\xfex\0\t\0t\0\n\0\x31\0\t\0a\0\n\0",
      (c) => c.charCodeAt(0),
    );
    await dir.write("in.csv", text === "" ? utf16 : text);
    const { status, stdout, stderr } = await dir.specol("lgamma", ...args, "in.csv");
    if (rows === undefined) {
      assertEquals(status, 1, name);
      assertStringIncludes(stderr, message!);
      continue;
    }
    assertEquals([status, stderr === ""], [0, warning === ""], name);
    assertStringIncludes(stderr, warning);
    const lines = stdout.split("\n");
    const header = lines.findIndex((line) => line.includes("x_lgamma"));
    assertEquals(lines.slice(header + 1, header + 3), [...rows], name);
    // As Arrow: numbers are numbers and nulls are null.
    const converted = await dir.specol("convert", ...args, "in.csv", "-o", "out.arrow");
    assertEquals([converted.status, converted.stderr], [0, stderr], name);
    const back = await dir.specol("convert", "out.arrow", "--to", "csv", "--to-null", "null");
    assertEquals(back.stdout.split("\n").slice(0, 3), ["x", "0.5", "null"], name);
  }
});
