import { assertEquals, assertRejects } from "@std/assert";
import { detectFormat } from "../../formats/detect.ts";
import { endingOf, type Format, outputFormat } from "../../formats/registry.ts";
import { PeekedSource } from "../../io/byte_source.ts";
import { memorySource } from "./npy/memory_source.ts";

const NPY = "\x93NUMPY\x01\0v\0{'descr'";
const ARROW = "ARROW1\0\0\xff\xff\xff\xff\x10\x01\0\0";
const STREAM = "\xff\xff\xff\xff\x10\x01\0\0\x10\0\0\0";
// A length, the place of the root, a vtable, and the root with its distance from it.
const OLD_STREAM = "\x94\0\0\0\x10\0\0\0\0\0\x0a\0\x0c\0\x0a\0\x09\0\x04\0\x0a\0\0\0";

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

async function detect(text: string, path: string, from?: Format): Promise<string> {
  const results: string[] = [];
  for (const atATime of [1, 3, 1000]) {
    const source = new PeekedSource(memorySource(bytes(text), atATime));
    const { format, by, note } = await detectFormat(source, { path, from });
    results.push(`${format} by ${by}${note === undefined ? "" : `: ${note}`}`);
    assertEquals(await readAll(source), bytes(text), "no byte is lost");
  }
  assertEquals(new Set(results).size, 1, `all ways of delivery agree: ${results}`);
  return results[0];
}

async function readAll(source: PeekedSource): Promise<Uint8Array> {
  const found: number[] = [];
  const buffer = new Uint8Array(5);
  for (let length; (length = await source.read(buffer)) !== null;) {
    found.push(...buffer.subarray(0, length));
  }
  return Uint8Array.from(found);
}

Deno.test("the extension decides format and compression", () => {
  const cases: [string, string?, string?][] = [
    ["x.npy", "npy"],
    ["dir.csv/x.NPY.GZ", "npy", "gzip"],
    ["x.csv.zst", "csv", "zstd"],
    ["a.b.tsv", "tsv"],
    ["x.arrow", "arrow"],
    ["x.feather", "arrow"],
    ["x.ipc", "arrow"],
    ["x.arrows.gz", "arrows", "gzip"],
    ["x.gz", undefined, "gzip"],
    ["x.txt"],
    [".csv"],
    ["dir.csv/x"],
    ["dir/.npy"],
    ["-"],
    [""],
  ];
  for (const [path, format, compression] of cases) {
    const ending = endingOf(path);
    assertEquals([ending.format, ending.compression], [format, compression], path);
  }
});

