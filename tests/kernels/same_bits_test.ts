import { assertEquals } from "@std/assert";
import { encodeHex } from "@std/encoding/hex";
import { registry } from "../../functions/registry.ts";
import { compute, type Kernel, type KernelName } from "../../kernels/engine.ts";
import type { FloatArray } from "../../kernels/float_types.ts";

// The same bits on every machine: SHA-256 of the results over a fixed set of inputs. A change here is a
// change of results, and goes into CHANGELOG.md. To print the hashes anew:
//     SPECOL_PRINT_HASHES=1 deno test --allow-env tests/kernels/same_bits_test.ts

const EXPECTED: Readonly<Record<string, string>> = {
  "digamma float64": "29097112c0e433f25b5da683c6e352fa",
  "digamma float32": "ae0ddfd75450349d69915f322de9926e",
  "digamma float16": "761bd83fc3e1c3912e98541f953d5ff2",
  "i0 float64": "d28c3b8f5c6d63bed0799766887825c7",
  "i0 float32": "b14b80d2bc9d341176ff12c1ca8d49a2",
  "i0 float16": "c0aa3c6837d38f5b18f6e57377f2df35",
  "i0e float64": "a43818f5f0e48b5ca84ace689257ac14",
  "i0e float32": "d7eb74b0e3c1b0b85ac425dfe369297a",
  "i0e float16": "28515db22ac6553028b267cf4c90d493",
  "i0eGrad float64": "91de57de7423de65a3b04e80043fc026",
  "i0eGrad float32": "08bbbca55f7bb8dfce9e68d229c7c49c",
  "i0eGrad float16": "fb1def42da142e87c6a7d2f597ae57fb",
  "i1 float64": "d22081a8f0539376a0c408c6002750f4",
  "i1 float32": "75458e0b1167310e3bd335355967558a",
  "i1 float16": "22333fd4afd6ea091205a457709094e9",
  "i1Grad float64": "11e7bbb79d9b15d75eee2e6c82d60392",
  "i1Grad float32": "1d765200173350450f8f3f9c2831f5bd",
  "i1Grad float16": "4e64dbdaa00cebf699bfb4e493af634b",
  "i1e float64": "3435b52851518546558c2c79b5fe59c8",
  "i1e float32": "d264560cefc4ca13ee0bdd45cfc17cce",
  "i1e float16": "47fdfab92ff2f7841628e81c2c61666d",
  "i1eGrad float64": "8c5c48fe3dde9ba7140868bbbda353c9",
  "i1eGrad float32": "e1b890fbc842d02db848ca468f9a4b43",
  "i1eGrad float16": "55fa5d528d5a20a2a51bbe440ac60e41",
  "lgamma float64": "0d0d4d04a45154c884f2e8a807768d00",
  "lgamma float32": "f1a4b06d20435fca3abc8e92c0343dac",
  "lgamma float16": "2c636786a653227b24d520efa1e49c9d",
  "multigammaln(1) float64": "2a760027a519a9dd1e846932fc405009",
  "multigammaln(1) float32": "36a84b81165cba509faba25343627ff1",
  "multigammaln(1) float16": "9ada23e4256226d2d26bb4bf2e7edb33",
  "multigammaln(2) float64": "269912cb4f776360cbc96e743527560e",
  "multigammaln(2) float32": "c5010f3764fb628780b64b55e6674b19",
  "multigammaln(2) float16": "43b1edd38d3c89991eb0a2f156752f14",
  "multigammaln(3) float64": "a97e263ce8b649ffc7a9db4687f26a14",
  "multigammaln(3) float32": "0aec9159538a719db7fd9c88276d750a",
  "multigammaln(3) float16": "e38d9162478f2ed09473b20e48517359",
  "multigammaln(10) float64": "6032000a050c8d18b95fff361a1731b2",
  "multigammaln(10) float32": "48755d169496634d5cf9bcf050179389",
  "multigammaln(10) float16": "3a639d9c65102351a8075bc3058fa5ba",
  "multigammaln(50) float64": "bc4d54bfb6ed592050e0e67f20237cd9",
  "multigammaln(50) float32": "529e5e4dd53cb43c90c379e0657b428f",
  "multigammaln(50) float16": "2abec081d32ee071f634db8354025a14",
  "multigammalnGrad(1) float64": "ff3992e481441df2405d3f9d0eb01503",
  "multigammalnGrad(1) float32": "f0f25bc4ffcd1f4b56b6d0c1f8c21e47",
  "multigammalnGrad(1) float16": "eba5a031ccdbf1fd54030007c9d4729c",
  "multigammalnGrad(2) float64": "6460d94f4d362f823ec323176c452ed6",
  "multigammalnGrad(2) float32": "98835cd5373cae9ac63a2eaac2686900",
  "multigammalnGrad(2) float16": "e87900da152a2bff643e8e7cb9f93e51",
  "multigammalnGrad(3) float64": "658c1eb33f97df43fffba0896b28a3d9",
  "multigammalnGrad(3) float32": "63714b62772d3fbc7b2be229d41da885",
  "multigammalnGrad(3) float16": "56829716464b9d807ea5a07dc96b2404",
  "multigammalnGrad(10) float64": "247a347a8b012d8b863f2dfda62610ca",
  "multigammalnGrad(10) float32": "f5c413363988212e630224e348cb4f03",
  "multigammalnGrad(10) float16": "9314dd37149af2ec09c99f81f86aba31",
  "multigammalnGrad(50) float64": "22ef5368a12ad41d52f881a708ba3e0b",
  "multigammalnGrad(50) float32": "99dcc3f760fc2c7170bd67cfe404aafc",
  "multigammalnGrad(50) float16": "090e0bcb12f5b3265b66af45c8089d74",
  "polygamma(1) float64": "1d09ef62abfea2cd2679a9af8efea22a",
  "polygamma(1) float32": "be4b32f2e743dbb9ff4043751a7f1b1c",
  "polygamma(1) float16": "5e5c6389aa3179b3e4a51325a3e5e5c1",
  "polygamma(2) float64": "82331d012f2a2191d77262e149300e2b",
  "polygamma(2) float32": "cf6343e3f9756cab964a90350a2e9298",
  "polygamma(2) float16": "66d10c8e05b77bce81f10908a0e010c1",
  "polygamma(3) float64": "f95595b7a67fd40c42e1eea0d874119e",
  "polygamma(3) float32": "91a047c6488f6cce38be0253a4906733",
  "polygamma(3) float16": "aecaf3bd0835af42d42e5c9b430b11d6",
  "polygamma(20) float64": "164cc5b2bb68a77318451e4fbfd02682",
  "polygamma(20) float32": "be24b46cf1952fac06eb7271e531c334",
  "polygamma(20) float16": "fe7bf3eaed4f64c10015ead6f0c3ab28",
  "polygamma(60) float64": "c599944d7e60ab32a8ef30f20a66d44d",
  "polygamma(60) float32": "20cd3a58969ff6e584f6ab1c8c923bf4",
  "polygamma(60) float16": "ce8da615daef3901c1a63adcba780c95",
  "polygamma(171) float64": "bfd20fa6c28351e95e8be757d9ff147a",
  "polygamma(171) float32": "2ff17873467966d30262614092991c06",
  "polygamma(171) float16": "cd839a1158373f74245d33b7ae691daf",
  "polygamma(1000) float64": "2633e47eb333682e32190f21d0f41218",
  "polygamma(1000) float32": "e5631a1e1647e440449a1ce533d6eb57",
  "polygamma(1000) float16": "872158e098f07947d6348dc43844119e",
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
  // Half of them where the functions have table entries.
  for (let i = 0; i < count; i += 2) x[i] = (i - count / 2) / 256;
  return x.filter((value) => !Number.isNaN(value));
}

