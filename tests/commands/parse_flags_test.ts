import { assertEquals, assertThrows } from "@std/assert";
import { type Flag, HELP } from "../../commands/command.ts";
import { parseFlags } from "../../commands/parse_flags.ts";
import { UsageError } from "../../plan/usage_error.ts";

const FLAGS: readonly Flag[] = [
  { name: "output", short: "o", value: "FILE", summary: "" },
  { name: "jobs", short: "j", value: "N", rule: "an integer >= 1", summary: "" },
  { name: "columns", short: "c", value: "LIST", summary: "" },
  { name: "grad", value: "only", implied: "also", choices: ["only"], summary: "" },
  { name: "when", value: "WHEN", choices: ["always", "never"], summary: "" },
  { name: "quiet", short: "q", summary: "" },
  { name: "verbose", short: "v", summary: "" },
  HELP,
];

Deno.test("options and operands are found in every form and order", () => {
  const cases: [string, Record<string, string>, string[]][] = [
    ["", {}, []],
    ["a - b", {}, ["a", "-", "b"]],
    ["-o y x", { output: "y" }, ["x"]],
    ["x -oy", { output: "y" }, ["x"]],
    ["-o=y x", { output: "y" }, ["x"]],
    ["--output y x", { output: "y" }, ["x"]],
    ["--output=y=z", { output: "y=z" }, []],
    ["-o==", { output: "=" }, []],
    ["-o - x", { output: "-" }, ["x"]],
    ["-o=-y.csv --columns=--x", { output: "-y.csv", columns: "--x" }, []],
    ["-j -5 -o -.5", { jobs: "-5", output: "-.5" }, []],
    ["-j-5", { jobs: "-5" }, []],
    ["-q x -v", { quiet: "", verbose: "" }, ["x"]],
    ["-qqv", { quiet: "", verbose: "" }, []],
    ["-vj2 x", { verbose: "", jobs: "2" }, ["x"]],
    ["-qvoy", { quiet: "", verbose: "", output: "y" }, []],
    ["-vo y -j=2", { verbose: "", output: "y", jobs: "2" }, []],
    ["--grad=only x", { grad: "only" }, ["x"]],
    // A file may have any name, also after an option without a value.
    ["-v true --quiet false", { verbose: "", quiet: "" }, ["true", "false"]],
    ["--columns c --grad --help", { columns: "c", grad: "also", help: "short" }, []],
  ];
  for (const [line, options, operands] of cases) {
    const args = line === "" ? [] : line.split(" ");
    const parsed = parseFlags(args, FLAGS);
    assertEquals(
      [Object.fromEntries(parsed.options), parsed.operands, parsed.literal],
      [options, operands, 0],
      line,
    );
  }
});

Deno.test("after -- there are only operands", () => {
  const { options, operands, literal } = parseFlags(["-v", "a", "--", "-q", "--", "-"], FLAGS);
  assertEquals([[...options], operands, literal], [
    [["verbose", ""]],
    ["a", "-q", "--", "-"],
    3,
  ]);
});

Deno.test("what does not fit the table is refused in one sentence", () => {
  const cases: [string, string][] = [
    ["-x", "Unknown option -x, see --help"],
    ["-vx", "Unknown option -x, see --help"],
    ["-é", "Unknown option -é, see --help"],
    ["-😀", "Unknown option -😀, see --help"],
    ["-5", "Unknown option -5, see --help"],
    ["---", "Unknown option ---, see --help"],
    ["--=x", "Unknown option --, see --help"],
    // The beginning of a name is not the option: a later version may have another that begins so.
    ["--out", "Unknown option --out, did you mean --output?"],
    ["--col=x", "Unknown option --col, did you mean --columns?"],
    ["--g", "Unknown option --g, did you mean --grad?"],
    ["--q", "Unknown option --q, did you mean --quiet?"],
    ["--outptu=y", "Unknown option --outptu, did you mean --output?"],
    ["--no-quiet", "Unknown option --no-quiet, did you mean --quiet?"],
    ["-o", "Option --output needs a value: FILE"],
    ["-o=", "Option --output needs a value: FILE"],
    ["--output= x", "Option --output needs a value: FILE"],
    ["-o -- x", "Option --output needs a value: FILE"],
    ["-o -q x", "Option --output needs a value: FILE"],
    ["-vj", "Option --jobs needs a value: N, an integer >= 1"],
    ["-j --grad", "Option --jobs needs a value: N, an integer >= 1"],
    ["--grad=", "Option --grad needs a value: only"],
    // This one reads like -o with the value ut.csv.
    [
      "-o -out.csv",
      "Option --output needs a value: FILE. If -out.csv is the value, write --output=-out.csv",
    ],
    [
      "-vc -x",
      "Option --columns needs a value: LIST. If -x is the value, write --columns=-x",
    ],
    ["-o a -vob", "Option --output is given twice, a and b: give it once"],
    ["-c x --columns=y", "Option --columns is given twice, x and y: give it once, as in x,y"],
    ["--grad --grad=only", "Option --grad is given twice: give it once"],
    [
      "--grad only x",
      "Option --grad takes its value after =, as in --grad=only; if only is a file, use ./only",
    ],
    ["--quiet=no", "Option --quiet takes no value, got no"],
    ["-q=no", "Option --quiet takes no value, got no"],
    ["--grad=both", "Option --grad takes no value or only, got both"],
    ["--when nevr", "Option --when must be always or never, got nevr, did you mean never?"],
  ];
  for (const [line, message] of cases) {
    const error = assertThrows(() => parseFlags(line.split(" "), FLAGS), UsageError, "", line);
    assertEquals(error.message, message, line);
  }
});
