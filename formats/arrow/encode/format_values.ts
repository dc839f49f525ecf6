// Values that Arrow has and CSV does not: as ISO 8601 and plain decimals write them.

/** Digits behind the second, by the number of the unit: s, ms, us, ns. */
const DIGITS = [0, 3, 6, 9];
/** What a Date can hold, in milliseconds; beyond that there is no calendar to ask. */
const MOST_MILLISECONDS = 8_640_000_000_000_000n;

/** A day, from milliseconds since 1970: `2024-02-29`. */
export function formatDate(milliseconds: bigint): string {
  return isoText(milliseconds).split("T")[0];
}

/** A time of the day, in a unit: `12:34:56.789`. */
export function formatTime(value: bigint, unit: number): string {
  const { seconds, fraction } = split(value, unit);
  const [hours, rest] = [seconds / 3600n, seconds % 3600n];
  const parts = [hours, rest / 60n, rest % 60n].map((part) => String(part).padStart(2, "0"));
  return parts.join(":") + fraction;
}

/** A time since 1970, in a unit: `2024-02-29T12:34:56.789`. */
export function formatTimestamp(value: bigint, unit: number): string {
  const { seconds, fraction } = split(value, unit);
  return isoText(seconds * 1000n).slice(0, -".000Z".length) + fraction;
}

/** value 10^-scale, with all digits. */
export function formatDecimal(value: bigint, scale: number): string {
  const sign = value < 0n ? "-" : "";
  const digits = String(value < 0n ? -value : value);
  if (scale <= 0) return sign + (value === 0n ? digits : digits + "0".repeat(-scale));
  const padded = digits.padStart(scale + 1, "0");
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

/** Whole seconds, and the text of what is above them. */
function split(value: bigint, unit: number): { seconds: bigint; fraction: string } {
  const digits = DIGITS[unit];
  if (digits === undefined) throw new RangeError(`a time in a unit that is not known, ${unit}`);
  const factor = 10n ** BigInt(digits);
  const above = (value % factor + factor) % factor;
  const fraction = digits === 0 ? "" : `.${String(above).padStart(digits, "0")}`;
  return { seconds: (value - above) / factor, fraction };
}

function isoText(milliseconds: bigint): string {
  if (milliseconds > MOST_MILLISECONDS || milliseconds < -MOST_MILLISECONDS) {
    throw new RangeError(`a time ${milliseconds / 1000n} seconds from 1970 has no date`);
  }
  return new Date(Number(milliseconds)).toISOString();
}
