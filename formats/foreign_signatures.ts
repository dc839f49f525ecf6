// deno-lint-ignore-file no-control-regex -- they are what files begin with

const NEITHER = "specol reads npy, Arrow, CSV and TSV";

/**
 * How data that specol does not read begin, one character for each byte; what they are; what to do.
 *
 * Signatures that could begin a text are written out so far that no text goes on like that.
 */
export const FOREIGN_SIGNATURES: readonly (readonly [RegExp, string, string])[] = [
  [
    /^PAR[1E][^\t\n\r -~]/,
    "a Parquet file",
    `${NEITHER}: convert it first, for example with DuckDB`,
  ],
  [
    /^FEA1[^\t\n\r -~]/,
    "a Feather version 1 file",
    "write it anew as Feather version 2, which is Arrow",
  ],
  [/^PK\x03\x04/, "a zip archive, such as npz", "extract its .npy files first: unzip FILE"],
  [/^PK\x05\x06/, "an empty zip archive, such as npz", NEITHER],
  [/^\x89HDF\r\n\x1a\n/, "an HDF5 file", `${NEITHER}: convert it first, for example with h5py`],
  [/^\xfd7zXZ\0/, "xz data", "decompress it first: xz -dc FILE"],
  [/^BZh[1-9]1AY&/, "bzip2 data", "decompress it first: bzip2 -dc FILE"],
  [/^\x04\x22\x4d\x18/, "lz4 data", "decompress it first: lz4 -dc FILE"],
  [/^LZIP\x01/, "lzip data", "decompress it first: lzip -dc FILE"],
  [/^\x1f[\x9d\xa0]/, "compress (.Z) data", "decompress it first: zcat FILE"],
  [/^7z\xbc\xaf\x27\x1c/, "a 7z archive", "extract it first"],
  [/^SQLite format 3\0/, "an SQLite database", "export the table as CSV first"],
  [/^\x80[\x02-\x05][\x80-\xff(c]/, "a Python pickle", "save it with numpy.save first"],
  [/^Obj\x01/, "an Avro file", `${NEITHER}: convert it first`],
  [/^ORC[^\t\n\r -~]/, "an ORC file", `${NEITHER}: convert it first`],
  [/^\xff\xfe|^\xfe\xff/, "UTF-16 text", "convert it first: iconv -f UTF-16 -t UTF-8 FILE"],
];
