const UNITS = ["bytes", "kB", "MB", "GB", "TB", "PB"];

/** Writes a number of bytes with two or three digits, in powers of 1000 as disks are sold. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(unit > 0 && value < 9.95 ? 1 : 0)} ${UNITS[unit]}`;
}