const types = [
  ["float64", inputs(Float64Array, 64)],
  ["float32", inputs(Float32Array, 32)],
  ["float16", inputs(Float16Array, 16)],
] as const;

/** Both sides of every change of method. */
const PARAMETERS: Readonly<Partial<Record<KernelName, readonly number[]>>> = {
  multigammaln: [1, 2, 3, 10, 50],
  multigammalnGrad: [1, 2, 3, 10, 50],
  polygamma: [1, 2, 3, 20, 60, 171, 1000],
};

const names = [...new Set(registry.flatMap((spec) => [spec.kernel, spec.gradientKernel]))].sort();
const kernels = names.flatMap((name): Kernel[] =>
  PARAMETERS[name]?.map((parameter) => ({ name, parameter })) ?? [{ name }]
);

/** WebAssembly does not specify the bits of NaN: a number that is never a result replaces it. */
const NAN_STAND_IN = -12345;

async function hash(y: FloatArray): Promise<string> {
  const specified = y.map((value) => Number.isNaN(value) ? NAN_STAND_IN : value);
  const digest = await crypto.subtle.digest("SHA-256", specified.buffer as ArrayBuffer);
  return encodeHex(digest).slice(0, 32);
}

for (const kernel of kernels) {
  for (const [type, x] of types) {
    const { parameter } = kernel;
    const name = `${kernel.name}${parameter === undefined ? "" : `(${parameter})`} ${type}`;
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
