const SIGNATURES: readonly (readonly [string, string])[] = [
  ["\x1f\x8b", "gzip data: decompress it first"],
  ["\x28\xb5\x2f\xfd", "zstd data: decompress it first"],
  ["BZh", "bzip2 data: decompress it first"],
  ["\xfd7zXZ", "xz data: decompress it first"],
  ["PK\x03\x04", "a zip or npz archive: extract the .npy files first"],
  ["PK\x05\x06", "an empty zip or npz archive"],
  ["ARROW1", "an Arrow file"],
  ["\xff\xff\xff\xff", "an Arrow stream"],
  ["PAR1", "a Parquet file"],
  ["\x89HDF", "an HDF5 file"],
  ["\x80\x02", "a Python pickle"],
  ["\x80\x03", "a Python pickle"],
  ["\x80\x04", "a Python pickle"],
  ["\x80\x05", "a Python pickle"],
];

/** Says what a file that does not begin as npy files do looks like. */
export function describeForeign(head: Uint8Array): string {
  const text = String.fromCharCode(...head);
  for (const [signature, words] of SIGNATURES) {
    if (text.startsWith(signature)) return `it looks like ${words}`;
  }
  if (/^[\t\r\n\x20-\x7e]*$/.test(text)) {
    return `it looks like text: ${JSON.stringify(text)}`;
  }
  const hex = Array.from(head, (byte) => byte.toString(16).padStart(2, "0"));
  return `it begins with the bytes ${hex.join(" ")}`;
}
