import { fromNumber } from "../../support/reference/big_float.ts";

const DIGITS = 13; // of four bits each: the 52 bits after the point

/** A double as C writes it with `%a`, `0x1.8p+1`, from which every bit can be read. */
export function hexFloat(x: number): string {
  if (!Number.isFinite(x)) return String(x);
  const sign = x < 0 || Object.is(x, -0) ? "-" : "";
  if (x === 0) return `${sign}0x0p+0`;
  const { m, e } = fromNumber(Math.abs(x));
  const text = m.toString(16).padStart(DIGITS + 1, "0");
  const fraction = text.slice(1).replace(/0+$/, "");
  const exponent = e + 4 * DIGITS;
  return `${sign}0x${text[0]}${fraction && "."}${fraction}p${exponent < 0 ? "" : "+"}${exponent}`;
}

/** The double that C writes as `0x1.8p+1`. */
export function parseHexFloat(text: string): number {
  const [, sign, whole, fraction = "", exponent] =
    /^(-?)0x([01])(?:\.([0-9a-f]*))?p([+-]\d+)$/.exec(text) ?? [];
  if (whole === undefined) throw new SyntaxError(`Cannot read a hexadecimal float: ${text}`);
  const digits = BigInt(`0x${whole}${fraction}`);
  const shift = Number(exponent) - 4 * fraction.length;
  // In two steps. Neither leaves the range before the product does.
  const half = Math.trunc(shift / 2);
  const size = Number(digits) * 2 ** half * 2 ** (shift - half);
  return sign === "-" ? -size : size;
}
