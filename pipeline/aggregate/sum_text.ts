import type { WrittenState } from "./group_table.ts";

// The state of an exact sum (short_sum.ts and exact_sum.ts in kernels/assembly/groups) as text, for
// the sums of pieces.

/** The bits of the first float64 of a short sum if there is a longer sum. */
const LONG = 0x7ff8000000000000n;
/** Where the second float64 is, or the address of a longer sum. */
const SECOND = 8;

const LIMB_BITS = 64n;
/** Limbs of a window, and of the whole. */
const WINDOW = 3;
const WHOLE = 34;
const LAST_BASE = 31;
/** Where the window begins, and what else was added. */
const BASE = 24;
const FLAGS = 28;
const NO_BASE = 0x40000000;
const NO_WINDOW = 0x80000000;

/** What was added that limbs do not hold, as text and as flag. */
const ADDED = { Infinity: 4, "-Infinity": 8, NaN: 16 } as const;

/** A sum in hexadecimal: as many digits as the limbs have. */
const SUM_TEXT = new RegExp(`^-?[0-9a-f]{1,${WHOLE * 16}}$`);

/**
 * The state of a sum as text: empty if nothing was added, `NaN` and so on if the sum is not finite,
 * `-0` if only -0 was added, otherwise the sum in hexadecimal as a multiple of 2^-1074.
 */
export function sumText(state: DataView): string {
  const short = shortSum(state);
  if (short === undefined) {
    return longText(new DataView(state.buffer, state.getUint32(SECOND, true)));
  }
  const [first, second] = short;
  if (Object.is(second, -0)) return "";
  if (Object.is(first, -0)) return "-0";
  return (unitsOf(first) + unitsOf(second)).toString(16);
}

/** The two float64 of a short sum, which are -0 if nothing was added; nothing if there is a longer sum. */
export function shortSum(state: DataView): readonly [number, number] | undefined {
  if (state.getBigUint64(0, true) === LONG) return undefined;
  return [state.getFloat64(0, true), state.getFloat64(SECOND, true)];
}

/** A finite float64 as a multiple of 2^-1074. */
function unitsOf(value: number): bigint {
  const bits = new BigUint64Array(Float64Array.of(Math.abs(value)).buffer)[0];
  const exponent = bits >> 52n;
  const fraction = bits & (1n << 52n) - 1n;
  const size = exponent === 0n ? fraction : (fraction | 1n << 52n) << exponent - 1n;
  return value < 0 ? -size : size;
}

function longText(state: DataView): string {
  const base = state.getUint32(BASE, true);
  const flags = state.getUint32(FLAGS, true);
  if (flags & ADDED.NaN || flags & ADDED.Infinity && flags & ADDED["-Infinity"]) return "NaN";
  if (flags & ADDED.Infinity) return "Infinity";
  if (flags & ADDED["-Infinity"]) return "-Infinity";
  const isWhole = base === NO_WINDOW;
  const limbs = isWhole ? new DataView(state.buffer, state.getUint32(0, true)) : state;
  const count = isWhole ? WHOLE : WINDOW;
  let total = limbs.getBigInt64((count - 1) * 8, true);
  for (let i = count - 2; i >= 0; i--) {
    total = total << LIMB_BITS | limbs.getBigUint64(i * 8, true);
  }
  return (isWhole ? total : total << LIMB_BITS * BigInt(base)).toString(16);
}

/**
 * Writes the state of a sum whose text is known, and a longer sum if it needs one. Throws if it is
 * not such a text.
 */
export function writeSum(text: string, { state, long, whole }: WrittenState): void {
  function write(first: number, second: number): void {
    state.setFloat64(0, first, true);
    state.setFloat64(SECOND, second, true);
  }
  if (text === "") return write(-0, -0);
  if (text === "-0") return write(-0, 0);
  state.setBigUint64(0, LONG, true);
  state.setBigUint64(SECOND, BigInt(long.byteOffset), true);
  for (let at = 0; at < BASE; at += 8) long.setBigUint64(at, 0n, true);
  long.setUint32(BASE, NO_BASE, true);
  long.setUint32(FLAGS, 0, true);
  if (Object.hasOwn(ADDED, text)) {
    long.setUint32(FLAGS, ADDED[text as keyof typeof ADDED], true);
    return;
  }
  if (!SUM_TEXT.test(text)) throw new SyntaxError(`not the text of a sum: ${text.slice(0, 60)}`);
  const isNegative = text.startsWith("-");
  const size = BigInt(`0x${isNegative ? text.slice(1) : text}`);
  const total = isNegative ? -size : size;
  if (total === 0n) return write(0, 0);
  if (BigInt.asIntN(WHOLE * 64, total) !== total) {
    throw new SyntaxError(`not the text of a sum: ${text.slice(0, 60)}`);
  }
  // The window begins where the last bits are.
  let base = 0;
  while (base < LAST_BASE && BigInt.asUintN(64, total >> LIMB_BITS * BigInt(base)) === 0n) base++;
  const window = total >> LIMB_BITS * BigInt(base);
  if (BigInt.asIntN(WINDOW * 64, window) === window) {
    long.setUint32(BASE, base, true);
    writeLimbs(long, window, WINDOW);
    return;
  }
  writeLimbs(whole, total, WHOLE);
  long.setUint32(0, whole.byteOffset, true);
  long.setUint32(BASE, NO_WINDOW, true);
}

function writeLimbs(to: DataView, value: bigint, count: number): void {
  for (let i = 0; i < count; i++) {
    to.setBigUint64(i * 8, BigInt.asUintN(64, value >> LIMB_BITS * BigInt(i)), true);
  }
}