Deno.test("the format comes from --from, else from the extension, else from the first bytes", async () => {
  const cases: [string, string, Format | undefined, string][] = [
    [NPY, "-", undefined, "npy by first bytes"],
    [ARROW, "-", undefined, "arrow by first bytes"],
    [STREAM, "x", undefined, "arrows by first bytes"],
    [OLD_STREAM, "x", undefined, "arrows by first bytes"],
    ["a,b\n1,2\n", "-", undefined, "csv by first bytes"],
    ["\xef\xbb\xbfa,b\n1,2\n", "x.txt", undefined, "csv by first bytes"],
    ["gr\xf6\xdfe\n1\n", "-", undefined, "csv by first bytes"],
    ["1", "-", undefined, "csv by first bytes"],
    ["a\tb\n1\t2,5\n", "-", undefined, "tsv by first bytes"],
    ["a long name\tb\n1,0\t2\n", "-", undefined, "tsv by first bytes"],
    ["a long name\tb,c", "-", undefined, "csv by first bytes"],
    [`${"a".repeat(9999)}\tb\r\n`, "-", undefined, "tsv by first bytes"],
    ["a,b,c,d,e,f\0,g", "-", undefined, "csv by first bytes"],
    [NPY, "x.npy", undefined, "npy by extension"],
    [ARROW, "x.feather", undefined, "arrow by extension"],
    ["a,b\n", "x.tsv", undefined, "tsv by extension"],
    ["a;b\n", "x.npy", "csv", "csv by --from"],
    [NPY, "x.csv", "npy", "npy by --from"],
    // Files may be empty or cut short; their readers know how to say so.
    ["", "x.csv", undefined, "csv by extension"],
    ["", "-", "npy", "npy by --from"],
    ["\x93NU", "x.npy", undefined, "npy by extension"],
    ["ARR", "-", "arrow", "arrow by --from"],
    // Names of columns may look like signatures.
    ["PAR1,PAR2\n1,2\n", "-", undefined, "csv by first bytes"],
    ["PAR1\xc3\x89,x\n1,2\n", "-", undefined, "csv by first bytes"],
    ["ORC,BZh\n1,2\n", "-", undefined, "csv by first bytes"],
    ["ARROW1\n1\n", "x.csv", undefined, "csv by extension"],
    ["a\x01b\n1\x012\n", "-", undefined, "csv by first bytes"],
    ["\x80\x03anything", "-", "csv", "csv by --from"],
    ['{"a"}\n1\n', "-", "csv", "csv by --from"],
    ["[a],{b}\n1,2\n", "-", undefined, "csv by first bytes"],
    ["<b>,x\n1,2\n", "-", undefined, "csv by first bytes"],
  ];
  for (const [text, path, from, expected] of cases) {
    assertEquals(await detect(text, path, from), expected, JSON.stringify([text, path]));
  }
});

Deno.test("bytes that are npy or Arrow win over an ending, and that is noted", async () => {
  assertEquals(
    await detect(NPY, "x.csv"),
    "npy by first bytes: x.npy: its name ends in .csv, but it is an npy file",
  );
  assertEquals(
    await detect(STREAM, "x.arrow.gz"),
    "arrows by first bytes: x.npy: its name ends in .arrow, but it is an Arrow stream",
  );
  assertEquals(
    await detect(ARROW, "-", "arrows"),
    "arrow by first bytes: x.npy: --from is arrows, but it is an Arrow file",
  );
});

Deno.test("JSON lines are found by their ending, or by the brace and quote that they begin with", async () => {
  assertEquals(await detect('{"a": 1}\n', "-"), "jsonl by first bytes");
  assertEquals(await detect('\n { "a": 1}\n', "x.json"), "jsonl by first bytes");
  assertEquals(await detect('\xef\xbb\xbf{"a":1}', "-"), "jsonl by first bytes");
  assertEquals(await detect("{}\n", "-"), "jsonl by first bytes");
  assertEquals(await detect("x\n", "x.jsonl"), "jsonl by extension");
  assertEquals(await detect("\n\n\n\n\n\n\n\n{}", "x.ndjson.gz"), "jsonl by extension");
  assertEquals(await detect('{"a","b"}\n1,2\n', "-", "csv"), "csv by --from");
});

