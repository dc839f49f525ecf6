import { assertEquals } from "@std/assert";
import config from "../deno.json" with { type: "json" };

/** What `deno doc --json` says of a symbol, as far as it is looked at here. */
interface Symbol {
  readonly name: string;
  readonly declarations: readonly {
    readonly kind: string;
    readonly jsDoc?: {
      readonly doc?: string;
      readonly tags?: readonly { readonly kind: string }[];
    };
  }[];
}

/** Types alone have nothing to run. */
const RUNNING = ["function", "class", "variable"];

async function symbolsOf(module: string): Promise<readonly Symbol[]> {
  const path = new URL(`../${module}`, import.meta.url).pathname;
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["doc", "--json", path] })
    .output();
  const { nodes } = JSON.parse(new TextDecoder().decode(stdout));
  return Object.values(nodes as Record<string, { symbols: Symbol[] }>)
    .flatMap(({ symbols }) => symbols);
}

Deno.test("everything that is exported is documented, and what runs has an example", async () => {
  const missing: string[] = [];
  let count = 0;
  for (const module of Object.values(config.exports)) {
    for (const { name, declarations } of await symbolsOf(module)) {
      count++;
      const docs = declarations.flatMap(({ jsDoc }) => jsDoc ?? []);
      if (!docs.some(({ doc }) => doc)) missing.push(`${module}: ${name} has no documentation`);
      if (!declarations.some(({ kind }) => RUNNING.includes(kind))) continue;
      if (docs.some(({ tags }) => tags?.some(({ kind }) => kind === "example"))) continue;
      missing.push(`${module}: ${name} has no example`);
    }
  }
  assertEquals(missing, []);
  // 16 functions and gradients, at the least: if nothing were found, nothing would be missing.
  assertEquals(count > 16, true);
});
