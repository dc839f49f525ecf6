import type { ExampleFolder } from "./example_folder.ts";

/** Programs of other people that examples use. */
const TOOLS = ["duckdb", "jq", "mlr", "parallel", "python3", "gzip", "zstd", "awk", "sort", "od"];

/** What an example needs and this machine does not have: programs, and Python's packages. */
export async function missingTools(folder: ExampleFolder, text: string): Promise<string[]> {
  const tools = TOOLS.filter((tool) =>
    new RegExp(`(^(\\$ )?|[|;&(]\\s*)${tool}\\b`, "m").test(text)
  );
  const imports = tools.includes("python3") ? text.matchAll(/\bimport (\w+)/g) : [];
  const packages = Array.from(imports, ([, name]) => name);
  const checks = [
    ...tools.map((tool) => [tool, `command -v ${tool}`]),
    ...packages.map((name) => [`Python's ${name}`, `python3 -c 'import ${name}'`]),
  ];
  const missing: string[] = [];
  for (const [name, command] of checks) {
    if ((await folder.run(command)).status !== 0) missing.push(name);
  }
  return missing;
}