Deno.test("what cannot be read is named, with what to do", async () => {
  const cases: [string, string, Format | undefined, string][] = [
    [
      "PARE\x15\x04\x15\x20",
      "x.parquet",
      undefined,
      "it is an encrypted Parquet file; specol has no",
    ],
    ["PARE*\0\0\0", "x.parquet", undefined, "it is an encrypted Parquet file; specol has no"],
    ["PAR1*\0\0\0", "x.parquet", "jsonl", "--from is jsonl, but it is a Parquet file"],
    ["PK\x03\x04\x14\0\0\0", "x.npz", undefined, "it is a zip archive, as npz files and Excel"],
    ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "x.xls", undefined, "it is an Excel workbook (.xls)"],
    ["FEA1\0\0\0\0", "x.feather", undefined, "it is a Feather version 1 file; write it again as"],
    ["ORC\x11\0\0\0\0", "x.orc", undefined, "it is an ORC file; specol reads"],
    ["SQLite format 3\0", "-", undefined, "it is an SQLite database; export"],
    ["MATLAB 5.0 MAT-file", "x.mat", undefined, "it is a MATLAB file; save"],
    ["RDX3\nX\n\0\0", "x.RData", undefined, "it is an R workspace (.RData); save"],
    ['[\n  {"a": 1}]', "-", undefined, "it is a JSON list; specol reads JSON lines, with one"],
    [
      '{"a": 1}\n{"a": 2}\n',
      "x.csv",
      undefined,
      "its name suggests CSV, but it is JSON lines; use --from jsonl, or --from csv if it is right",
    ],
    ["PAR1\x15\x04\x15\x20", "x.parquet", "jsonl", "--from is jsonl, but it is a Parquet file"],
    ["<!DOCTYPE html>", "x.csv", undefined, "it is an HTML page; specol reads"],
    ["\n<html><head>", "-", undefined, "it is an HTML page; specol reads"],
    ['<?xml version="1.0"?>', "-", undefined, "it is XML; specol reads"],
    ["%PDF-1.7\n", "-", undefined, "it is a PDF document; specol reads"],
    ["\x89HDF\r\n\x1a\n\0", "x.h5", undefined, "it is an HDF5 file; specol reads"],
    ["\xfd7zXZ\0\0\x04", "x.csv.xz", undefined, "it is xz data; decompress it first: xz -dc"],
    ["BZh91AY&SY\xab", "x.csv.bz2", undefined, "it is bzip2 data; decompress it first: bzip2"],
    ["\x80\x04\x95\x10\0\0\0\0", "x.npy", undefined, "it is a Python pickle; save it with"],
    ["\xff\xfea\0,\0b\0", "x.csv", undefined, "it is UTF-16 text; convert it first: iconv"],
    ["\x1f\x8b\x08\0\0\0\0\0", "x.gz", undefined, "it holds gzip data, compressed once more"],
    ["", "-", undefined, "it is empty; expected CSV, TSV, Arrow, npy, Parquet or JSON lines"],
    [
      "\x00\x01\x02\x03\x04\x05\x06\x07",
      "-",
      undefined,
      "unrecognised format: data that start with the bytes 00 01 02 03 04 05 06 07",
    ],
    [
      "a,b\n1,2\n",
      "x.npy",
      undefined,
      'its name suggests an npy file, but it is text: "a,b\\n1,2\\n"',
    ],
    ["a,b\n1,2\n", "-", "arrow", "if that is right, use --from csv"],
    [NPY, "-", "arrow", "--from is arrow, but it is an npy file; leave --from out"],
    [
      "\x00\x01\x02\x03\x04\x05\x06\x07",
      "x.csv",
      undefined,
      "its name suggests CSV, but it is data",
    ],
  ];
  for (const [text, path, from, expected] of cases) {
    for (const atATime of [1, 1000]) {
      const source = new PeekedSource(memorySource(bytes(text), atATime));
      await assertRejects(
        () => detectFormat(source, { path, from }),
        SyntaxError,
        expected,
        JSON.stringify([text, path]),
      );
    }
  }
});

Deno.test("an output has the format asked for, else of its ending, else of the input", () => {
  const input = "npy";
  assertEquals(outputFormat({ path: "-", input }), { format: "npy", compression: undefined });
  assertEquals(outputFormat({ path: "y.csv.gz", input }), { format: "csv", compression: "gzip" });
  assertEquals(outputFormat({ path: "y.csv", to: "tsv", input }).format, "tsv");
  assertEquals(outputFormat({ path: "y.zst", input }), { format: "npy", compression: "zstd" });
  assertEquals(outputFormat({ path: "y.dat", input }).format, "npy");
});

Deno.test("an output whose ending promises another format is refused", async () => {
  for (const path of ["y.orc", "y.npz", "y.csv.xz", "y.json.gz"]) {
    await assertRejects(
      // deno-lint-ignore require-await
      async () => outputFormat({ path, input: "npy" }),
      TypeError,
      `Cannot write ${path}: specol does not write`,
    );
  }
});
