import { detectFormat } from "../../formats/detect.ts";
import type { ByteSink } from "../../io/byte_sink.ts";
import { decompress } from "../../io/compression/decompress.ts";
import { doRun } from "../../pipeline/run.ts";
import { Stopwatch } from "../../threads/stopwatch.ts";
import { MemorySink } from "../../streams/stream_bytes.ts";
import { memorySource } from "../../support/memory.ts";
import type { Route } from "./routes.ts";
import type { Cancelling } from "./try_cancelled.ts";

/** An input, and how it is delivered. */
export interface Attempt {
  readonly bytes: Uint8Array;
  readonly route: Route;
  /**
   * The number of bytes that a pipe gives at a time. If omitted, the input is a file of known
   * size.
   */
  readonly atATime?: number;
  /**
   * The required outcome: an error, or the output of other bytes. If omitted, both are accepted.
   */
  readonly end?: "refused" | { readonly as: Uint8Array };
  /** How it is cancelled half-way, if it is. */
  readonly cancelling?: Cancelling;
}

/**
 * Reads an input, computes and writes as the program does, but in this process. Returns the bytes
 * written.
 */
export async function tryInput({ bytes, route, atATime }: Attempt): Promise<number> {
  let written = 0;
  using opened = new DisposableStack();
  const memory = memorySource(bytes, atATime);
  // An empty input says nothing about its size, as a device does.
  const source = { ...memory, name: route.input, size: memory.size || undefined };
  const input = opened.use(await decompress(source));
  const { format } = await detectFormat(input.source, { path: route.input });
  const run = {
    request: route,
    input,
    from: format,
    to: route.to ?? format,
    jobs: 1,
    watch: new Stopwatch(),
    isWatched: false,
    openSink: () => Promise.resolve(nowhere((length) => written += length)),
    countRead(): void {},
    readAgain(): void {},
    log(): void {},
  };
  await doRun(run);
  return written;
}

/** A sink that discards its data, except for what must wait. */
function nowhere(count: (length: number) => void): ByteSink {
  const waiting = new MemorySink();
  const sink: ByteSink = {
    write(bytes: Uint8Array): Promise<void> {
      count(bytes.length);
      return Promise.resolve();
    },
    spool: (into = sink) => waiting.spool(into),
    finish: () => Promise.resolve(),
    [Symbol.dispose](): void {},
  };
  return sink;
}
