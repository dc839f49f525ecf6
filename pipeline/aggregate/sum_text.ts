import type { WrittenState } from "./group_table.ts";

// The state of an exact sum (short_sum.ts and exact_sum.ts in kernels/assembly/groups) as text, for
// the sums of pieces.

/**
 * The upper half of a short sum if it has none of its own, and what the lower half is then, or the
 * address of a longer sum.
 */
const LONG = -(2n ** 63n);
const NOTHING = 0n;
const NEGATIVE_ZERO = 1n;

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
export function sumText(state: DataView, unit: number): string {
  const total = shortTotal(state);
  if (total !== undefined) return (total === 0n ? total : total << BigInt(unit - 1)).toString(16);
  const low = state.getBigUint64(0, true);
  if (low === NOTHING) return "";
  if (low === NEGATIVE_ZERO) return "-0";
  return longText(new DataView(state.buffer, Number(low)));
}

/** A short sum as a multiple of its unit; nothing if the state is of another kind. */
export function shortTotal(state: DataView): bigint | undefined {
  const high = state.getBigInt64(8, true);
  return high === LONG ? undefined : high << LIMB_BITS | state.getBigUint64(0, true);
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
  function write(low: bigint, high: bigint): void {
    state.setBigUint64(0, low, true);
    state.setBigInt64(8, high, true);
  }
  if (text === "") return write(NOTHING, LONG);
  if (text === "-0") return write(NEGATIVE_ZERO, LONG);
  write(BigInt(long.byteOffset), LONG);
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
  if (total === 0n) return write(0n, 0n);
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
