import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import config from "../deno.json" with { type: "json" };
import { measured } from "../functions/measured.ts";
import { registry } from "../functions/registry.ts";
import { Workdir } from "./workdir.ts";

const NAMES = registry.map((spec) => spec.name);
const EXAMPLES: Readonly<Record<string, string>> = {
  polygamma: "specol polygamma -n 2 x.npy -o y.npy",
  multigammaln: "specol multigammaln -p 3 x.npy -o y.npy",
};

Deno.test("help fits a small terminal and names every function", async () => {
  await using dir = await Workdir.create();
  const runs = await Promise.all([
    dir.specol("--help"),
    dir.specol("-h"),
    dir.specol("list", "--help"),
    ...NAMES.map((name) => dir.specol(name, "--help")),
  ]);
  for (const { status, stdout, stderr } of runs) {
    const lines = stdout.trimEnd().split("\n");
    assertEquals([status, stderr], [0, ""]);
    assert(lines.length <= 24, stdout);
    assert(lines.every((line) => line.length <= 80), stdout);
  }
  const [main, short] = runs.map((run) => run.stdout);
  assertEquals(short, main);
  assertStringIncludes(main, `Functions: ${NAMES.join(", ")}`);
  assertStringIncludes(main, "Memory:");
  assertStringIncludes(main, "Examples:");
  NAMES.forEach((name, i) => {
    assertStringIncludes(runs[i + 3].stdout, registry[i].gradient);
    assertStringIncludes(runs[i + 3].stdout, EXAMPLES[name] ?? `specol ${name} x.npy`);
  });
  for (const option of ["-n, --order N", "-p, --dim P"]) assertStringIncludes(main, option);
  assertStringIncludes(runs[3 + NAMES.indexOf("polygamma")].stdout, "Usage: specol polygamma -n N");
});

Deno.test("the version is that of the package", async () => {
  await using dir = await Workdir.create();
  for (const flag of ["--version", "-V"]) {
    const { status, stdout } = await dir.specol(flag);
    assertEquals([status, stdout], [0, `specol ${config.version}\n`]);
  }
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
    JSON.parse(json.stdout),
    registry.map(({ name, parameter, summary, domain, gradient, budget }) => ({
      name,
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

Deno.test("wrong usage ends with status 2 and one line that says what to do", async () => {
  const cases: [string[], string][] = [
    [[], "Missing function or command: try specol --help"],
    [["lisst"], "Unknown function or command lisst, did you mean list?"],
    [["i0ee"], "Unknown function or command i0ee, did you mean i0e?"],
    [["x.npy"], "Missing function before x.npy: specol list shows them"],
    [["i0e", "--gard"], "Unknown option --gard, did you mean --grad?"],
    [["i0e", "--outptu=y"], "Unknown option --outptu, did you mean --output?"],
    [["i0e", "-x"], "Unknown option -x, see --help"],
    [["list", "--grad"], "Unknown option --grad, did you mean --"],
    [["--grad", "i0e"], "Option --grad without a function"],
    [["i0e", "-o"], "Option --output needs a value: FILE"],
    [["i0e", "-o", "--grad"], "Option --output needs a value: FILE"],
    [["i0e", "--output="], "Option --output needs a value: FILE"],
    [["i0e", "--grad=both"], "Option --grad takes no value but only, got both"],
    [
      ["i0e", "--chunk-size=0"],
      "Option --chunk-size must be a number of bytes",
    ],
    [["i0e", "--chunk-size", "2T"], "such as 64K or 1M, got 2T"],
    [["i0e", "a", "b"], "Unexpected argument b: specol i0e takes one input"],
    [["i0e", "-n", "2"], "Unknown option -n, see --help"],
    [["multigammaln", "-n", "2"], "Unknown option -n, see --help"],
    [["i0e", "--order", "2"], "Unknown option --order, did you mean --"],
    [["-n", "2", "polygamma"], "the function comes first, as in specol polygamma -n"],
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
    [["list", "a"], "Unexpected argument a: specol list takes none"],
  ];
  await using dir = await Workdir.create();
  for (const [args, message] of cases) {
    const { status, stdout, stderr } = await dir.specol(...args);
    assertEquals([status, stdout], [2, ""], args.join(" "));
    assertStringIncludes(stderr, message);
    assertEquals(stderr.startsWith("specol: "), true, stderr);
    assertEquals(stderr.trimEnd().split("\n").length, 1, stderr);
  }
});

Deno.test("control characters of a file's name do not reach the terminal", async () => {
  await using dir = await Workdir.create();
  const { status, stderr } = await dir.specol("i0e", "\x1b[2J\nx.npy");
  assertEquals(status, 1);
  assertEquals(
    stderr,
    "specol: Cannot read ?[2J?x.npy: no such file or directory\n",
  );
});
