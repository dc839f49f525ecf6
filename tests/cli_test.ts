import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { allCommands } from "../commands/commands.ts";
import { formatMainHelp } from "../commands/help.ts";
import { runCommand } from "../commands/main.ts";
import config from "../deno.json" with { type: "json" };
import { measured } from "../functions/measured.ts";
import { registry } from "../functions/registry.ts";
import { TOPICS } from "../commands/topics.ts";
import { FUNCTIONS } from "../plan/expression/functions.ts";
import { UsageError } from "../plan/usage_error.ts";
import { Workdir } from "./workdir.ts";

const COMMANDS = await allCommands();
const NAMES = registry.map((spec) => spec.name);
const EXAMPLES: Readonly<Record<string, string>> = {
  polygamma: "specol polygamma -n 2 -c x in.csv > out.csv",
  multigammaln: "specol multigammaln -p 3 -c x in.csv > out.csv",
};

Deno.test("help fits a small terminal and names every function", async () => {
  await using dir = await Workdir.create();
  const runs = await Promise.all([
    dir.specol("--help"),
    dir.specol("-h"),
    dir.specol("map", "--help"),
  ]);
  for (const { status, stderr } of runs) assertEquals([status, stderr], [0, ""]);
  const [main, short, map] = runs.map((run) => run.stdout);
  assertEquals(main, `${formatMainHelp()}\n`);
  assertEquals(map, `${COMMANDS.find(({ name }) => name === "map")!.help()}\n`);
  assert(main.trimEnd().split("\n").length <= 24, main);
  const topics = TOPICS.filter(({ name }) => name !== "EXPRESSIONS");
  assert(TOPICS.every(({ text }) => text().split("\n").every((line) => line.length <= 80)));
  const helps = COMMANDS.map((command) => command.help());
  for (const text of [main, ...helps, ...topics.map(({ text }) => text())]) {
    const lines = text.trimEnd().split("\n");
    // The shell's next prompt needs a line of the 40 too.
    assert(lines.length <= 39, text);
    assert(lines.every((line) => line.length <= 80), text);
  }
  for (const { name, help, flags } of COMMANDS) {
    const all = help({ all: true });
    assert(all.split("\n").every((line) => line.length <= 80), all);
    assert(
      !/--[a-z-]+ [A-Z/=]+[^ A-Z/=]/.test(all),
      "a blank is between an option and its description",
    );
    for (const { name: flag, rare } of flags) {
      const line = new RegExp(`^ +(-\\w, )?--${flag}[ [].*$`, "m");
      assert(line.test(all), flag);
      assertEquals(line.test(help()), !rare, flag);
    }
    const rare = flags.filter((flag) => flag.rare).length;
    if (rare > 0) assertStringIncludes(help(), `${rare} more options: specol ${name} --help=all`);
    if (name === "list") continue;
    assertStringIncludes(help(), "Examples:");
    if (!["completions", "devices", "help"].includes(name)) {
      for (const heading of ["\nColumns:\n", "\nInput:\n", "\nOutput:\n", "\nRunning:\n"]) {
        // Pieces are joined with all their columns.
        if (name !== "concat" || !heading.includes("Columns")) {
          assertStringIncludes(help(), heading);
        }
      }
      assertStringIncludes(help(), "Memory:");
    }
  }
  assertEquals(short, main);
  assertStringIncludes(main, `Functions: ${NAMES.join(", ")}`);
  assertStringIncludes(main, "Memory:");
  assertStringIncludes(main, "Examples:");
  for (const { name, gradient } of registry) {
    const help = COMMANDS.find((command) => command.name === name)!.help();
    assertStringIncludes(help, gradient);
    assertStringIncludes(help, EXAMPLES[name] ?? `specol ${name} -c x in.csv`);
  }
  const polygamma = COMMANDS.find(({ name }) => name === "polygamma")!.help();
  assertStringIncludes(polygamma, "Usage: specol polygamma -n N");
});

