/** The double that C writes as `0x1.8p+1`. */
export function parseHexFloat(text: string): number {
  const [, sign, whole, fraction = "", exponent] =
    /^(-?)0x([01])(?:\.([0-9a-f]*))?p([+-]\d+)$/.exec(text) ?? [];
  if (whole === undefined) throw new SyntaxError(`Cannot read a hexadecimal float: ${text}`);
  const digits = BigInt(`0x${whole}${fraction}`);
  const shift = Number(exponent) - 4 * fraction.length;
  // In two steps, of which neither leaves the range before the product does.
  const half = Math.trunc(shift / 2);
  const size = Number(digits) * 2 ** half * 2 ** (shift - half);
  return sign === "-" ? -size : size;
}
