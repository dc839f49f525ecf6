import { runTask, type TaskArgs } from "../support/task_args.ts";

const HELP = `Formats and lints the AssemblyScript of kernels/assembly.

Usage: deno task format [--check]

--check   change nothing; exit with status 1 if a file is not formatted

AssemblyScript allows decorators on functions, which deno fmt and deno lint cannot parse. Here they are
comments while these tools run.
`;

const ASSEMBLY = new URL("../kernels/assembly/", import.meta.url);

/** Rules of deno lint that TypeScript needs and AssemblyScript does not. */
const EXCLUDED_RULES = [
  "ban-ts-comment", // AssemblyScript's own decorators and types
  "no-empty", // loops whose condition does the work
  "no-inferrable-types", // the type of a number is not the one that TypeScript would infer
  "no-sloppy-imports", // imports have no extension
  "no-unused-vars",
  "no-unversioned-import",
  "prefer-const",
];

const DECORATOR = /^@(\w+)$/gm;
const HIDDEN = /^\/\/ decorator (\w+)$/gm;

/** The hand-written sources, as paths below kernels/assembly. */
async function listSources(folder = ""): Promise<string[]> {
  const paths: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, ASSEMBLY))) {
    if (isDirectory) paths.push(...await listSources(`${folder}${name}/`));
    else if (name.endsWith(".ts") && !name.endsWith("data.ts")) paths.push(folder + name);
  }
  return paths.sort();
}

async function runDeno(args: readonly string[]): Promise<boolean> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    stdout: "inherit",
    stderr: "inherit",
  }).output();
  return success;
}

async function format({ flags }: TaskArgs): Promise<number> {
  const paths = await listSources();
  const copy = await Deno.makeTempDir();
  try {
    const texts = new Map<string, string>();
    for (const path of paths) {
      const text = await Deno.readTextFile(new URL(path, ASSEMBLY));
      texts.set(path, text);
      await Deno.mkdir(`${copy}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${copy}/${path}`, text.replace(DECORATOR, "// decorator $1"));
    }
    if (!await runDeno(["fmt", "--quiet", "--no-config", "--line-width", "100", copy])) return 1;
    const excluded = `--rules-exclude=${EXCLUDED_RULES.join(",")}`;
    if (!await runDeno(["lint", "--quiet", "--no-config", excluded, copy])) return 1;
    const changed: string[] = [];
    for (const [path, text] of texts) {
      const formatted = (await Deno.readTextFile(`${copy}/${path}`)).replace(HIDDEN, "@$1");
      if (formatted === text) continue;
      changed.push(path);
      if (!flags.has("check")) await Deno.writeTextFile(new URL(path, ASSEMBLY), formatted);
    }
    for (const path of changed) console.log(`kernels/assembly/${path}`);
    console.log(
      `${paths.length} files, ${changed.length} ${
        flags.has("check") ? "not formatted" : "formatted"
      }`,
    );
    return flags.has("check") && changed.length > 0 ? 1 : 0;
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
}

if (import.meta.main) {
  Deno.exit(await runTask(Deno.args, { help: HELP, flags: ["check"], run: format }));
}
