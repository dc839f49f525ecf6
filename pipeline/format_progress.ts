/** How far some work is. */
export interface ProgressState {
  /** Bytes that were read. */
  readonly bytes: number;
  /** Bytes there are, where that is known. */
  readonly total?: number;
  /** Time since the beginning. */
  readonly seconds: number;
  /** Whether it is over. */
  readonly done: boolean;
}

/** Writes progress in words: `read 1.2 GB of 4.0 GB (30 %), 210 MB/s, 0:13 left`. */
export function formatProgress({ bytes, total, seconds, done }: ProgressState): string {
  const rate = seconds > 0 ? bytes / seconds : 0;
  const parts = [`read ${formatBytes(bytes)}`];
  // A file may grow while it is read: then its length says nothing any more.
  if (total !== undefined && total >= bytes && total > 0) {
    parts[0] += ` of ${formatBytes(total)} (${Math.floor(100 * bytes / total)} %)`;
  }
  if (rate > 0) parts.push(`${formatBytes(rate)}/s`);
  if (done) parts.push(`done in ${formatTime(seconds)}`);
  else if (rate > 0 && total !== undefined && total >= bytes) {
    parts.push(`${formatTime((total - bytes) / rate)} left`);
  } else parts.push(formatTime(seconds));
  return parts.join(", ");
}

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

/** Writes a time as `m:ss` or `h:mm:ss`. */
export function formatTime(seconds: number): string {
  const whole = Math.round(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number): string => String(part).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
