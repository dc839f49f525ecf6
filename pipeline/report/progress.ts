import { addCleanup } from "../../io/signals.ts";
import { formatBytes } from "../../io/say.ts";

/** When progress is shown: in place on a terminal, always in lines for a log, or never. */
export type ProgressMode = "auto" | "always" | "never";

/** The stream that progress is written to. A test has its own. */
export interface ProgressStream {
  write(text: string): void;
  isTerminal(): boolean;
  /** How many characters fit a line. */
  width(): number;
}

/** How progress is shown. */
export interface ProgressOptions {
  /** The total number of bytes to read, if it is known. */
  readonly total?: number;
  /** The stream to write to; standard error by default. */
  readonly stream?: ProgressStream;
  /** The time in milliseconds; by default since the program began. */
  readonly now?: () => number;
}

/** Progress that is shown until it is done or disposed of. */
export interface Progress extends Disposable {
  /** Counts bytes that were read. */
  advance(bytes: number): void;
  /** Begins to count again: the input is read once more. The text explains why. */
  restart(text: string): void;
  /** Ends progress. A log gets a last line. */
  done(): void;
}

/** Short work shows no progress: a line that flashes helps nobody. */
const DELAY_MS = 500;
/** How often the line of a terminal is written anew, and how often a log gets one. */
const TERMINAL_INTERVAL_MS = 100;
const LOG_INTERVAL_MS = 2000;

/** Begins to show progress, if the mode and the stream allow it. */
export function openProgress(mode: ProgressMode, options: ProgressOptions = {}): Progress {
  const { stream = standardError, now = () => performance.now(), total } = options;
  if (mode === "always") return new ShownProgress({ stream, now, total, inPlace: false });
  if (mode === "auto" && stream.isTerminal()) {
    return new ShownProgress({ stream, now, total, inPlace: true });
  }
  return { advance(): void {}, restart(): void {}, done(): void {}, [Symbol.dispose](): void {} };
}

class ShownProgress implements Progress {
  readonly #stream: ProgressStream;
  readonly #now: () => number;
  readonly #total?: number;
  readonly #inPlace: boolean;
  #start: number;
  #text = "";
  #next: number;
  #bytes = 0;
  #shown = 0; // characters on the terminal's line
  #ended = false;
  readonly #cleanup?: Disposable;

  constructor(
    { stream, now, total, inPlace }: {
      stream: ProgressStream;
      now: () => number;
      total?: number;
      inPlace: boolean;
    },
  ) {
    this.#stream = stream;
    this.#now = now;
    this.#total = total;
    this.#inPlace = inPlace;
    this.#start = now();
    this.#next = this.#start + (inPlace ? DELAY_MS : LOG_INTERVAL_MS);
    // After an interrupt, the prompt of the shell needs an empty line.
    if (inPlace) this.#cleanup = addCleanup(this.#clear);
  }

  // Looking at the clock costs nothing compared with reading. A timer would keep the program alive,
  // and could not run while a chunk is computed.
  advance(bytes: number): void {
    this.#bytes += bytes;
    const time = this.#now();
    if (this.#ended || time < this.#next) return;
    this.#next = time + (this.#inPlace ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS);
    this.#show(time);
  }

  restart(text: string): void {
    this.#text = `${text}, `;
    this.#bytes = 0;
    this.#start = this.#now();
  }

  done(): void {
    if (!this.#ended && !this.#inPlace) this.#show(this.#now(), true);
    this[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.#clear();
    this.#ended = true;
    this.#cleanup?.[Symbol.dispose]();
  }

  readonly #clear = (): void => {
    if (this.#shown > 0) this.#stream.write(`\r${" ".repeat(this.#shown)}\r`);
    this.#shown = 0;
  };

  #show(time: number, done = false): void {
    const line = this.#text + formatProgress({
      bytes: this.#bytes,
      total: this.#total,
      seconds: (time - this.#start) / 1000,
      done,
    });
    if (!this.#inPlace) return this.#stream.write(`specol: ${line}\n`);
    // A line that is too long would be wrapped, and only its end overwritten. The rest of the
    // previous line is overwritten with spaces, which every terminal knows.
    const fitting = line.slice(0, Math.max(0, this.#stream.width() - 1));
    this.#stream.write(`\r${fitting.padEnd(this.#shown)}`);
    this.#shown = fitting.length;
  }
}

const USUAL_WIDTH = 80;

const standardError: ProgressStream = {
  write(text: string): void {
    try {
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at < bytes.length;) at += Deno.stderr.writeSync(bytes.subarray(at));
    } catch {
      // Nobody reads the progress any more, which is not a reason to stop.
    }
  },
  isTerminal: () => Deno.stderr.isTerminal(),
  width(): number {
    try {
      return Deno.consoleSize().columns || USUAL_WIDTH; // some do not know theirs, and say 0
    } catch {
      return USUAL_WIDTH;
    }
  },
};

/** The state of some work. */
export interface ProgressState {
  /** Bytes that were read. */
  readonly bytes: number;
  /** The total number of bytes to read, if it is known. */
  readonly total?: number;
  /** Seconds since the beginning. */
  readonly seconds: number;
  /** Whether the work is done. */
  readonly done: boolean;
}

/** Writes progress in words: `read 1.2 GB of 4.0 GB (30 %), 210 MB/s, 0:13 left`. */
export function formatProgress({ bytes, total, seconds, done }: ProgressState): string {
  const rate = seconds > 0 ? bytes / seconds : 0;
  const parts = [`read ${formatBytes(bytes)}`];
  // A file may grow while it is read, and then its length means nothing any more.
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

/** Writes a time as `m:ss` or `h:mm:ss`. */
export function formatTime(seconds: number): string {
  const whole = Math.round(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number): string => String(part).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
