import { assertEquals } from "@std/assert";
import { NpyReader } from "../../formats/npy/reader.ts";
import { NpyWriter } from "../../formats/npy/writer.ts";
import { MemorySink, memorySource } from "../../tests/formats/arrow/memory.ts";

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
