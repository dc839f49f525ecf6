/** A dictionary that is to be written, or values that are added to one. */
export interface LoggedDictionary<Values> {
  readonly id: number;
  /** Whether the values are added to those that were written. */
  readonly isDelta: boolean;
  readonly values: Values;
}

/** What the log of dictionaries is given. */
export interface DictionaryLogOptions<Values> {
  readonly container: "file" | "stream";
  /** Whether two dictionaries, or additions to one, are the same. */
  readonly isSame: (a: Values, b: Values) => boolean;
  /** Makes the error of a dictionary that differs from the one that was written. */
  readonly differs: (id: number) => Error;
}

/**
 * Says which dictionaries of a table are to be written. A file has each of them once, and any
 * additions to it; a stream may repeat and replace them.
 *
 * A table may be made of pieces. Each begins with the dictionaries that its batches need, also those
 * that an earlier piece has brought already.
 */
export class DictionaryLog<Values> {
  readonly #options: DictionaryLogOptions<Values>;
  /** For each dictionary the message that made it, and those that added to it. */
  readonly #written = new Map<number, Values[]>();
  /** How many of them the piece has repeated so far. */
  readonly #repeated = new Map<number, number>();
  #pieces = 1;

  constructor(options: DictionaryLogOptions<Values>) {
    this.#options = options;
  }

  /** Begins another piece. */
  beginPiece(): void {
    this.#pieces++;
    this.#repeated.clear();
  }

  /** Whether a dictionary was written. */
  has(id: number): boolean {
    return this.#written.has(id);
  }

  /** Whether a dictionary is to be written. Then it counts as written. */
  isNew({ id, isDelta, values }: LoggedDictionary<Values>): boolean {
    const { container, isSame, differs } = this.#options;
    const written = this.#written.get(id) ?? [];
    const repeated = this.#repeated.get(id) ?? 0;
    if (repeated < written.length && isSame(written[repeated], values)) {
      this.#repeated.set(id, repeated + 1);
      return false;
    }
    // An addition counts from the values that are there: others must not have been added before.
    if (isDelta && repeated < written.length) throw differs(id);
    if (!isDelta && written.length > 0) {
      // A stream may repeat a dictionary. What the first piece repeats, the whole does.
      const mayRepeat = container === "stream" && this.#pieces === 1;
      if (!mayRepeat && written.length === 1 && isSame(written[0], values)) return false;
      if (container === "file") throw differs(id);
      written.length = 0;
    }
    written.push(values);
    this.#written.set(id, written);
    this.#repeated.set(id, written.length);
    return true;
  }
}
