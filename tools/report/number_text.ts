/** As far off as the value itself is large, or nearly so: no digit is right. */
export const WRONG_ULP = 2 ** 52;

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A power of ten as it is printed: `10⁻³⁰⁰`. */
export function powerText(exponent: number): string {
  const digits = String(Math.abs(exponent)).replaceAll(
    /\d/g,
    (digit) => SUPERSCRIPTS[Number(digit)],
  );
  return `10${exponent < 0 ? "⁻" : ""}${digits}`;
}

/** A tick of an axis: plain where it is short, else a power of ten. */
export function tickText(x: number): string {
  const sign = x < 0 ? "−" : "";
  const size = Math.abs(x);
  if (x === 0 || (size >= 0.01 && size <= 1000)) return `${sign}${size}`;
  return `${sign}${powerText(Math.round(Math.log10(size)))}`;
}

/** An error in ulp, `0.508`, `6.2`, `23`, `9×10¹⁵`. */
export function ulpText(error: number): string {
  if (error === Infinity) return "inf or NaN";
  if (error < 0.9995) return error.toFixed(3);
  if (error < 9.95) return error.toFixed(1);
  if (error < 999.5) return error.toFixed(0);
  const [digits, exponent] = error.toExponential(0).split("e");
  return `${digits}×${powerText(Number(exponent))}`;
}

/** A ratio, to three digits. */
export function ratioText(ratio: number): string {
  return ratio.toFixed(ratio < 9.995 ? 2 : ratio < 99.95 ? 1 : 0);
}
