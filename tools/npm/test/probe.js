// @ts-self-types="./probe.d.ts"
// What every runtime computes: the same calls on the same numbers. Plain JavaScript, because Node.js, Bun and
// a browser run it as it is.

const PARAMETERS = { polygamma: [0, 1, 2, 3, 20], multigammaln: [1, 2, 3, 10] };
const NAMES = ["i0", "i0e", "i1", "i1e", "lgamma", "digamma", "polygamma", "multigammaln"];
const EXPRESSIONS = [
  "lgamma(x + 3) - lgamma(x)",
  "grad(i0e(x)) * exp(x / 64) + digamma(x)",
  "polygamma(x, 2) / i1(x) + sin(x) * log(abs(x))",
  "multigammaln(abs(x) + 2, 3) - log1p(x ^ 2)",
];
const FUNCTIONS = ["exp", "log1p", "sin", "tanh", "expit", "floor", "trigamma", "gammaln"];
const COUNT = 4096;

/** Numbers of every sign and size, and many where the functions have their tables. */
function points() {
  const bits = new BigUint64Array(COUNT);
  let state = 0x9e3779b97f4a7c15n;
  for (let i = 0; i < COUNT; i++) {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    bits[i] = state;
  }
  const x = new Float64Array(bits.buffer);
  for (let i = 0; i < COUNT; i += 4) x[i] = (i - COUNT / 2) / 64;
  // Powers of other numbers than 2 are not the same in every runtime.
  for (let i = 1; i < COUNT; i += 4) x[i] = (1 + i / COUNT) * 2 ** (i % 41 - 20);
  x.set([0, -0, 1, 2, -1, NaN, Infinity, -Infinity, 5e-324, -2.5]);
  return x;
}

/** FNV-1a over the bytes of an array, in which all NaN have the same bits. */
function hash(array) {
  const copy = array.slice();
  for (let i = 0; i < copy.length; i++) if (Number.isNaN(copy[i])) copy[i] = NaN;
  let value = 0x811c9dc5;
  for (const byte of new Uint8Array(copy.buffer)) value = Math.imul(value ^ byte, 0x01000193);
  return (value >>> 0).toString(16).padStart(8, "0");
}

function* calls() {
  for (const name of NAMES) {
    for (const parameter of PARAMETERS[name] ?? [undefined]) {
      for (const called of [name, `${name}Grad`]) yield { name, called, parameter };
    }
  }
}

/** Computes everything with the functions of a module, and gives a hash of each result by its name. */
export async function probe(specol) {
  const results = {};
  const x = points();
  const inputs = { float64: x, float32: new Float32Array(x) };
  if (typeof Float16Array === "function") inputs.float16 = new Float16Array(x);
  for (const { name, called, parameter } of calls()) {
    const rest = parameter === undefined ? [] : [parameter];
    const title = parameter === undefined ? called : `${called}(${parameter})`;
    const compute = specol[called];
    for (const [type, input] of Object.entries(inputs)) {
      results[`${title} ${type}`] = hash(compute(input, ...rest));
    }
    results[`${title} number`] = hash(x.subarray(0, 512).map((x) => compute(x, ...rest)));
    if (called !== name) continue;
    const { value, gradient } = specol.valueAndGrad(specol[name], x, ...rest);
    results[`${title} both`] = hash(value) + hash(gradient);
  }
  for (const text of EXPRESSIONS) results[text] = hash(specol.expression(text)({ x }));
  for (const name of FUNCTIONS) results[`function ${name}`] = hash(specol[name](x));
  results["xlogy"] = hash(specol.xlogy(x, 3));
  results["sum"] = hash(
    Float64Array.of(specol.sum(x.subarray(10)), specol.mean(x.map(Math.fround))),
  );
  const chunks = new ReadableStream({
    start(controller) {
      controller.enqueue(x);
      controller.close();
    },
  }).pipeThrough(specol.functionStream(specol.i0e));
  results["functionStream"] = hash((await chunks.getReader().read()).value);
  for (const format of ["csv", "arrow", "arrows", "npy"]) {
    results[`table as ${format}`] = await table(specol, format);
  }
  return results;
}

/** Reads compressed CSV with a missing cell, computes columns, writes, reads that, and writes CSV. */
async function table(specol, format) {
  const { lgamma, readTable, writeTable } = specol;
  const text = Array.from({ length: 500 }, (_, i) => i % 7 ? `${i},${i / 8}` : `${i},`);
  const csv = new Blob([`n,x\n${text.join("\n")}\n`]).stream();
  const compressed = csv.pipeThrough(new CompressionStream("gzip"));
  const bytes = writeTable(await readTable(compressed), {
    format,
    results: { y: { column: "x", compute: lgamma } },
  });
  const written = new Uint8Array(await new Response(bytes).arrayBuffer());
  const again = await readTable(new Blob([written]).stream());
  const last = await new Response(writeTable(again, { format: "csv" })).arrayBuffer();
  return `${hash(written)} ${hash(new Uint8Array(last))}`;
}
