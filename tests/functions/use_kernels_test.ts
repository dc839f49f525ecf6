import { assertEquals } from "@std/assert";

const MODULE = new URL("../../mod.ts", import.meta.url);
const KERNELS = new URL("../../dist/kernels.wasm", import.meta.url);

/** Runs a program of its own, because kernels are set once. */
async function run(program: string): Promise<string> {
  const source = `import { expression, lgamma, readTable, useKernels } from "${MODULE}";
    const kernels = new WebAssembly.Module(Deno.readFileSync(new URL("${KERNELS}")));
    const report = (action) => { try { action(); } catch (error) { console.log(String(error)); } };
    ${program}`;
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-lock", "--ext=js", source],
  }).output();
  return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

Deno.test("a compiled module can be handed in, where compiling is forbidden", async () => {
  const text = await run(`
    WebAssembly.Module = new Proxy(WebAssembly.Module, {
      construct() { throw new Error("compiling is forbidden"); },
    });
    useKernels(kernels);
    useKernels(kernels);
    console.log(lgamma(3), expression("x + 1")({ x: 1 }));
    const { batches } = await readTable(new Blob(["x\\n3\\n"]).stream());
    console.log((await Array.fromAsync(batches))[0].numbers("x").values);`);
  assertEquals(text, "0.6931471805599453 2\nFloat64Array(1) [ 3 ]\n");
});

Deno.test("what is no module of kernels is refused, and so is one that comes too late", async () => {
  const text = await run(`
    const empty = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    report(() => useKernels(empty));
    report(() => useKernels(new Uint8Array(8)));
    lgamma(3);
    report(() => useKernels(kernels));`);
  assertEquals(
    text.split("\n").map((line) => line.slice(0, 90)),
    [
      "TypeError: Cannot use these kernels: the module does not export memory; use the kernels.wasm of this",
      "TypeError: Cannot use these kernels: expected a WebAssembly.Module, got Uint8Array",
      "Error: Cannot use these kernels: call useKernels before anything is computed",
      "",
    ].map((line) => line.slice(0, 90)),
  );
});
