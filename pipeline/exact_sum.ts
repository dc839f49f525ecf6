/** Bits of a limb. A float64 touches three limbs at most. */
const LIMB_BITS = 32;
const LIMB = 2 ** LIMB_BITS;
/**
 * Limbs from the last bit of the smallest float64, 2^-1074, to 2^1024, with room for the carries of
 * as many numbers as there may be.
 */
const LIMBS = 68;
/**
 * Numbers that can be added before a limb could lose a bit: each adds less than 2^32 to a limb that
 * holds less than 2^32.
 */
const MAX_ADDED = 2 ** 20;
/** The exponent of the smallest float64. */
const MIN_EXPONENT = -1074n;
/** A sum in hexadecimal: as many digits as the limbs have. */
const SUM_TEXT = new RegExp(`^(-?)([0-9a-f]{1,${LIMBS * LIMB_BITS / 4}})$`);

const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);

/**
 * Adds float64 exactly: a fixed-point number that is long enough for all of them. So the sum does
 * not depend on the order, and is rounded once.
 */
export class ExactSum {
  readonly #limbs = new Float64Array(LIMBS);
  /** What is infinite or NaN, which the limbs cannot hold. */
  #special = 0;
  #added = 0;
  /** Whether only -0 was added, whose sum is -0. */
  #isNegativeZero = true;
  #isEmpty = true;

  add(value: number): void {
    this.#isEmpty = false;
    if (value !== 0 || !Object.is(value, -0)) this.#isNegativeZero = false;
    if (!Number.isFinite(value)) {
      this.#special += value;
      return;
    }
    float[0] = value;
    const [low, high] = words;
    const exponent = high >>> 20 & 0x7ff;
    const significand = (high & 0xfffff) + (exponent === 0 ? 0 : 0x100000);
    // The number of the last bit, counted from 2^-1074.
    const shift = exponent === 0 ? 0 : exponent - 1;
    const at = Math.floor(shift / LIMB_BITS);
    const factor = 2 ** (shift % LIMB_BITS);
    const sign = high >>> 31 === 0 ? 1 : -1;
    // A product of 32 bits and at most 31 bits is exact.
    const first = low * factor;
    const firstHigh = Math.floor(first / LIMB);
    const second = significand * factor + firstHigh;
    const secondHigh = Math.floor(second / LIMB);
    this.#limbs[at] += sign * (first - firstHigh * LIMB);
    this.#limbs[at + 1] += sign * (second - secondHigh * LIMB);
    this.#limbs[at + 2] += sign * secondHigh;
    if (++this.#added === MAX_ADDED) this.#carry();
  }

  /**
   * All that is known, as numbers, for another thread or a file: the limbs, what is infinite or
   * NaN, whether only -0 was added, and whether nothing was. `merge` adds it to another sum.
   */
  get state(): Float64Array<ArrayBuffer> {
    this.#carry();
    const flags = [this.#special, Number(this.#isNegativeZero), Number(this.#isEmpty)];
    return Float64Array.from([...this.#limbs, ...flags]);
  }

  /** Adds what was added to another sum: in any order, the result is the same. */
  merge(state: Float64Array): void {
    const [special, isNegativeZero, isEmpty] = state.subarray(LIMBS);
    if (isEmpty === 1) return;
    // Limbs that are below their base can be added without losing a bit.
    this.#carry();
    for (let i = 0; i < LIMBS; i++) this.#limbs[i] += state[i];
    this.#added = 1;
    this.#special += special;
    this.#isNegativeZero &&= isNegativeZero === 1;
    this.#isEmpty = false;
  }

  /** The float64 nearest to the sum, ties to even. The sum of nothing is 0. */
  get value(): number {
    return this.divide(1);
  }

  /** The float64 nearest to the sum divided by a count. */
  divide(count: number): number {
    if (this.#special !== 0) return this.#special; // also NaN
    const total = this.#total();
    if (total === 0n) return this.#isNegativeZero && !this.#isEmpty ? -0 : 0;
    return roundQuotient(total, BigInt(count));
  }

  /**
   * The state as text, from which another sum can go on: empty if nothing was added, `NaN` and so
   * on if the sum is not finite, `-0` if only -0 was added, otherwise the sum in hexadecimal as a
   * multiple of 2^-1074.
   */
  get text(): string {
    if (this.#isEmpty) return "";
    if (this.#special !== 0) return String(this.#special);
    return this.#isNegativeZero ? "-0" : this.#total().toString(16);
  }

  /** Adds all that was added to another sum, given by its text. Throws if it is not such a text. */
  addText(text: string): void {
    if (text === "") return;
    if (/^(NaN|-?Infinity|-0)$/.test(text)) return this.add(Number(text));
    const [, sign, digits] = SUM_TEXT.exec(text) ?? [];
    if (digits === undefined) throw new SyntaxError(`not the text of a sum: ${text.slice(0, 60)}`);
    this.#isEmpty = this.#isNegativeZero = false;
    // Limbs are below their base first, so that none can lose a bit.
    this.#carry();
    const step = LIMB_BITS / 4;
    for (let i = 0, end = digits.length; end > 0; i++, end -= step) {
      const limb = parseInt(digits.slice(Math.max(0, end - step), end), 16);
      this.#limbs[i] += sign === "-" ? -limb : limb;
    }
    this.#added++;
  }

  #total(): bigint {
    let total = 0n;
    for (let i = LIMBS - 1; i >= 0; i--) total = (total << 32n) + BigInt(this.#limbs[i]);
    return total;
  }

  /** Brings every limb but the last below its base. */
  #carry(): void {
    this.#added = 0;
    for (let i = 0; i < LIMBS - 1; i++) {
      const carried = Math.floor(this.#limbs[i] / LIMB);
      this.#limbs[i] -= carried * LIMB;
      this.#limbs[i + 1] += carried;
    }
  }
}

/** The float64 nearest to a 2^-1074/b, ties to even, b > 0. */
function roundQuotient(a: bigint, b: bigint): number {
  const sign = a < 0n ? -1 : 1;
  const size = a < 0n ? -a : a;
  // The quotient has the bits of a float64 and two more. The last one says that something was cut
  // off.
  const excess = BigInt(size.toString(2).length - b.toString(2).length - 55);
  // Below the smallest normal number there are fewer bits.
  const shift = excess < -2n ? -2n : excess;
  const [dividend, divisor] = shift >= 0n ? [size, b << shift] : [size << -shift, b];
  let quotient = dividend / divisor;
  if (quotient * divisor !== dividend) quotient |= 1n;
  return sign * scale(quotient, shift + MIN_EXPONENT);
}

/** q 2^k, rounded once: q has up to 57 bits, of which the last is sticky. */
function scale(q: bigint, k: bigint): number {
  const cut = BigInt(Math.max(0, q.toString(2).length - 53));
  // A float64 has no bits below 2^-1074.
  const drop = k + cut < MIN_EXPONENT ? MIN_EXPONENT - k : cut;
  const kept = q >> drop;
  const rest = q - (kept << drop);
  const half = drop === 0n ? 0n : 1n << (drop - 1n);
  const isUp = drop > 0n && (rest > half || rest === half && (kept & 1n) === 1n);
  const exponent = Number(k + drop);
  const first = Math.max(-1074, Math.min(971, exponent));
  return Number(kept + (isUp ? 1n : 0n)) * 2 ** first * 2 ** (exponent - first);
}
