import { assertEquals } from "@std/assert";
import { encodeHex } from "@std/encoding/hex";
import { registry } from "../../functions/registry.ts";
import { compute } from "../../kernels/engine.ts";
import type { FloatArray } from "../../kernels/float_types.ts";

// The same bits on every machine: SHA-256 of the results over a fixed set of inputs. A change here is a
// change of results, and goes into CHANGELOG.md. To print the hashes anew:
//     SPECOL_PRINT_HASHES=1 deno test --allow-env tests/kernels/same_bits_test.ts

const EXPECTED: Readonly<Record<string, string>> = {
  "i0 float64": "310e3c1efb59b5cf6309676b8b34abb3",
  "i0 float32": "b14b80d2bc9d341176ff12c1ca8d49a2",
  "i0 float16": "c0aa3c6837d38f5b18f6e57377f2df35",
  "i0e float64": "bbbfb2cbff4f460bdfee085938cf7863",
  "i0e float32": "d7eb74b0e3c1b0b85ac425dfe369297a",
  "i0e float16": "28515db22ac6553028b267cf4c90d493",
  "i0eGrad float64": "fb9d23f4937cdd4a358f54de1eef3771",
  "i0eGrad float32": "08bbbca55f7bb8dfce9e68d229c7c49c",
  "i0eGrad float16": "fb1def42da142e87c6a7d2f597ae57fb",
  "i1 float64": "ccb9b9bcafc28d58686ee091b451e64c",
  "i1 float32": "75458e0b1167310e3bd335355967558a",
  "i1 float16": "22333fd4afd6ea091205a457709094e9",
  "i1Grad float64": "624fc66a8712cfdeabb11257c6ba7d71",
  "i1Grad float32": "1d765200173350450f8f3f9c2831f5bd",
  "i1Grad float16": "4e64dbdaa00cebf699bfb4e493af634b",
  "i1e float64": "f2a2f75fd4fecc2ff103b27d5fffdb66",
  "i1e float32": "d264560cefc4ca13ee0bdd45cfc17cce",
  "i1e float16": "47fdfab92ff2f7841628e81c2c61666d",
  "i1eGrad float64": "bb623b527cb10bda801f92edeb229ae9",
  "i1eGrad float32": "e1b890fbc842d02db848ca468f9a4b43",
  "i1eGrad float16": "55fa5d528d5a20a2a51bbe440ac60e41",
};

/** Every exponent, with mantissas from a fixed sequence, of both signs; made of bits, not computed. */
function inputs(Type: new (buffer: ArrayBuffer) => FloatArray, bits: 16 | 32 | 64): FloatArray {
  const count = 1 << 15;
  const words = new DataView(new ArrayBuffer(count * bits / 8));
  let state = 0x9e3779b97f4a7c15n;
  for (let i = 0; i < count; i++) {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    const word = state >> BigInt(64 - bits);
    if (bits === 64) words.setBigUint64(i * 8, word, true);
    else if (bits === 32) words.setUint32(i * 4, Number(word), true);
    else words.setUint16(i * 2, Number(word), true);
  }
  const x = new Type(words.buffer);
  // Half of them where the functions have their rows.
  for (let i = 0; i < count; i += 2) x[i] = (i - count / 2) / 256;
  return x.filter((value) => !Number.isNaN(value));
}

const types = [
  ["float64", inputs(Float64Array, 64)],
  ["float32", inputs(Float32Array, 32)],
  ["float16", inputs(Float16Array, 16)],
] as const;

const kernels = [...new Set(registry.flatMap((spec) => [spec.kernel, spec.gradientKernel]))].sort();

async function hash(y: FloatArray): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", y.slice().buffer as ArrayBuffer);
  return encodeHex(digest).slice(0, 32);
}

for (const kernel of kernels) {
  for (const [type, x] of types) {
    const name = `${kernel} ${type}`;
    Deno.test(`${name} has the same bits as everywhere`, async () => {
      const y = x.slice();
      compute(kernel, x, y);
      const found = await hash(y);
      if (Deno.permissions.querySync({ name: "env" }).state === "granted") {
        if (Deno.env.has("SPECOL_PRINT_HASHES")) console.log(`  "${name}": "${found}",`);
      }
      assertEquals(found, EXPECTED[name]);
    });
  }
}