Deno.test("the version is that of the package", async () => {
  await using dir = await Workdir.create();
  for (const args of [["--version"], ["-V"], ["lgamma", "--version"], ["map", "-V"]]) {
    const { status, stdout } = await dir.specol(...args);
    assertEquals([status, stdout], [0, `specol ${config.version}\n`]);
  }
});

Deno.test("specol help COMMAND and specol COMMAND --help are the same", async () => {
  await using dir = await Workdir.create();
  const [asked, option, all, none, main] = await Promise.all([
    dir.specol("help", "lgamma"),
    dir.specol("lgamma", "--help"),
    dir.specol("lgamma", "--help=all"),
    dir.specol("help"),
    dir.specol("--help"),
  ]);
  assertEquals([asked.status, asked.stdout], [0, option.stdout]);
  assertEquals([none.status, none.stdout], [0, main.stdout]);
  assertEquals(option.stdout.includes("--chunk-size"), false);
  assertStringIncludes(all.stdout, "--chunk-size SIZE");
});

Deno.test("list shows what is known of each function, as text and as JSON", async () => {
  await using dir = await Workdir.create();
  const [text, json] = await Promise.all([
    dir.specol("list"),
    dir.specol("list", "--json"),
  ]);
  assert(text.stdout.split("\n").every((line) => line.length <= 80), text.stdout);
  for (const { name, summary, domain, gradient } of registry) {
    for (const part of [summary, domain, gradient, `${measured[name]?.value.float64 ?? ""}`]) {
      assertStringIncludes(text.stdout, part);
    }
  }
  for (const part of ["polygamma(x, n)", "n:        integer >= 0"]) {
    assertStringIncludes(text.stdout, part);
  }
  assertEquals(
    JSON.parse(json.stdout).slice(0, registry.length),
    registry.map(({ name, parameter, summary, domain, gradient, budget }) => ({
      name,
      arguments: parameter ? ["x", parameter.letter] : ["x"],
      parameter: parameter
        ? { letter: parameter.letter, name: parameter.name, least: parameter.least }
        : null,
      summary,
      domain,
      gradient,
      budget,
      measured: measured[name] ?? null,
    })),
  );
});

Deno.test("help shows each topic, in upper or lower case", async () => {
  await using dir = await Workdir.create();
  for (const { name, summary, text } of TOPICS) {
    const { status, stdout } = await dir.specol("help", name.toLowerCase());
    assertEquals([status, stdout], [0, `${text()}\n`]);
    const help = COMMANDS.find(({ name }) => name === "help")!.help();
    assertStringIncludes(help, `  ${name.padEnd(25)}${summary}\n`);
  }
});

