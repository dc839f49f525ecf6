import { assert, assertEquals } from "@std/assert";
import { dispatchOf, pieceBytes } from "../../webgpu/program.ts";

/** The least that every device of WebGPU offers, with some of it replaced. */
function limits(other: Partial<GPUSupportedLimits> = {}): GPUSupportedLimits {
  return {
    maxBufferSize: 2 ** 28,
    maxStorageBufferBindingSize: 2 ** 27,
    maxComputeWorkgroupsPerDimension: 65535,
    ...other,
  } as GPUSupportedLimits;
}

Deno.test("pieces are of complete words and within every limit", () => {
  assertEquals(pieceBytes(limits()), 4 * 2 ** 20);
  assertEquals(pieceBytes(limits({ maxBufferSize: 1001 })), 1000);
  assertEquals(pieceBytes(limits({ maxStorageBufferBindingSize: 4097 })), 4096);
  assertEquals(pieceBytes(limits({ maxComputeWorkgroupsPerDimension: 2 })), 4 * 64 * 2 * 2);
});

Deno.test("workgroups cover all words, in as many rows as it takes", () => {
  for (const most of [1, 2, 3, 65535]) {
    const few = limits({ maxComputeWorkgroupsPerDimension: most });
    for (const words of [1, 63, 64, 65, 128, 129, 500, 64 * most * most]) {
      if (words > 64 * most * most) continue;
      const { columns, rows, row } = dispatchOf(words, few);
      assert(columns <= most && rows <= most, `${words}, ${most}`);
      assertEquals(row, columns * 64);
      assert(row * rows >= words && row * (rows - 1) < words, `${words}, ${most}`);
    }
  }
});
