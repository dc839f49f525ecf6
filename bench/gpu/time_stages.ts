import type { Kernel } from "../../kernels/engine.ts";
import { NpyReader } from "../../formats/npy/reader.ts";
import { openOutput } from "../../io/open_sink.ts";
import { openSource } from "../../io/open_source.ts";
import { openDevice } from "../../webgpu/adapter.ts";
import { Programs } from "../../webgpu/programs.ts";
import { type Piece, Slot } from "../../webgpu/slot.ts";

/** Seconds of each stage of a run, alone. */
export interface Stages {
  readonly read: number;
  readonly upload: number;
  readonly compute: number;
  readonly "read back": number;
  readonly write: number;
}

/** What is run. */
export interface StageOptions {
  readonly input: string;
  readonly output: string;
  readonly elements: number;
  readonly kernel: Kernel;
}

/** Bytes that go through a stage at a time: those of a chunk, and of a piece. */
const CHUNK = 4 * 2 ** 20;

/** Slots whose results are read at the same time, as in a run. */
const SLOTS = 6;

/** Takes the time of each stage of a run without the others. */
export async function timeStages(options: StageOptions): Promise<Stages> {
  const { input, output, elements, kernel } = options;
  const chunks = Math.ceil(elements * 4 / CHUNK);
  const { device } = (await openDevice())!;
  const programs = new Programs(device);
  const program = await programs.load(kernel, { type: "float32", upstream: false });
  const slots = Array.from({ length: SLOTS }, () => new Slot(device, programs.layout));
  const x = new Uint8Array(CHUNK);
  await read(input, x.buffer);
  const piece: Piece = { program, x, out: new Uint8Array(CHUNK) };
  // All buffers are made, and all pages touched, before anything is timed.
  for (const slot of slots) {
    slot.upload(piece);
    slot.submit(piece);
    await slot.map(piece);
    slot.read(piece);
  }
  const each = (action: (slot: Slot) => void): void => {
    for (let i = 0; i < chunks; i++) action(slots[i % SLOTS]);
  };
  const stages = {
    read: await seconds(() => read(input, new ArrayBuffer(CHUNK), Infinity)),
    upload: await seconds(async () => {
      each((slot) => {
        slot.upload(piece);
        device.queue.submit([]);
      });
      await device.queue.onSubmittedWorkDone();
    }),
    compute: await seconds(async () => {
      each((slot) => slot.submit(piece));
      await device.queue.onSubmittedWorkDone();
    }),
    "read back": await seconds(async () => {
      await Promise.all(slots.map(async (slot, first) => {
        for (let i = first; i < chunks; i += SLOTS) {
          await slot.map(piece);
          slot.read(piece);
        }
      }));
    }),
    write: await seconds(async () => {
      using sink = await openOutput(output);
      for (let i = 0; i < chunks; i++) await sink.write(x);
      await sink.finish();
    }),
  };
  device.destroy();
  return stages;
}

/** Reads chunks of an npy file: one, or as many as are wanted. */
async function read(path: string, buffer: ArrayBuffer, chunks = 1): Promise<void> {
  await using source = await openSource(path);
  const reader = await NpyReader.open(source);
  for (let i = 0; i < chunks; i++) if ((await reader.read(buffer)).length === 0) return;
}

async function seconds(action: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await action();
  return (performance.now() - start) / 1000;
}
