import { type Family, packFamily } from "./families.ts";
import { familyOf } from "./runtime/family_of.ts";

const ROOT = new URL("../../", import.meta.url);
const BUNDLER = "npm:esbuild@0.28.2";

/**
 * Files that need kernels without naming one: each of them brings along the families that it needs.
 * A file of a function names its kernels.
 */
const NEEDED: Readonly<Record<string, readonly Family[]>> = {
  "kernels/scratch.ts": ["text"],
  "plan/expression/evaluate.ts": ["bessel", "expression", "gamma"],
  "webgpu/gpu.ts": ["bessel", "gamma"],
};

/** Lists the families that a source needs. */
export function familiesOf(path: string, text: string): readonly Family[] {
  if (!path.startsWith("functions/")) return NEEDED[path] ?? [];
  const kernels = Array.from(text.matchAll(/\bbindNumber\("(\w+)"\)/g), ([, name]) => name);
  return [...new Set(kernels.map(familyOf))];
}

/** Sources that bring kernels along get a file of their own, so that mod.js alone needs none. */
const APART: Entries = {
  "shared/expression": "plan/expression/expression.ts",
  "shared/module_functions": "plan/expression/module_functions.ts",
  "shared/row_functions": "plan/expression/row_functions.ts",
  "shared/gpu": "webgpu/gpu.ts",
};

/** What is used of the bundler's interface. */
interface Bundler {
  build(options: Record<string, unknown>): Promise<{
    outputFiles: { path: string; contents: Uint8Array }[];
  }>;
  stop(): Promise<void>;
}

/** What is used of the interface that it has for plugins. */
interface Hooks {
  onResolve(
    at: { filter: RegExp },
    answer: (found: { path: string; importer: string }) => Record<string, unknown> | undefined,
  ): void;
  onLoad(
    at: { filter: RegExp; namespace?: string },
    answer: (found: { path: string }) => Promise<Record<string, unknown> | undefined>,
  ): void;
}

/** Entries by the path of their file in the package, without its ending. */
export type Entries = Readonly<Record<string, string>>;

/**
 * Makes the JavaScript of the package: a file for each entry, and files for what several of them
 * share. A family is an entry too, so that its functions share a file with no other's.
 */
export async function bundle(entries: Entries, outdir: string): Promise<void> {
  const bundler: Bundler = await import(BUNDLER);
  try {
    await bundler.build({
      bundle: true,
      splitting: true,
      format: "esm",
      target: "es2022", // what Node.js 20 runs
      platform: "neutral",
      charset: "utf8",
      absWorkingDir: decodeURIComponent(ROOT.pathname),
      entryPoints: { ...entries, ...APART },
      inject: ["tools/npm/runtime/disposable_stack.ts"],
      chunkNames: "shared/[name]-[hash]",
      outdir,
      tsconfigRaw: "{}",
      plugins: [{ name: "families", setup: takeFamilies }],
    });
  } finally {
    await bundler.stop();
  }
}

function takeFamilies(hooks: Hooks): void {
  const runtime = decodeURIComponent(new URL("./runtime/", import.meta.url).pathname);
  hooks.onResolve({ filter: /\/(engine|compile)\.ts$/ }, ({ path, importer }) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const isKernels = path.includes("kernels/") || importer.includes("/kernels/");
    if (!isKernels) return undefined;
    // There an instance without a name is the one for expressions.
    const ofExpressions = name === "engine.ts" && importer.includes("/plan/expression/");
    return { path: `${runtime}${ofExpressions ? "expression_" : ""}${name}` };
  });
  hooks.onResolve({ filter: /^family:/ }, ({ path }) => ({
    path: path.slice("family:".length),
    namespace: "family",
    sideEffects: false,
  }));
  hooks.onLoad({ filter: /./, namespace: "family" }, async ({ path }) => ({
    contents: `export default ${JSON.stringify(await packFamily(path as Family))};`,
  }));
  hooks.onLoad(
    { filter: /\/(expression|functions|kernels|webgpu)\/\w+\.ts$/ },
    async ({ path }) => {
      const relative = path.slice(decodeURIComponent(ROOT.pathname).length);
      const text = await Deno.readTextFile(path);
      const families = familiesOf(relative, text);
      if (families.length === 0) return undefined;
      const head = families.flatMap((family) => [
        `import ${family}_family from "family:${family}";`,
        `provide("${family}", ${family}_family);`,
      ]);
      const provide = `import { provide } from "${runtime}compile.ts";`;
      return { contents: `${provide}\n${head.join("\n")}\n${text}`, loader: "ts" };
    },
  );
}
