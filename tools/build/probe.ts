import { compile } from "./kernels.ts";

// Compiles the kernels with what only tests and benchmarks use (kernels/assembly/probe/index.ts)
// into the file that the argument names. It is a program of its own, because the compiler is not
// among the packages of the tests.

if (import.meta.main) {
  const [path] = Deno.args;
  const text = `export * from "./probe/index";\n`;
  const wasm = await compile({ text, hasAssertions: true, edit: (_path, source) => source });
  // Another process may make the same file at the same time, or read it.
  const temporary = `${path}.${Deno.pid}`;
  await Deno.writeFile(temporary, wasm);
  await Deno.rename(temporary, path);
}
