// deno-lint-ignore-file no-control-regex -- they are what files begin with

const NEITHER = "specol reads npy, Arrow, CSV and TSV";

/**
 * How data that specol does not read begin, one character for each byte; what they are; what to do.
 *
 * Signatures that could begin a text are written out so far that no text goes on like that. None looks at
 * more than eight bytes, since a pipe may have brought no more.
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
  [
    /^PK\x03\x04/,
    "a zip archive, as npz files and Excel workbooks (.xlsx) are",
    "extract the .npy files of an npz first: unzip FILE; save a sheet of a workbook as CSV",
  ],
  [/^PK\x05\x06/, "an empty zip archive, as npz files can be", NEITHER],
  [
    /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/,
    "an Excel workbook (.xls) or another old Office file",
    "save the sheet as CSV",
  ],
  [/^\x89HDF\r\n\x1a\n/, "an HDF5 file", `${NEITHER}: convert it first, for example with h5py`],
  [/^\xfd7zXZ\0/, "xz data", "decompress it first: xz -dc FILE"],
  [/^BZh[1-9]1AY&/, "bzip2 data", "decompress it first: bzip2 -dc FILE"],
  [/^\x04\x22\x4d\x18/, "lz4 data", "decompress it first: lz4 -dc FILE"],
  [/^LZIP\x01/, "lzip data", "decompress it first: lzip -dc FILE"],
  [/^\x1f[\x9d\xa0]/, "compress (.Z) data", "decompress it first: zcat FILE"],
  [/^7z\xbc\xaf\x27\x1c/, "a 7z archive", "extract it first"],
  [/^SQLite f/, "an SQLite database", "export the table as CSV first"],
  [/^\x80[\x02-\x05][\x80-\xff(c]/, "a Python pickle", "save it with numpy.save first"],
  [/^Obj\x01/, "an Avro file", `${NEITHER}: convert it first`],
  [/^ORC[^\t\n\r -~]/, "an ORC file", `${NEITHER}: convert it first`],
  [/^RD[ABX][23]\n/, "an R workspace (.RData)", "save the table with write.csv first"],
  [/^MATLAB [57]/, "a MATLAB file", "save the table with writetable or writematrix first"],
  [/^<stata_/, "a Stata file", "save the table with export delimited first"],
  [/^%PDF-/, "a PDF document", NEITHER],
  [
    /^\s*(\{\s*"|\[\s*[[{"])/,
    "JSON",
    `${NEITHER}: convert it first, for example with jq's @csv; if it is CSV, say --from csv`,
  ],
  [
    /^\s*<(!doctyp|html|head|body)/i,
    "an HTML page",
    `${NEITHER}: was it to be downloaded after a login? If it is CSV, say --from csv`,
  ],
  [/^\s*<\?xml/, "XML", `${NEITHER}: convert it first; if it is CSV, say --from csv`],
  [/^\xff\xfe|^\xfe\xff/, "UTF-16 text", "convert it first: iconv -f UTF-16 -t UTF-8 FILE"],
];
