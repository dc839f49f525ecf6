import { formatHeader } from "../formats/npy/header.ts";
import type { NpyReader } from "../formats/npy/reader.ts";
import { batchesInFlight } from "./choose_way.ts";
import { flow } from "./flow.ts";
import type { Done, Run } from "./run.ts";

/**
 * Copies an npy array of integers as it is, but little-endian: who only changes how a file is compressed
 * should not find floats in it, which have not all the digits of 64 bits.
 */
export async function copyIntegers(run: Run, reader: NpyReader): Promise<Done> {
  const { request: { chunkSize }, watch } = run;
  const { dtype: { kind, size }, shape, fortran, count } = reader.header;
  run.tell("compute nothing, copy integers");
  using sink = await run.openSink();
  await sink.write(formatHeader({ kind, size, fortran, shape }));
  const room = Math.max(1, Math.min(Math.floor(chunkSize / size), count)) * size;
  await flow<Uint8Array, Uint8Array>({
    async read(): Promise<Uint8Array | undefined> {
      const bytes = await watch.time("read", () => reader.readBytes(new ArrayBuffer(room)));
      return bytes.length > 0 ? bytes : undefined;
    },
    compute: (bytes) => bytes,
    write: (bytes) => watch.time("write", () => sink.write(bytes)),
  }, { inFlight: batchesInFlight(run) });
  await watch.time("write", () => sink.finish());
  return { workers: 0, warnings: [] };
}
