import { Buffer } from "node:buffer";
import { Random } from "../../support/random.ts";
import type { Load, Part } from "./load.ts";

/** The outcome of a load. */
export interface Soaked {
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly seconds: number;
  /** Where the output is wrong; missing if all of it is right. */
  readonly wrong?: string;
  /** Resident memory in bytes, sampled over time. */
  readonly memory: readonly number[];
}

const CLI = new URL("../../cli.ts", import.meta.url).href;
const SAMPLE = 100;

/** Streams a load through the program, by pipes, and compares every byte that comes out. */
export async function streamLoad(load: Load, size: number): Promise<Soaked> {
  const mean = load.blocks.reduce((sum, { input }) => sum + input.length, 0) / load.blocks.length;
  const count = Math.max(1, Math.round(size / mean));
  residentOf(Deno.pid); // so that it fails at once, if at all
  const start = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-check", CLI, ...load.args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const memory: number[] = [];
  const timer = setInterval(() => memory.push(residentOf(child.pid)), SAMPLE);
  const errors = new Response(child.stderr).text();
  const feeding = feed(child.stdin, partsOf(load, count));
  const compared = await compare(child.stdout, partsOf(load, count));
  const bytesIn = await feeding;
  const { code } = await child.status;
  clearInterval(timer);
  const stderr = await errors;
  const failed = code !== 0 || stderr !== "" ? `status ${code}: ${stderr}` : undefined;
  return {
    bytesIn,
    bytesOut: compared.bytes,
    wrong: failed ?? compared.wrong,
    seconds: (performance.now() - start) / 1000,
    memory: memory.filter((bytes) => bytes > 0),
  };
}

/** Yields the parts of a load, with blocks in an order that does not repeat. */
function* partsOf({ begin, blocks, end }: Load, count: number): Generator<Part> {
  const random = new Random(count);
  yield begin(count);
  for (let i = 0; i < count; i++) yield blocks[random.bits() % blocks.length];
  yield end;
}

async function feed(
  stdin: WritableStream<Uint8Array>,
  parts: Iterable<Part>,
): Promise<number> {
  const writer = stdin.getWriter();
  let bytes = 0;
  try {
    for (const { input } of parts) {
      await writer.write(input);
      bytes += input.length;
    }
    await writer.close();
  } catch {
    // The program has ended, and its status says why.
  }
  return bytes;
}

async function compare(
  stdout: ReadableStream<Uint8Array>,
  parts: Iterator<Part>,
): Promise<{ bytes: number; wrong?: string }> {
  let bytes = 0;
  let expected: Uint8Array = new Uint8Array();
  function next(): boolean {
    while (expected.length === 0) {
      const part = parts.next();
      if (part.done) return false;
      expected = part.value.output;
    }
    return true;
  }
  for await (let chunk of stdout) {
    while (chunk.length > 0) {
      if (!next()) return { bytes, wrong: `there is more than expected after byte ${bytes}` };
      const length = Math.min(chunk.length, expected.length);
      if (Buffer.compare(chunk.subarray(0, length), expected.subarray(0, length)) !== 0) {
        return { bytes, wrong: `it differs in the ${length} bytes from ${bytes} on` };
      }
      chunk = chunk.subarray(length);
      expected = expected.subarray(length);
      bytes += length;
    }
  }
  return next() ? { bytes, wrong: `it ends at byte ${bytes}` } : { bytes };
}

function residentOf(pid: number): number {
  try {
    const status = Deno.readTextFileSync(`/proc/${pid}/status`);
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch (error) {
    // Deno allows this only with all permissions.
    if (error instanceof Deno.errors.NotCapable) throw error;
    return 0; // it has ended
  }
}
