/** What was seen of a piece, in milliseconds. */
export interface Sight {
  readonly bytes: number;
  /** From its start until it was asked whether it is done. */
  readonly asked: number;
  /** From its start until the answer came. */
  readonly answered: number;
}

/** Of less, in bytes, the time is not that of computing. */
const SMALL = 2 ** 18;

/** An answer that took less, in milliseconds, was there. */
const AT_ONCE = 0.3;

/** Learns how long a program takes, such that asking for its results rarely means waiting for them. */
export class Pace {
  #perByte = 0;

  /** Milliseconds after which it is time to ask. */
  expect(bytes: number): number {
    return bytes < SMALL ? 0 : this.#perByte * bytes;
  }

  /** Takes note of a piece. */
  learn({ bytes, asked, answered }: Sight): void {
    if (bytes < SMALL) return;
    // It was done when the answer came, or some time before it was asked for: ask a little earlier.
    const next = answered - asked > AT_ONCE ? 0.9 * answered : 0.7 * asked;
    // A piece that was disturbed is not to hold up the next for long.
    this.#perByte = Math.min(next / bytes, 2 * this.#perByte || Infinity);
  }
}
