import { findSources } from "../build/generated.ts";

const ROOT = new URL("../../", import.meta.url);
const TYPESCRIPT = "npm:typescript@5.9.3";

/** What is used of the compiler's interface. */
interface TypeScript {
  readonly default: {
    transpileDeclaration(text: string, options: {
      readonly fileName: string;
      readonly compilerOptions: Record<string, unknown>;
    }): { readonly outputText: string; readonly diagnostics?: readonly unknown[] };
  };
}

/** The libraries of types that the declarations need. */
const LIBRARIES = ["es2023", "esnext.disposable", "esnext.float16", "dom"];

const DISPOSE_PROPERTY =
  /^ +(\[Symbol\.(?:dispose|asyncDispose)\]): \(\) => (void|Promise<void>);\n(?=[^]*\1\(\): \2;)/gm;

/**
 * Makes the declarations of some modules, and of the modules whose types they use, below a folder.
 * Everything exported has its type written down, as JSR asks: so each file is made from its own text.
 */
export async function makeTypes(entries: readonly string[], folder: string): Promise<void> {
  const { default: typescript }: TypeScript = await import(TYPESCRIPT);
  const sources = new Map<string, string>();
  for (const entry of entries) {
    for (const [path, text] of await findSources(ROOT, entry)) sources.set(path, text);
  }
  const references = LIBRARIES.map((name) => `/// <reference lib="${name}" />\n`).join("");
  // A set is walked through in the order of insertion, with what is added on the way.
  const needed = new Set(entries);
  for (const path of needed) {
    const { outputText } = typescript.transpileDeclaration(sources.get(path)!, {
      fileName: path,
      compilerOptions: { isolatedDeclarations: true, target: 99, module: 99, stripInternal: true },
    });
    for (const [, imported] of outputText.matchAll(/(?:from |import\()"(\.[^"]+\.ts)"/g)) {
      needed.add(new URL(imported, `file:///${path}`).pathname.slice(1));
    }
    const target = `${folder}/${path.replace(/\.ts$/, ".d.ts")}`;
    const declarations = outputText.replace(/(from |import\()"(\.[^"]+)\.ts"/g, '$1"$2.js"')
      // The compiler declares this method of some classes a second time, as a property.
      .replaceAll(DISPOSE_PROPERTY, "");
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(target, references + declarations);
  }
}
