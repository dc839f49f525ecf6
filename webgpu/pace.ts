/** The size of a piece, and its times in milliseconds. */
export interface PieceTimes {
  readonly bytes: number;
  /** The time from its start until its result was asked for. */
  readonly asked: number;
  /** The time from its start until the answer came. */
  readonly answered: number;
}

/**
 * The minimum number of bytes of a piece to learn from. Smaller ones take their time for other
 * things than computing.
 */
const MIN_BYTES = 2 ** 18;

/** A result that takes fewer milliseconds to arrive was ready when it was asked for. */
const READY_MS = 0.3;

/** Learns how long a program takes, so that asking for results rarely means waiting for them. */
export class Pace {
  #perByte = 0;

  /** Returns after how many milliseconds to ask for the result of a piece. */
  expect(bytes: number): number {
    return bytes < MIN_BYTES ? 0 : this.#perByte * bytes;
  }

  /** Learns from the times of a piece. */
  learn({ bytes, asked, answered }: PieceTimes): void {
    if (bytes < MIN_BYTES) return;
    // A piece that was not ready was done when the answer came. A ready one was done some time
    // before it was asked for. In both cases, ask a little earlier next time.
    const next = answered - asked > READY_MS ? 0.9 * answered : 0.7 * asked;
    // A piece that was disturbed must not delay the next one for long.
    this.#perByte = Math.min(next / bytes, 2 * this.#perByte || Infinity);
  }
}
