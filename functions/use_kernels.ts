import { setModule } from "../kernels/compile.ts";
import { describe } from "./arguments.ts";

/** Some of what the kernels export: a module that lacks one of these is another one. */
const NEEDED = ["memory", "ARENA", "lgamma_number", "i0e_number", "expression_run", "csv_scan"];

/**
 * Computes with a WebAssembly module that was compiled elsewhere. Some runtimes and pages do not let
 * a program compile bytes: Cloudflare Workers take a module only from an import, and a page may want
 * to compile while it downloads. The module is `kernels.wasm` of the same version of this package.
 *
 * @example In Cloudflare Workers, with the npm package
 * ```ts ignore
 * import kernels from "@specol/specol/kernels.wasm";
 * import { lgamma, useKernels } from "@specol/specol";
 *
 * useKernels(kernels);
 * lgamma(3);
 * ```
 *
 * @example In a page, compiled while it downloads
 * ```ts ignore
 * import { lgamma, useKernels } from "@specol/specol";
 *
 * useKernels(await WebAssembly.compileStreaming(fetch("/kernels.wasm")));
 * lgamma(3);
 * ```
 *
 * @param module The compiled kernels.
 * @throws {TypeError} If it is not a module, or not that of the kernels.
 * @throws {Error} If something has been computed before, with other kernels.
 */
export function useKernels(module: WebAssembly.Module): void {
  if (!(module instanceof WebAssembly.Module)) {
    throw new TypeError(
      `Cannot use these kernels: expected a WebAssembly.Module, got ${describe(module)}`,
    );
  }
  const names = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
  const missing = NEEDED.find((name) => !names.has(name));
  if (missing !== undefined) {
    throw new TypeError(
      `Cannot use these kernels: the module does not export ${missing}; ` +
        "use the kernels.wasm of this version of specol",
    );
  }
  setModule(module);
}