Deno.test("the manual page has every function, command, option and word of expressions", async () => {
  await using dir = await Workdir.create();
  const { status, stdout: page } = await dir.specol("help", "MAN");
  assertEquals(status, 0);
  for (const { name, summary, flags } of COMMANDS) {
    assertStringIncludes(page, `.B ${name}\n${summary.replaceAll("-", "\\-")}`);
    for (const flag of flags.filter(({ group }) => group !== undefined)) {
      assertStringIncludes(page, `\\-\\-${flag.name.replaceAll("-", "\\-")}`);
    }
  }
  for (const { name } of FUNCTIONS) assertStringIncludes(page, `\n  ${name}(`);
  for (const { name } of TOPICS) assertStringIncludes(page, `\n.SH ${name}\n`);
  // A line that begins with a point is a request of roff.
  const requests = page.split("\n").filter((line) => /^[.']/.test(line));
  for (const line of requests) assert(/^\.(TH|SH|SS|TP|B|br|nf|fi)( |$)/.test(line), line);
});

Deno.test("specol alone prints its help on standard error, with status 2", async () => {
  await using dir = await Workdir.create();
  const help = await dir.specol("--help");
  const alone = await dir.specol();
  assertEquals([alone.status, alone.stdout, alone.stderr], [2, "", help.stdout]);
});

Deno.test("wrong usage ends with status 2 and one line that says what to do", async () => {
  const cases: [string[], string][] = [
    [["lisst"], "Unknown function or command lisst, did you mean list?"],
    [["i0ee"], "Unknown function or command i0ee, did you mean i0e?"],
    [["lchoose"], "Unknown function or command lchoose: use specol map 'y = lchoose(n, k)'"],
    [["trigamma"], "Unknown function or command trigamma: use specol polygamma -n 1"],
    [["version"], "Unknown function or command version, did you mean --version?"],
    [["help", "lgama"], "Unknown function or command lgama, did you mean lgamma?"],
    [["help", "expression"], "did you mean EXPRESSIONS?"],
    [["map", "y = n", "-c", "n"], "Unknown option -c: name columns in the expression"],
    [["reduce", "y = sum(n)", "--grad"], "Unknown option --grad: write grad(EXPR, x) in"],
    [["reduce", "y = sum(n)", "--memory", "5G"], "a number of bytes from 1 to 4G, such as"],
    [["help", "tetragamma"], "Unknown function or command tetragamma: use specol polygamma -n 2"],
    [["help", "i0", "i1"], "Unexpected argument i1: specol help takes one command"],
    [["x.npy"], "Missing function before x.npy: specol help lists the functions"],
    [["i0e", "--gard"], "Unknown option --gard, did you mean --grad?"],
    [["i0e", "--outptu=y"], "Unknown option --outptu, did you mean --output?"],
    [["i0e", "-x"], "Unknown option -x, see --help"],
    [["list", "--grad"], "Unknown option --grad, see --help"],
    [["frobnicate"], "Unknown function or command frobnicate; specol help lists all"],
    [
      ["--grad", "i0e"],
      "Option --grad comes before the command: write the command first, as in specol i0e --grad",
    ],
    [["i0e", "-o"], "Option --output needs a value: FILE"],
    [["i0e", "-o", "--grad"], "Option --output needs a value: FILE"],
    [["i0e", "--output="], "Option --output needs a value: FILE"],
    [["i0e", "-o", "a", "-ob"], "Option --output is given twice, a and b: give it once"],
    [
      ["i0e", "-c", "x", "--columns=y"],
      "Option --columns is given twice, x and y: give it once, as in x,y",
    ],
    [["i0e", "--grad", "--grad=only"], "Option --grad is given twice: give it once"],
    [["i0e", "--strict=no"], "Option --strict takes no value, got no"],
    [["i0e", "--no-header=true"], "Option --no-header takes no value, got true"],
    [["list", "--json="], "Option --json takes no value, got "],
    [["i0e", ""], "The name of an input is empty: name a file, or - for standard input"],
    [["i0e", "--grad=both"], "Option --grad takes no value or only, got both"],
    [
      ["i0e", "--chunk-size=0"],
      "Option --chunk-size must be a number of bytes",
    ],
    [["i0e", "--chunk-size", "2T"], "such as 64K or 1M, got 2T"],
    [
      ["i0e", "--chunk-size", "257M"],
      "a number of bytes from 1 to 256M, such as 64K or 1M, got 257M",
    ],
    [["i0e", "-n", "2"], "Unknown option -n, see --help"],
    [["multigammaln", "-n", "2"], "Unknown option -n, see --help"],
    [["i0e", "--order", "2"], "Unknown option --order, see --help"],
    [["-n", "2", "polygamma"], "write the command first, as in specol polygamma -n"],
    [
      ["polygamma", "2", "-c", "x", "f.csv"],
      "Missing option --order: use specol polygamma -n 2, or ./2 if 2 is a file",
    ],
    [
      ["polygamma", "x.npy"],
      "Missing option --order: -n N, an integer >= 0, as in specol polygamma -n 2 x.npy",
    ],
    [
      ["multigammaln", "--grad", "x.npy"],
      "Missing option --dim: -p P, an integer >= 1, as in specol multigammaln -p 3 x.npy",
    ],
    [["polygamma", "-n"], "Option --order needs a value: N, an integer >= 0"],
    [["polygamma", "-n", ""], "Option --order needs a value: N, an integer >= 0"],
    [["polygamma", "-n", "--grad"], "Option --order needs a value: N, an integer >= 0"],
    [["polygamma", "-n", " "], "Option --order must be an integer >= 0, got  "],
    ...["-1", "-1.5", "-.5", "1.5", "x", "NaN", "1e-3"].map((value): [string[], string] => [
      ["polygamma", "-n", value],
      `Option --order must be an integer >= 0, got ${value}\n`,
    ]),
    ...["1e300", "9007199254740992", "Infinity"].map((value): [string[], string] => [
      ["polygamma", `--order=${value}`],
      `Option --order must be an integer from 0 to 9007199254740991, got ${value}\n`,
    ]),
    ...["0", "-1", "2.5"].map((value): [string[], string] => [
      ["multigammaln", "x.npy", "--dim", value],
      `Option --dim must be an integer >= 1, got ${value}\n`,
    ]),
    [["multigammaln", "-p0"], "Option --dim must be an integer >= 1, got 0"],
    [["i0e", "--chunk-size", "-1"], "Option --chunk-size must be a number of bytes"],
    [["list", "a"], "Unexpected argument a: specol list takes no arguments"],
    [["completions"], "Missing shell: specol completions bash, zsh or fish"],
    [["completions", "bsh"], "Unknown shell bsh, did you mean bash?"],
    [
      ["completions", "zsh", "fish"],
      "Unexpected argument fish: specol completions takes one shell",
    ],
    [
      ["i0e", "--from", "arow"],
      "must be csv, tsv, arrow, arrows, npy, parquet or jsonl, got arow, did you mean arrow?",
    ],
    [["i0e", "-d", "ab"], "Option --delimiter takes one ASCII character"],
    [["i0e", "--decimal", "x"], "Option --decimal takes one of . , ; : ' and _, got x"],
    [
      ["i0e", "--decimal", ","],
      "Option --decimal , is also the delimiter: choose another one, such as -d",
    ],
    [["i0e", "--null-value", 'a"'], "Option --null-value takes a comma-separated list"],
    [["i0e", "--on-invalid", "nul"], "must be error, null or nan, got nul, did you mean null?"],
    [
      ["i0e", "--dtype", "float8"],
      "Option --dtype must be float16, float32 or float64, got float8",
    ],
    [["i0e", "--device", "gpu"], "Option --device must be cpu, webgpu or auto, got gpu"],
    [["convert", "--device", "webgpu"], "Unknown option --device, see --help"],
    [["devices", "a"], "Unexpected argument a: specol devices takes no arguments"],
    [["i0e", "--progress", "sometimes"], "Option --progress must be auto, always or never"],
    [["i0e", "--color=x"], "Option --color must be auto, always or never, got x"],
    [["i0e", "-j", "0"], "Option --jobs must be an integer from 1 to 256, got 0"],
    [["i0e", "-j", "x"], "Option --jobs must be an integer from 1 to 256, got x"],
    [["i0e", "-j"], "Option --jobs needs a value: N, an integer >= 1"],
    [["i0e", "-q", "-v"], "Options --quiet and --verbose cannot be used together"],
    [["i0e", "--upstream", "u"], "Option --upstream multiplies the gradient, so it needs --grad"],
    [["i0e", "--as", "{colum}"], "got {colum}, did you mean {column}?"],
    [["i0e", "-c", "x,,y"], "Option --columns: empty name before or after a comma: x,,y"],
    [["map"], "Missing expression: specol map 'NAME = EXPR' [INPUT]"],
    [["map", "x.npy"], "Missing expression"],
    [["map", "lgamma(x)", "x.npy"], "The result of lgamma(x) needs a name: write 'y = lgamma(x)'"],
    [["grad"], "use option --grad, or write grad(EXPR, x) in an expression"],
    [["map", "--", "y = lgamma(x)"], "Missing expression"],
    [["map", "y = lgama(x)"], "Unknown function lgama, did you mean lgamma?"],
    [["convert", "--strict"], "Unknown option --strict, see --help"],
  ];
  // In this process: a run of the program takes fifty milliseconds, and there are many cases.
  for (const [args, message] of cases) {
    await assertRejects(() => runCommand(args), UsageError, message.trimEnd(), args.join(" "));
  }
  await using dir = await Workdir.create();
  const { status, stdout, stderr } = await dir.specol("i0e", "--gard");
  const text = "specol: Unknown option --gard, did you mean --grad?\n";
  assertEquals([status, stdout, stderr], [2, "", text]);
});

Deno.test("messages are coloured where that is asked for, and the place in an expression", async () => {
  await using dir = await Workdir.create();
  const args = ["map", "y = lgama(x)", "--color"];
  const [always, never] = await Promise.all([
    dir.specol(...args, "always"),
    dir.specol(...args, "never"),
  ]);
  assertEquals(
    never.stderr,
    "specol: Unknown function lgama, did you mean lgamma?\n  y = lgama(x)\n      ^^^^^\n",
  );
  assertStringIncludes(always.stderr, "\x1b[31mspecol:\x1b[0m Unknown");
  assertStringIncludes(always.stderr, "\x1b[31m      ^^^^^\x1b[0m");
});

Deno.test("control characters of a file's name do not reach the terminal", async () => {
  await using dir = await Workdir.create();
  const { status, stderr } = await dir.specol("i0e", "\x1b[2J\nx.npy");
  assertEquals(status, 1);
  assertEquals(
    stderr,
    "specol: Cannot read ?[2J\\nx.npy: no such file or directory\n",
  );
});

Deno.test({
  name: "a name that is not UTF-8 is refused where another would be written, and nothing is",
  ignore: Deno.build.os === "windows", // its names are UTF-16
  async fn() {
    await using dir = await Workdir.create();
    await dir.write("x.csv", "x\n1\n");
    const cases: [string, string[], string][] = [
      [`"$@" x.csv -o $'bad\\xff.csv'`, ["lgamma"], "The name of the output is not valid UTF-8"],
      [
        `"$@" x.csv --output=$'bad\\xff.csv'`,
        ["lgamma"],
        "The name of the output is not valid UTF-8",
      ],
      [`"$@" x.csv --as $'bad\\xff'`, ["lgamma"], "The result name in --as is not valid UTF-8"],
      [`"$@" $'"bad\\xff" = lgamma(x)' x.csv`, ["map"], "The name of a result is not valid UTF-8"],
      [`"$@" x.csv --null-value $'\\xff'`, ["lgamma"], "option --null-value is not valid UTF-8"],
    ];
    for (const [script, args, message] of cases) {
      const { status, stdout, stderr } = await dir.shell(script, args);
      assertEquals([status, stdout], [2, ""], stderr);
      assertStringIncludes(stderr, message);
    }
    // The runtime looks for another name, which does not exist.
    const input = await dir.shell(`cp x.csv $'in\\xff.csv'; "$@" $'in\\xff.csv'; rm in*.csv`, [
      "i0",
    ]);
    assertStringIncludes(input.stderr, "if its name is not valid UTF-8, rename it, or pipe it in");
    // A link is followed by its name, and so is refused too.
    await dir.shell(`ln -s $'bad\\xff.csv' link.csv`, []);
    const { status, stderr } = await dir.specol("lgamma", "x.csv", "-o", "link.csv");
    assertEquals(status, 1);
    assertStringIncludes(stderr, "Cannot write link.csv: file name or path");
    assertEquals(await dir.list(), ["link.csv", "x.csv"]);
  },
});
