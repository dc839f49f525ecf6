import { WASM_BASE64 } from "../../kernels/module.js";
import { compile } from "../build/kernels.ts";
import { type PackedModule, packModule } from "./pack_module.ts";
import { verifyFamily } from "./verify_family.ts";

/**
 * Parts of the kernels that a page can load alone; that of expressions needs the two of functions.
 */
export type Family = "gamma" | "bessel" | "text" | "expression";

interface Parts {
  /** What it exports besides what the host needs. */
  readonly exports: RegExp;
  /** Sources whose tables it does not need. */
  readonly unused?: RegExp;
  /** Families whose tables it has, too. A page that loads it loads these. */
  readonly shared?: readonly Family[];
}

const FAMILIES: Readonly<Record<Family, Parts>> = {
  gamma: { exports: /^(lgamma|digamma|polygamma|multigammaln)/, unused: /^bessel\// },
  bessel: { exports: /^i[01]/, unused: /^elementary\/log_data/ },
  text: { exports: /^(csv|read|write)_/, unused: /^(?!text\/)/ },
  expression: { exports: /^expression_/, shared: ["gamma", "bessel"] },
};
/** What the host needs of each. */
const COMMON = /^(ARENA|widen|narrow|multiply|nans)/;
const TABLE = /memory\.data<\w+>\(\s*\[[^\]]*\]\s*(?:,\s*\d+\s*)?,?\s*\)/g;

const compiled = new Map<Family, Promise<Uint8Array<ArrayBuffer>>>();

/** Compiles the kernels of one family, and packs them. */
export async function packFamily(family: Family): Promise<PackedModule> {
  const shared = await Promise.all(
    (FAMILIES[family].shared ?? []).map(async (name) => [name, await compileOnce(name)] as const),
  );
  return packModule(await compileOnce(family), Object.fromEntries(shared));
}

function compileOnce(family: Family): Promise<Uint8Array<ArrayBuffer>> {
  const known = compiled.get(family) ?? compileFamily(FAMILIES[family]);
  compiled.set(family, known);
  return known;
}

/**
 * Compiles the kernels of one family from the same sources. The compiler drops functions that are
 * not exported, but keeps every table: those of the other families are emptied before.
 */
async function compileFamily({ exports, unused }: Parts): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new WebAssembly.Module(Uint8Array.fromBase64(WASM_BASE64));
  const names = WebAssembly.Module.exports(whole).map(({ name }) => name)
    .filter((name) => COMMON.test(name) || exports.test(name));
  const wasm = await compile({
    text: `export { ${names.join(", ")} } from "./index";\n`,
    edit: (path, text) =>
      unused?.test(path) && path.endsWith("_data.ts")
        ? text.replace(TABLE, "memory.data(16)")
        : text,
  });
  verifyFamily(wasm);
  return wasm;
}
