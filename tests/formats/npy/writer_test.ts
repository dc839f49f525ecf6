import { assertEquals } from "@std/assert";
import { NpyWriter } from "../../../formats/npy/writer.ts";
import { formatHeader } from "../../../formats/npy/header.ts";
import type { ByteSink, Spool } from "../../../io/byte_sink.ts";
import type { FloatArray } from "../../../kernels/float_types.ts";

class MemorySink implements ByteSink {
  readonly bytes: number[] = [];
  spools = 0;

  write(bytes: Uint8Array): Promise<void> {
    this.bytes.push(...bytes);
    return Promise.resolve();
  }

  spool(): Spool {
    const waiting = new MemorySink();
    this.spools++;
    return {
      write: (bytes) => waiting.write(bytes),
      drain: () => this.write(new Uint8Array(waiting.bytes)),
      remove: () => {},
    };
  }

  finish(): Promise<void> {
    return Promise.resolve();
  }

  [Symbol.dispose](): void {}
}

const TYPES = { 2: Float16Array, 4: Float32Array, 8: Float64Array };

Deno.test("columns are side by side in C order and one after the other in Fortran order", async () => {
  const mixed = [1, -1, 2, -2, 3, -3, 4, -4];
  const apart = [1, 2, 3, 4, -1, -2, -3, -4];
  const alone = [1, 2, 3, 4];
  const cases: [number, boolean, number[], boolean, number[]][] = [
    [1, false, [4], false, alone],
    [1, true, [4], true, alone],
    [1, true, [2, 2], true, alone],
    [2, false, [4], false, mixed],
    [2, false, [2, 2], false, mixed],
    [2, true, [4], false, mixed],
    [2, true, [2, 2], true, apart],
    [2, true, [1, 4], true, apart],
  ];
  for (const size of [2, 4, 8] as const) {
    for (const [columns, fortran, shape, order, data] of cases) {
      const sink = new MemorySink();
      const writer = await NpyWriter.open(sink, {
        size,
        fortran,
        shape,
        columns,
      });
      for (const part of [[1, 2, 3], [4]]) {
        const results: FloatArray[] = [
          new TYPES[size](part),
          new TYPES[size](part.map((value) => -value)),
        ];
        await writer.write(results.slice(0, columns));
      }
      await writer.close();
      const full = columns === 1 ? shape : [...shape, columns];
      const header = formatHeader({ size, fortran: order, shape: full });
      const expected = new Uint8Array(new TYPES[size](data).buffer);
      assertEquals(sink.bytes, [...header, ...expected]);
      assertEquals(sink.spools, data === apart ? 1 : 0);
    }
  }
});

Deno.test("the bits of a NaN are kept where columns are put side by side", async () => {
  const bits = new BigUint64Array([
    0x7ff8_0000_0000_0001n,
    0xfff4_0000_0000_0002n,
  ]);
  const sink = new MemorySink();
  const options = { size: 8, fortran: false, shape: [1], columns: 2 };
  const writer = await NpyWriter.open(sink, options);
  await writer.write([
    new Float64Array(bits.buffer, 0, 1),
    new Float64Array(bits.buffer, 8, 1),
  ]);
  assertEquals(sink.bytes.slice(-16), [...new Uint8Array(bits.buffer)]);
});
