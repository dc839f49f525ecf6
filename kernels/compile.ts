import { WASM_BASE64 } from "./module.js";

let module: WebAssembly.Module | undefined;

/**
 * Returns the WebAssembly module, which is compiled on first use. Importing it costs nothing, and
 * all instances share it.
 */
export function compile(): WebAssembly.Module {
  return module ??= new WebAssembly.Module(decode(WASM_BASE64));
}

/** Takes a module that was compiled elsewhere. Throws if kernels have been compiled before. */
export function setModule(given: WebAssembly.Module): void {
  if (module !== undefined && module !== given) {
    throw new Error("Cannot use these kernels: call useKernels before anything is computed");
  }
  module = given;
}

/**
 * Decodes base64. Runtimes without `fromBase64` (Node.js before 25) need some milliseconds, once.
 */
function decode(base64: string): Uint8Array<ArrayBuffer> {
  if (typeof Uint8Array.fromBase64 === "function") return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
