import { openProbe } from "../../support/probe_module.ts";

/** What `read_decimals` says of a text. */
export const NUMBER = 0;
export const EMPTY = 1;
export const INVALID = 2;

/** The types that are read and written, by the module's number for them. */
export const FLOAT64 = 0;
export const FLOAT32 = 1;
export const FLOAT16 = 2;

/** How many random patterns a test tries: `SPECOL_DECIMAL_PATTERNS=20000000` for a long run. */
export const PATTERNS = Number(Deno.env.get("SPECOL_DECIMAL_PATTERNS") ?? 1_000_000);

interface Options {
  readonly decimal?: string;
  readonly type?: number;
}

const { probes: exports } = openProbe();
/** Bytes that the module may overwrite after a text's end. */
const SCRIBBLED = 16;
const LONGEST = 25;

/** Addresses for `count` numbers and for texts of `bytes`. */
function places(count: number, bytes: number) {
  const numbers = exports.ARENA.value + 15 & ~15;
  const ends = numbers + 8 * count;
  const statuses = ends + 4 * count;
  const text = statuses + count;
  const missing = text + bytes + SCRIBBLED - exports.memory.buffer.byteLength;
  if (missing > 0) exports.memory.grow(Math.ceil(missing / 65536));
  const { buffer } = exports.memory;
  return {
    at: { numbers, ends, statuses, text },
    numbers: new Float64Array(buffer, numbers, count),
    ends: new Uint32Array(buffer, ends, count),
    statuses: new Uint8Array(buffer, statuses, count),
    text: new Uint8Array(buffer, text, bytes + SCRIBBLED),
  };
}

/** Reads ASCII texts, which lie side by side in memory: what comes after an end is another text. */
export function read(texts: readonly string[], { decimal = ".", type = FLOAT64 }: Options = {}) {
  const all = texts.join("");
  const { at, numbers, ends, statuses, text } = places(texts.length, all.length);
  new TextEncoder().encodeInto(all, text);
  text.fill(0x37, all.length); // 7: a digit that must not be read
  let end = at.text;
  texts.forEach((text, i) => ends[i] = end += text.length);
  exports.read_decimals(
    at.text,
    at.ends,
    texts.length,
    at.numbers,
    at.statuses,
    decimal.charCodeAt(0),
    type,
  );
  return { numbers: numbers.slice(), statuses: statuses.slice() };
}

/** Writes numbers; throws if more is overwritten than may be. */
export function write(
  numbers: Float64Array,
  { decimal = ".", type = FLOAT64, digits = 0 }: Options & { digits?: number } = {},
): string[] {
  const place = places(numbers.length, LONGEST * numbers.length);
  const { at, ends, text } = place;
  place.numbers.set(numbers);
  text.fill(0);
  exports.write_decimals(
    at.numbers,
    numbers.length,
    at.text,
    at.ends,
    decimal.charCodeAt(0),
    type,
    digits,
  );
  const last = ends.at(-1)! - at.text;
  // A number that is rounded was longer before.
  const scribbled = digits === 0 ? SCRIBBLED : SCRIBBLED + LONGEST;
  if (text.subarray(last + scribbled).some((byte) => byte !== 0)) {
    throw new RangeError("Written too far");
  }
  const all = new TextDecoder().decode(text.subarray(0, last));
  let start = 0;
  return Array.from(ends, (end) => all.slice(start, start = end - at.text));
}

/** The same random 32 bits in every run (Marsaglia's xorshift, 2003, of 128 bits). */
export function randomWords(count: number, seed: number): Uint32Array {
  let [x, y, z, w] = [123456789, 362436069, 521288629, seed];
  return Uint32Array.from({ length: count }, () => {
    const t = x ^ (x << 11);
    [x, y, z] = [y, z, w];
    return w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
  });
}

/** Random finite float64 bit patterns, both signs; chunk after chunk, `PATTERNS` in all. */
export function* randomDoubles(seed: number): Generator<Float64Array> {
  const CHUNK = 100_000;
  for (let done = 0; done < PATTERNS; done += CHUNK) {
    const words = randomWords(2 * Math.min(CHUNK, PATTERNS - done), seed + done);
    yield new Float64Array(words.buffer).filter(Number.isFinite);
  }
}

/** The next float64 of positive x away from 0, or `steps` of them. */
export function step(x: number, steps = 1n): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  view.setBigInt64(0, view.getBigInt64(0) + steps);
  return view.getFloat64(0);
}

/** Finite x >= 0 as digits and a power of ten, exactly: x = digits 10^power. */
export function exactDecimal(x: number): { digits: bigint; power: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = Math.max(Number(bits >> 52n), 1) - 1075;
  const fraction = bits & (1n << 52n) - 1n;
  const significand = bits >> 52n === 0n ? fraction : fraction | 1n << 52n;
  return exponent >= 0
    ? { digits: significand << BigInt(exponent), power: 0 }
    : { digits: significand * 5n ** BigInt(-exponent), power: exponent };
}

/** The middle between two neighbours, exactly. */
export function middle(x: number, y: number): { digits: bigint; power: number } {
  const a = exactDecimal(x);
  const b = exactDecimal(y);
  const power = Math.min(a.power, b.power) - 1;
  const scaled = (n: typeof a): bigint => n.digits * 10n ** BigInt(n.power - power);
  return { digits: (scaled(a) + scaled(b)) / 2n, power };
}

/** digits 10^power in several spellings. */
export function spellings(digits: bigint, power: number): string[] {
  const text = `${digits}`;
  const spelled = [`${text}e${power}`, `0.00${text}E${power + text.length + 2}`];
  if (power < 0 && -power < text.length) {
    spelled.push(`${text.slice(0, power)}.${text.slice(power)}`);
  }
  if (power <= -text.length) spelled.push(`.${"0".repeat(-power - text.length)}${text}`);
  if (power >= 0) spelled.push(`00${text}${"0".repeat(power)}.`);
  return spelled;
}
