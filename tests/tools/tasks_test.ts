import { assert, assertEquals } from "@std/assert";
import { PAGE_KILOBYTES } from "../../bench/targets.ts";
import config from "../../deno.json" with { type: "json" };
import { KINDS } from "../../tools/run_kind.ts";

const ROOT = new URL("../../", import.meta.url);
const TASKS: Readonly<Record<string, { description?: string }>> = config.tasks;

Deno.test("every task has a description, and CONTRIBUTING.md a row for it", async () => {
  const page = await Deno.readTextFile(new URL("CONTRIBUTING.md", ROOT));
  for (const [name, { description }] of Object.entries(TASKS)) {
    assert(description, name);
    assert(new RegExp(`^\\| \`deno task ${name}[ \`]`, "m").test(page), name);
  }
});

Deno.test("every kind of a task is a program, and its task says so", async () => {
  for (const [task, kinds] of Object.entries(KINDS)) {
    assert(Object.hasOwn(TASKS, task), task);
    for (const { program } of Object.values(kinds)) await Deno.stat(new URL(program, ROOT));
  }
});

Deno.test("pages name only tasks and kinds that there are", async () => {
  const docs = Array.from(Deno.readDirSync(new URL("docs", ROOT)), ({ name }) => `docs/${name}`);
  const pages = [...docs.filter((name) => name.endsWith(".md")), "README.md", "CONTRIBUTING.md"];
  const unknown: string[] = [];
  for (const page of pages) {
    const text = await Deno.readTextFile(new URL(page, ROOT));
    for (const [mention, task, kind] of text.matchAll(/deno task ([\w-]+)(?: ([a-z]\w+))?/g)) {
      const isKind = !["bench", "verify"].includes(task) || kind === undefined ||
        Object.hasOwn(KINDS[task], kind);
      if (!Object.hasOwn(TASKS, task) || !isKind) unknown.push(`${page}: ${mention}`);
    }
  }
  assertEquals(unknown, []);
});

Deno.test("docs/releasing.md gives the download sizes that verify npm enforces", async () => {
  const page = await Deno.readTextFile(new URL("docs/releasing.md", ROOT));
  const words = page.replaceAll(/\s+/g, " ");
  for (const size of Object.values(PAGE_KILOBYTES)) assert(words.includes(`at most ${size} KB`));
});
