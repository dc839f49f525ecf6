import { WASM_BASE64 } from "../../kernels/module.js";
import { compile } from "../build/kernels.ts";
import { type PackedModule, packModule } from "./pack_module.ts";
import { verifyFamily } from "./verify_family.ts";

/** Parts of the kernels that a page can load alone. */
export type Family = "gamma" | "bessel" | "text";

const FAMILIES: Readonly<Record<Family, { exports: RegExp; unused: RegExp }>> = {
  gamma: { exports: /^(lgamma|digamma|polygamma|multigammaln)/, unused: /^math\/bessel_/ },
  bessel: { exports: /^i[01]/, unused: /^math\/gamma_/ },
  text: { exports: /^(csv|read|write)_/, unused: /^math\// },
};
/** What the host needs of each. */
const COMMON = /^(ARENA|widen|narrow|multiply|nans)/;
const TABLE = /memory\.data<\w+>\(\s*\[[^\]]*\]\s*(?:,\s*\d+\s*)?,?\s*\)/g;

/**
 * Compiles the kernels of one family from the same sources. The compiler drops functions that are not
 * exported, but keeps every table: those of the other families are emptied before.
 */
export async function compileFamily(family: Family): Promise<PackedModule> {
  const { exports, unused } = FAMILIES[family];
  const whole = new WebAssembly.Module(Uint8Array.fromBase64(WASM_BASE64));
  const names = WebAssembly.Module.exports(whole).map(({ name }) => name)
    .filter((name) => COMMON.test(name) || exports.test(name));
  const wasm = await compile({
    text: `export { ${names.join(", ")} } from "./index";\n`,
    edit: (path, text) =>
      unused.test(path) && path.endsWith("_data.ts")
        ? text.replace(TABLE, "memory.data(16)")
        : text,
  });
  verifyFamily(wasm);
  return packModule(wasm);
}
