import { WASM_BASE64 } from "../../kernels/module.js";
import { compile } from "../build/kernels.ts";
import { type PackedModule, packModule } from "./pack_module.ts";
import { verifyFamily } from "./verify_family.ts";

/**
 * Parts of the kernels that a page can load alone; that of expressions needs the two of functions.
 */
export type Family = "gamma" | "bessel" | "text" | "expression";

interface Parts {
  /** The exports that are its own. If this is missing, it has all that no other family has. */
  readonly exports?: RegExp;
  /** Sources whose tables it does not need, by a word in their paths. */
  readonly unused?: RegExp;
  /** Families whose tables it has, too. A page that loads it loads these. */
  readonly shared?: readonly Family[];
}

const FAMILIES: Readonly<Record<Family, Parts>> = {
  gamma: { exports: /^(lgamma|digamma|polygamma|multigammaln)/, unused: /^bessel\// },
  bessel: { exports: /^i[01]/, unused: /^elementary\/log_data/ },
  text: { exports: /^(csv|json|read|write)_/, unused: /^(?!text\/)/ },
  expression: { shared: ["gamma", "bessel"] },
};
/** What the host needs of each. */
const COMMON = /^(ARENA|widen|narrow|multiply|next_nonfinite)/;
/** What only the command line calls, which is no part of the package. */
export const LEFT_OUT = /^(groups|keys)_/;
const TABLE = /memory\.data<\w+>\(\s*\[[^\]]*\]\s*(?:,\s*\d+\s*)?,?\s*\)/g;
/** Tables with shorter texts are not worth it. */
const MIN_TABLE_TEXT = 1000;

/** Chooses the exports of a family from those of the complete module. */
export function exportsOf(family: Family, all: readonly string[]): string[] {
  const { exports } = FAMILIES[family];
  const others = Object.values(FAMILIES).flatMap(({ exports }) => exports ?? []);
  return all.filter((name) =>
    COMMON.test(name) ||
    (exports?.test(name) ?? ![LEFT_OUT, ...others].some((other) => other.test(name)))
  );
}

/** Empties the long tables in a source that a family does not need. */
export function emptyTables(family: Family, path: string, text: string): string {
  if (!FAMILIES[family].unused?.test(path)) return text;
  return text.replace(
    TABLE,
    (table) => table.length < MIN_TABLE_TEXT ? table : "memory.data(16)",
  );
}

const compiled = new Map<Family, Promise<Uint8Array<ArrayBuffer>>>();

/** Compiles the kernels of one family, and packs them. */
export async function packFamily(family: Family): Promise<PackedModule> {
  const shared = await Promise.all(
    (FAMILIES[family].shared ?? []).map(async (name) => [name, await compileOnce(name)] as const),
  );
  return packModule(await compileOnce(family), Object.fromEntries(shared));
}

function compileOnce(family: Family): Promise<Uint8Array<ArrayBuffer>> {
  const known = compiled.get(family) ?? compileFamily(family);
  compiled.set(family, known);
  return known;
}

/**
 * Compiles the kernels of one family from the same sources. The compiler drops functions that are
 * not exported, but keeps every table: those of the other families are emptied before.
 */
async function compileFamily(family: Family): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new WebAssembly.Module(Uint8Array.fromBase64(WASM_BASE64));
  const all = WebAssembly.Module.exports(whole).map(({ name }) => name)
    .filter((name) => name !== "memory");
  let isEmptied = false;
  const wasm = await compile({
    text: `export { ${exportsOf(family, all).join(", ")} } from "./index";\n`,
    edit(path, text) {
      const edited = emptyTables(family, path, text);
      isEmptied ||= edited !== text;
      return edited;
    },
  });
  if (FAMILIES[family].unused !== undefined && !isEmptied) {
    throw new Error(
      `Cannot split the kernels: no source of a table that ${family} does not need matches ` +
        `${FAMILIES[family].unused} in tools/npm/families.ts`,
    );
  }
  verifyFamily(wasm);
  return wasm;
}
