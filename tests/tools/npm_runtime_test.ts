import { assertEquals, assertThrows } from "@std/assert";
import { WASM_BASE64 } from "../../kernels/module.js";
import { i0e, lgamma, lgammaGrad } from "../../mod.ts";
import { packModule } from "../../tools/npm/pack_module.ts";
import { compile, provide } from "../../tools/npm/runtime/compile.ts";
import { bindNumber, compute, computeBoth, computeNumber } from "../../tools/npm/runtime/engine.ts";
import { unpackTables } from "../../tools/npm/runtime/unpack_tables.ts";

const wasm = Uint8Array.fromBase64(WASM_BASE64);

Deno.test("a module that is packed for npm is unpacked to the same bytes", () => {
  const { code, tables } = packModule(wasm);
  const bytes = [...Uint8Array.fromHex(code), ...unpackTables(atob(tables))];
  assertEquals(bytes.length, wasm.length);
  assertEquals(bytes.findIndex((byte, i) => byte !== wasm[i]), -1);
});

Deno.test("the engine of the npm package computes with the module of a kernel's family", () => {
  assertThrows(() => bindNumber("lgamma"), Error, "no kernels of gamma are loaded");
  provide("gamma", packModule(wasm));
  assertThrows(() => compile("bessel"), Error, "no kernels of bessel are loaded");
  provide("bessel", packModule(wasm));
  const x = new Float64Array([0.5, 3, -2.5]);
  const [value, out] = [x.slice(), x.slice()];
  compute({ name: "i0e" }, x, value);
  assertEquals(value, i0e(x));
  computeBoth({ name: "lgamma" }, x, value, { out });
  assertEquals([value, out], [lgamma(x), lgammaGrad(x)]);
  assertEquals(computeNumber({ name: "polygamma", parameter: 1 }, 1), Math.PI ** 2 / 6);
});
