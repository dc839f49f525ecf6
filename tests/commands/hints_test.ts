import { assertEquals, assertStringIncludes } from "@std/assert";
import { Workdir } from "../workdir.ts";

Deno.test("a file in another format than its name suggests is refused, with the likely format and what to type", async () => {
  await using dir = await Workdir.create();
  const cases: [string | Uint8Array, string[], string][] = [
    ["My title\nid,x\n1,2\n", ["-c", "1"], "if the first line is a title, use --skip 1"],
    ["My title\nid,x\n1,2\n", ["-c", "x"], "the next has 2: if it is a title, use --skip 1"],
    ["1.5 2\n3 4\n", ["-c", "x"], "that contains spaces: if that is the delimiter, use -d ' '"],
    ["x    y\n1    2\n", ["-c", "x"], "the columns are aligned with spaces"],
    ["x\nNA\n", [], "if it means null, use --null-value NA;"],
    ["x\n#N/A\n", [], "if it means null, use --null-value '#N/A';"],
    ['x\n"1,234"\n', [], "if its commas separate thousands, use --thousands ,;"],
    ["x;y\n1,5;2\n", ["-c", "x", "-d", ";"], "if its comma is the decimal point, use --decimal ,;"],
    [
      '"x" "y"\n"1" 2 3\n',
      ["-c", "y"],
      "that contains spaces: if that is the delimiter, use -d ' '",
    ],
    ["id;x\n1;2,5\n", ["-c", "1"], "if ; is the delimiter, use -d ';'"],
    ["id;x\n1;2.5\n", ["-c", "x"], "that contains ;: if that is the delimiter, use -d ';'"],
    ["x|y\n1|2\n", ["-c", "x"], "use -d '|'"],
    [
      "x,y\nr1,1,2\n",
      ["-c", "x"],
      "as R's write.table writes it, write the table with col.names = NA",
    ],
    [
      "x,y\n1,2,\n",
      ["-c", "x"],
      "if records end in a delimiter, end the header in one: sed '1s/$/,&/'",
    ],
    [
      "x,y\n1,2\n",
      ["-c", "x", "--no-header"],
      "--no-header names columns column1, column2, …: leave it out if the first line has names",
    ],
    [
      "x,y\n1,2\n",
      ["-c", "1", "--no-header"],
      "if the first line has names, leave out --no-header;",
    ],
    ["sep=;\nx;y\n1;2\n", ["-c", "x"], "is not the header: use --skip 1 -d ';'"],
    ["sep=,\nx,y\n1,2\n", ["-c", "x"], "is not the header: use --skip 1 -d ','"],
    ["0.5,a\n1,b\n", ["-c", "x"], "if the first line is data, use --no-header"],
    ["x t\nr1 0.5 a, b\n", ["-c", "x"], "if the delimiter is a space, use -d ' '"],
    ["x|a, b\n1|c, d\n", ["-c", "x"], "if the delimiter is |, use -d '|'"],
    ["# by hand\nx\n1\n", ["-c", "x"], "if the first line is a comment, use --comment '#'"],
    ['"x"\n"r1" 0.5\n', [], "if a space is the delimiter, use -d ' '"],
    ["1.00e+00 2.00e+00\n3.00e+00 4.00e+00\n", [], "if a space is the delimiter, use -d ' '"],
    ["x;y\n1.234,5;2\n", ["-c", "x", "-d", ";"], "use --thousands . --decimal ,;"],
    ["x\n1'234\n", [], `if "'" separates thousands, use --thousands "'";`],
    ["x\n$12.50\n", [], "remove the $ of such numbers first;"],
    ["x\n12%\n", [], "remove the % of such numbers first;"],
    ["x\n2024-02-29\n", [], "it looks like a date, and functions take numbers;"],
    ["x\nTRUE\n", [], "write 1 for true and 0 for false first;"],
    ["x , y\n1,2\n", ["-c", "x"], 'Unknown column x, did you mean "x "?'],
    ["X\n\0\0\0\x03\0\x04", [], "it is an R object (.rds); save the table with write.csv first"],
    ["<table>\n", [], "it is an HTML page"],
    ['{"x": [1]}', [], "it is JSON"],
    [
      '[{"x": 1}]',
      [],
      "it is a JSON list; specol reads JSON lines, with one object per line; convert it first: jq -c '.[]' FILE",
    ],
    ['<?xml version="1.0"?>', [], "it is XML"],
    ["PK\x03\x04abcd", [], "Excel workbooks (.xlsx)"],
    [
      Uint8Array.of(0xff, 0xfe, 0x78, 0, 0x0a, 0, 0x31, 0),
      [],
      "it is UTF-16 text; convert it first",
    ],
    ["x\0\n\0" + "1\0\n\0", [], "UTF-16"],
  ];
  for (const [content, args, message] of cases) {
    await dir.write("in.csv", content);
    const { status, stderr } = await dir.specol("lgamma", ...args, "in.csv");
    assertEquals(status > 0, true, message);
    assertStringIncludes(stderr, message);
  }
});

Deno.test("options and values that other programs have get the name that they have here", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x,n\n1,2\n");
  const cases: [string[], string][] = [
    [["lgamma", "--sep", ";"], "Unknown option --sep, did you mean --delimiter?"],
    [["lgamma", "--col", "x"], "Unknown option --col, did you mean --columns?"],
    [["lgamma", "--na", "NA"], "did you mean --null-value?"],
    [["lgamma", "--threads", "2"], "did you mean --jobs?"],
    [["lgamma", "--device", "gpu"], "got gpu, did you mean webgpu?"],
    [["lgamma", "--dtype", "float"], "must be float16, float32 or float64, got float\n"],
    [["lgamma", "help"], "Cannot read help: no such file or directory; for help use --help"],
    [["lgamma", "n"], "Cannot read n: no such file or directory; if it is a column, use -c n"],
    [
      ["lgamma", "-c", "x", "n", "in.csv"],
      "no such file or directory; if it is a column, use -c 'x,n'",
    ],
    [["lgamma", "-c", "x", "-d", "tab", "in.csv"], "if the delimiter is a comma, use -d ','"],
    [["lgamma", "-c", "x", "in.csv", "out.csv"], "; to write it, use -o out.csv"],
    [["map", "y = x ** 2", "in.csv"], "got *; write ^ for powers"],
    [["map", "y = lgamma(the x)", "in.csv"], 'if it is one name, quote it: "the x"'],
    [["map", "y = lgamma x", "in.csv"], "got x; write lgamma(x)"],
    [["map", "y = 'x'", "in.csv"], "a column's name goes in double quotes"],
    [["besselI", "in.csv"], "specol has orders 0 and 1: i0 and i1, and scaled i0e and i1e"],
    [["lfactorial", "in.csv"], "use specol map 'y = lgamma(x + 1)'"],
  ];
  for (const [args, message] of cases) {
    const { status, stderr } = await dir.specol(...args);
    assertEquals(status > 0, true, args.join(" "));
    assertStringIncludes(stderr, message);
  }
});
