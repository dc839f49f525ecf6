/** A generator that gives the same numbers in every run: sfc32, by Chris Doty-Humphrey. */
export class Random {
  #state: Uint32Array;

  constructor(seed: number) {
    this.#state = Uint32Array.of(seed, 0x9e3779b9, 0x243f6a88, 1); // golden ratio, pi, counter
    for (let i = 0; i < 16; i++) this.#next();
  }

  /** A number in [low, high), from 53 random bits. */
  between(low: number, high: number): number {
    const unit = ((this.#next() >>> 5) * 2 ** 26 + (this.#next() >>> 6)) *
      2 ** -53;
    return Math.min(low + (high - low) * unit, high);
  }

  /** -1 or 1. */
  sign(): number {
    return this.#next() & 1 ? -1 : 1;
  }

  /** 32 random bits. */
  bits(): number {
    return this.#next();
  }

  #next(): number {
    const s = this.#state;
    const result = (s[0] + s[1] + s[3]++) >>> 0;
    s[0] = s[1] ^ (s[1] >>> 9);
    s[1] = s[2] + (s[2] << 3);
    s[2] = ((s[2] << 21) | (s[2] >>> 11)) + result;
    return result;
  }
}
