import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import config from "../deno.json" with { type: "json" };
import { registry } from "../functions/registry.ts";
import { Workdir } from "./workdir.ts";

const NAMES = registry.map((spec) => spec.name);

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
    assertStringIncludes(runs[i + 3].stdout, `specol ${name} x.npy`);
  });
});

Deno.test("the version is that of the package", async () => {
  await using dir = await Workdir.create();
  for (const flag of ["--version", "-V"]) {
    const { status, stdout } = await dir.specol(flag);
    assertEquals([status, stdout], [0, `specol ${config.version}\n`]);
  }
});

Deno.test("list shows what the registry says of each function, as text and as JSON", async () => {
  await using dir = await Workdir.create();
  const [text, json] = await Promise.all([
    dir.specol("list"),
    dir.specol("list", "--json"),
  ]);
  for (const { summary, domain, gradient } of registry) {
    for (const part of [summary, domain, gradient]) {
      assertStringIncludes(text.stdout, part);
    }
  }
  assertEquals(
    JSON.parse(json.stdout),
    registry.map(({ name, summary, domain, gradient, budget }) => ({
      name,
      summary,
      domain,
      gradient,
      budget,
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
