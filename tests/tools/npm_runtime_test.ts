import { assert, assertEquals, assertThrows } from "@std/assert";
import { WASM_BASE64 } from "../../kernels/module.js";
import { i0e, lgamma, lgammaGrad } from "../../mod.ts";
import { findShared } from "../../tools/npm/find_shared.ts";
import { packModule } from "../../tools/npm/pack_module.ts";
import { compile, provide } from "../../tools/npm/runtime/compile.ts";
import { bindNumber, compute, computeBoth, computeNumber } from "../../tools/npm/runtime/engine.ts";
import { openInstance } from "../../tools/npm/runtime/expression_engine.ts";
import { joinPieces } from "../../tools/npm/runtime/join_pieces.ts";
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

Deno.test("what tables share with those of other families is omitted and joined again", () => {
  const noise = (length: number, seed: number): Uint8Array<ArrayBuffer> =>
    Uint8Array.from({ length }, (_, i) => Math.imul((i + 1) * seed, 0x9e3779b1) >>> 24);
  const others: Record<string, Uint8Array> = { one: noise(2000, 3), two: noise(900, 7) };
  const [head, gap] = [noise(50, 11), noise(70, 13)];
  const tables = Uint8Array.from([
    ...[...head, ...others.two.subarray(100, 800)],
    ...[...gap, ...others.one.subarray(5, 1500), ...others.one.subarray(40, 140)],
  ]);
  const pieces = findShared(tables, others);
  assertEquals(pieces, [
    { family: "two", from: 100, length: 700, at: 50 },
    { family: "one", from: 5, length: 1495, at: 820 },
  ]);
  const own = Uint8Array.from([...head, ...gap, ...others.one.subarray(40, 140)]);
  assertEquals(joinPieces(own, pieces, (family) => others[family]), tables);
  assertEquals(joinPieces(own, [], (family) => others[family]), own);
});

Deno.test("kernels of expressions are made with the tables of the other families", () => {
  provide("gamma", packModule(wasm));
  const packed = packModule(wasm, { gamma: wasm });
  assert(packed.tables.length < wasm.length / 10, "the tables are left out");
  provide("expression", packed);
  const { exports } = openInstance();
  assertEquals(exports.lgamma_number(2.5), lgamma(2.5));
  assertEquals(typeof exports.expression_run, "function");
});
