import { assert, assertEquals } from "@std/assert";
import { WASM_BASE64 } from "../../kernels/module.js";

const bytes = Uint8Array.fromBase64(WASM_BASE64);

Deno.test("kernels/module.js was made from the sources that are there", async () => {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-read", "tools/build.ts", "--check"],
    cwd: new URL("../../", import.meta.url),
  }).output();
  assertEquals(code, 0, new TextDecoder().decode(stderr));
});

Deno.test("the WebAssembly module with its tables is at most 560 KB", () => {
  assert(bytes.length <= 560_000, `${bytes.length} bytes`);
});

Deno.test("the WebAssembly module needs nothing from outside", () => {
  assertEquals(WebAssembly.Module.imports(new WebAssembly.Module(bytes)), []);
});
