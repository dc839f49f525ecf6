/** Where an input goes on, and with what. */
export interface GoesOn {
  /** The byte after the end. */
  readonly at: number;
  /** What ended there: `the Arrow file`. */
  readonly after: string;
  /** What comes then: `an npy file`. */
  readonly words: string;
}

/** The error of an input that goes on where its table has ended: what follows must not be lost. */
export function goesOnError(name: string, { at, after, words }: GoesOn): SyntaxError {
  return new SyntaxError(
    `Cannot read ${name}: byte ${at}: after the end of ${after} comes ${words}; specol reads one ` +
      `table from an input: give it each in a file of its own, or join them with what wrote them`,
  );
}
