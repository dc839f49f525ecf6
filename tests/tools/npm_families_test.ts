import { assert, assertEquals } from "@std/assert";
import { WASM_BASE64 } from "../../kernels/module.js";
import { registry } from "../../functions/registry.ts";
import { familiesOf } from "../../tools/npm/bundle.ts";
import { emptyTables, exportsOf, type Family, LEFT_OUT } from "../../tools/npm/families.ts";

const FAMILIES: readonly Family[] = ["gamma", "bessel", "text", "expression"];
const ROOT = new URL("../../", import.meta.url);

Deno.test("every export of the kernels is in a family of the npm package, except those of groups", () => {
  const wasm = new WebAssembly.Module(Uint8Array.fromBase64(WASM_BASE64));
  const all = WebAssembly.Module.exports(wasm).map(({ name }) => name)
    .filter((name) => name !== "memory");
  const chosen = new Set(FAMILIES.flatMap((family) => exportsOf(family, all)));
  assertEquals(chosen, new Set(all.filter((name) => !LEFT_OUT.test(name))));
  assert(all.includes("groups_rows"));
  // A new export of the last phase belongs to expressions, without a list.
  assertEquals(exportsOf("expression", ["ball_run", "lgamma_f64", "csv_scan"]), ["ball_run"]);
});

Deno.test("a family drops the tables of others", () => {
  const table = `const T = memory.data<f64>([${"1.5, ".repeat(400)}]);`;
  for (const path of ["bessel/data.ts", "bessel/tables.ts"]) {
    assert(!emptyTables("gamma", path, table).includes("1.5"), path);
    assertEquals(emptyTables("bessel", path, table), table);
  }
  const small = "const T = memory.data<f64>([1.5]);";
  assertEquals(emptyTables("gamma", "bessel/tables.ts", small), small);
});

Deno.test("the file of each function names the family of its kernels", async () => {
  for (const { name } of registry) {
    const path = `functions/${name}.ts`;
    const families = familiesOf(path, await Deno.readTextFile(new URL(path, ROOT)));
    assertEquals(families, [/^i/.test(name) ? "bessel" : "gamma"], name);
  }
});
