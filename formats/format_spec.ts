/** What there is to know of a format, besides how it is read and written (open_table.ts). */
export interface FormatSpec {
  /** Its name in messages: `an Arrow file`. */
  readonly words: string;
  /** The extensions of files that hold it. */
  readonly endings: readonly string[];
  /**
   * What its columns are: texts whose types are inferred; members of objects; columns of
   * Arrow, which can be passed on buffer by buffer; or those of an array, which have one type.
   */
  readonly columns: "text" | "json" | "arrow" | "array";
  /** The bytes that all its data begin with, a character for each, if there are such. */
  readonly magic?: string;
  /** Recognises data by their first eight bytes, if there are that many. Returns what they are. */
  recognise?(first: string): string | undefined;
}
