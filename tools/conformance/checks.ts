import { assertEquals } from "@std/assert";
import { type IndependentTable, readIndependently } from "../../support/independent_reader.ts";
import { passOn } from "../../support/pass_on_arrow.ts";
import { compareGolden, readGolden } from "./golden.ts";
import { readCsv } from "../../support/read_csv.ts";
import { transform } from "../../support/transform_csv.ts";
import { NpyReader } from "../../formats/npy/reader.ts";
import { NpyWriter } from "../../formats/npy/writer.ts";
import { MemorySink, memorySource } from "../../support/memory.ts";

/**
 * Passes an Arrow file or stream on as file and as stream, from a file and from a pipe, and
 * compares what comes out with the JSON next to it, and with what another library reads from both.
 */
export async function checkArrow(path: string): Promise<string> {
  const bytes = await Deno.readFile(path);
  const golden = await readGolden(path);
  const input = await independently(bytes);
  for (const container of ["file", "stream"] as const) {
    const output = await passOn(bytes, { container });
    assertEquals(await passOn(bytes, { container, atATime: 1000 }), output, "by pipe");
    if (golden !== undefined) await compareGolden(output, golden);
    if (input !== undefined) assertEquals(await readIndependently(output), input);
  }
  const witnesses = [golden && "its JSON", input && "another library"].filter(Boolean);
  if (witnesses.length === 0) throw new Error("nothing to compare it with");
  return `as file and stream; compared with ${witnesses.join(" and ")}`;
}

// Flechette refuses some values, such as durations beyond 2^53.
async function independently(bytes: Uint8Array): Promise<IndependentTable | undefined> {
  try {
    return await readIndependently(bytes);
  } catch {
    return undefined;
  }
}

/** Most bytes at a time: small enough that records are cut, whatever the file. */
const SIZES = [1, 7, 2 ** 20];

/**
 * Passes a CSV file on, which must give the same bytes, and reads it as text, which must be what
 * the JSON next to it says: as in csv-spectrum, where `csvs/x.csv` has `json/x.json`.
 */
export async function checkCsv(path: string): Promise<string> {
  const bytes = await Deno.readFile(path);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const records = await readJson(path);
  for (const size of SIZES) {
    const options = { chunkSize: size, atATime: size };
    const passed = await transform(bytes, { ...options, work: { kind: "convert" } });
    assertEquals([passed.text, passed.error], [text, undefined]);
    if (records === undefined) continue;
    const { types, columns } = await readCsv(bytes, {
      ...options,
      csv: { types: [["*", "utf8"]] },
    });
    const names = Object.keys(types);
    assertEquals(
      // It knows no null: a cell without a byte is the empty text.
      columns[0].map((_, row) =>
        Object.fromEntries(names.map((name, i) => [name, columns[i][row] ?? ""]))
      ),
      records,
    );
  }
  return records === undefined ? "the same bytes" : "the same bytes; compared with its JSON";
}

async function readJson(path: string): Promise<unknown> {
  const json = path.replace(/\/csvs\/([^/]*)\.csv$/, "/json/$1.json");
  if (json === path) return undefined;
  return JSON.parse(await Deno.readTextFile(json));
}

/** Reads an npy file and writes it again; floats must give the same file, to the byte. */
export async function checkNpy(path: string): Promise<string> {
  const bytes = await Deno.readFile(path);
  const reader = await NpyReader.open({ ...memorySource(bytes), name: path });
  const { shape, fortran, count, dtype } = reader.header;
  const size = reader.elementSize;
  const floats = await reader.read(new ArrayBuffer((count + 1) * size));
  const sink = new MemorySink();
  const writer = await NpyWriter.open(sink, { size, fortran, shape, columns: 1 });
  await writer.write([floats]);
  await writer.close();
  const again = await NpyReader.open(memorySource(sink.bytes));
  assertEquals(again.header.shape, shape);
  assertEquals(await again.read(new ArrayBuffer((count + 1) * size)), floats);
  const same = sink.bytes.toHex() === bytes.toHex();
  // numpy 1 ends its headers at another multiple than numpy 2, so that headers may differ.
  const data = (all: Uint8Array, from: number): string => all.subarray(from).toHex();
  if (dtype.kind === "f" && !dtype.bigEndian) {
    assertEquals(
      data(sink.bytes, again.header.dataOffset),
      data(bytes, reader.header.dataOffset),
    );
  }
  return same ? "the same bytes" : "the same numbers";
}

/** What came of a file. */
export interface Verdict {
  /** `error` is an error that says what is not supported: the file is refused, not misread. */
  readonly outcome: "passes" | "error" | "FAIL";
  readonly words: string;
}

/** Runs a check; an error in specol's own form is a clear one, any other is a failure. */
export async function judge(check: () => Promise<string>): Promise<Verdict> {
  try {
    return { outcome: "passes", words: await check() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isClear = /^Cannot (read|write|append to) [^:]+: /.test(error.message);
    return { outcome: isClear ? "error" : "FAIL", words: error.message };
  }
}
