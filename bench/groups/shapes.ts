/** Formats of the tables. */
export type GroupFormat = "csv" | "parquet" | "arrow";

/** A table of rows to group: so many keys, how long they are, and in which order they come. */
export interface GroupShape {
  readonly name: string;
  /** Its name for `--only`. */
  readonly id: string;
  readonly keys: number;
  /** Letters of a key. */
  readonly length: number;
  /** Whether rows of a group are adjacent. */
  readonly isSorted: boolean;
  readonly format: GroupFormat;
  /** The most memory that we may take, in bytes, if there is a target. */
  readonly mostBytes?: number;
}

/** Rows of each table. */
export const ROWS = 4_000_000;

const FORMATS = [["parquet", "Parquet"], ["arrow", "Arrow"]] as const;

/** What is measured. */
export const SHAPES: readonly GroupShape[] = [
  {
    name: "20,000 keys of 12 letters",
    id: "few",
    keys: 20_000,
    length: 12,
    isSorted: false,
    format: "csv",
  },
  {
    name: "1,000,000 keys of 12 letters",
    id: "many",
    keys: 1_000_000,
    length: 12,
    isSorted: false,
    format: "csv",
    mostBytes: 600e6,
  },
  {
    name: "1,000,000 keys of 12 letters, sorted",
    id: "sorted",
    keys: 1_000_000,
    length: 12,
    isSorted: true,
    format: "csv",
  },
  {
    name: "20,000 keys of 4 letters",
    id: "short",
    keys: 20_000,
    length: 4,
    isSorted: false,
    format: "csv",
  },
  {
    name: "20,000 keys of 60 letters",
    id: "long",
    keys: 20_000,
    length: 60,
    isSorted: false,
    format: "csv",
  },
  {
    name: "1,000,000 keys of 60 letters",
    id: "manylong",
    keys: 1_000_000,
    length: 60,
    isSorted: false,
    format: "csv",
  },
  ...FORMATS.flatMap(([format, name]) =>
    [1000, 20_000].map((keys): GroupShape => ({
      name: `${keys.toLocaleString("en")} keys of 12 letters, ${name}`,
      id: `${format}${keys / 1000}k`,
      keys,
      length: 12,
      isSorted: false,
      format,
    }))
  ),
];
