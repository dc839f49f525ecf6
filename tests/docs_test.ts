import { assert, assertEquals } from "@std/assert";
import { registry } from "../functions/registry.ts";
import { ExampleFolder } from "./docs/example_folder.ts";
import { matchesOutput } from "./docs/matches_output.ts";
import { missingTools } from "./docs/missing_tools.ts";
import { type ShellExample, shellExamples } from "./docs/shell_examples.ts";

const ROOT = new URL("../", import.meta.url);

/** Pages that readers see, from the root of the repository. */
const PAGES: readonly string[] = [
  ...["README.md", "CONTRIBUTING.md"],
  ...Array.from(Deno.readDirSync(new URL("docs/", ROOT)), ({ name }) => `docs/${name}`)
    .filter((path) => path.endsWith(".md"))
    .sort(),
];

for (const page of PAGES) {
  Deno.test(`every shell example of ${page} runs, and prints what the page shows`, async (t) => {
    const examples = shellExamples(await Deno.readTextFile(new URL(page, ROOT)));
    await using folder = await ExampleFolder.create();
    for (const example of examples) {
      const missing = await missingTools(folder, example.text);
      const reason = example.notRun ??
        (missing.length > 0 ? `needs ${missing.join(", ")}` : undefined);
      const name = `${page}:${example.line}${reason === undefined ? "" : ` is not run: ${reason}`}`;
      // What is not run is looked at all the same, so it counts as passed and says why.
      await t.step(
        name,
        () => reason === undefined ? assertRuns(example, folder) : assertSyntax(example, folder),
      );
    }
  });

  Deno.test(`every link of ${page} leads to a file`, async () => {
    const url = new URL(page, ROOT);
    const text = await Deno.readTextFile(url);
    for (const [, target] of text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)) {
      assert(await isThere(new URL(target, url)), `${page} links to ${target}, which is not there`);
    }
  });
}

Deno.test("the accuracy is promised in one sentence, the same wherever it is promised", async () => {
  const sentence = /(?<=^ \* )[^.]*\brounded\b[^.]*\./m;
  const words = (text: string) => text.replaceAll(/\s+(\* )?/g, " ");
  const source = await Deno.readTextFile(new URL("functions/lgamma.ts", ROOT));
  const [promise] = sentence.exec(source) ?? ["no promise in functions/lgamma.ts"];
  const files = registry.map(({ name }) => name);
  for (const path of ["README.md", "mod.ts", ...files.map((name) => `functions/${name}.ts`)]) {
    const text = words(await Deno.readTextFile(new URL(path, ROOT)));
    assert(text.includes(words(promise)), `${path} does not say: ${promise}`);
  }
});

Deno.test("shown output matches what is printed, with … for anything", () => {
  assert(matchesOutput("a  \nb\n", "a\nb"));
  assert(matchesOutput("took 12 ms\n", "took … ms"));
  assert(matchesOutput("a\nb\nc\nd\n", "a\n…\nd"));
  assert(matchesOutput("a\nd\n", "a\n…\nd"));
  assert(!matchesOutput("a\nb\nc\n", "a\nc"));
  assert(!matchesOutput("1.5\n", "1x5"));
});

Deno.test("shell examples of a page are found with their output", () => {
  const page =
    "```sh\na |\n  b\n```\n\n<!-- not run: slow -->\n\n```console\n$ c \\\n  d\n1\n$ e\n```\n";
  assertEquals(shellExamples(page), [
    { line: 2, text: "a |\n  b", commands: [{ text: "a |\n  b" }], notRun: undefined },
    {
      line: 9,
      text: "$ c \\\n  d\n1\n$ e",
      notRun: "slow",
      commands: [{ text: "c \\\n  d", output: "1" }, { text: "e", output: "" }],
    },
  ]);
});

async function assertRuns({ commands }: ShellExample, folder: ExampleFolder): Promise<void> {
  for (const { text, output } of commands) {
    const printed = await folder.run(text);
    if (output === undefined) {
      assertEquals(printed.status, 0, `${text}\nended with ${printed.status}:\n${printed.text}`);
    } else if (!matchesOutput(printed.text, output)) {
      assertEquals(printed.text.trimEnd(), output.trimEnd(), text);
    }
  }
}

async function assertSyntax({ commands }: ShellExample, folder: ExampleFolder): Promise<void> {
  for (const { text } of commands) assertEquals(await folder.checkSyntax(text), "", text);
}

async function isThere(url: URL): Promise<boolean> {
  try {
    await Deno.stat(url);
    return true;
  } catch {
    return false;
  }
}
