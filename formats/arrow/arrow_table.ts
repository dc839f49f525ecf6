import type { TableReader } from "../table.ts";
import type { Dictionary } from "./decode/batch.ts";
import type { Footer } from "./decode/footer.ts";
import type { Matched } from "./decode/match_schemas.ts";
import type { ArrowSchema } from "./field.ts";

/**
 * A reader whose batches are columns of Arrow: of Arrow itself, or of Parquet. They can be passed on
 * buffer by buffer.
 */
export interface ArrowTable extends TableReader {
  readonly schema: ArrowSchema;
  /** Whether it is an Arrow file, with a footer, or a bare stream; missing if it is neither. */
  readonly container?: "file" | "stream";
  /** Dictionaries that were read, and no batch after them yet. */
  readonly waiting?: readonly Dictionary[];
  /** The footer of an Arrow file, after everything was read. */
  readonly footer?: Footer;
  /** Gives batches as those of another schema: in the order of its columns, with its dictionaries. */
  giveAs(matched: Matched): void;
}

/** Returns whether the batches of a reader are columns of Arrow. */
export function isArrowTable(reader: TableReader): reader is ArrowTable {
  return "schema" in reader;
}
