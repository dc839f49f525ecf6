import { assert, assertEquals } from "@std/assert";
import { openProbe } from "../../support/probe_module.ts";

// The memory map of the kernels: kernels/assembly/memory_map.ts.

const { memory, probes } = openProbe();

interface Region {
  readonly begin: number;
  readonly end: number;
  /** A bit for each of those who use it at the same time as other regions. */
  readonly users: number;
}

function readRegions(): Region[] {
  const address = probes.memory_regions();
  const words = new Uint32Array(memory.buffer, address, 3 * probes.memory_region_count());
  return Array.from({ length: words.length / 3 }, (_, i) => {
    const [begin, end, users] = words.subarray(3 * i);
    return { begin, end, users };
  });
}

Deno.test("regions of memory that are in use at the same time do not overlap", () => {
  const regions = readRegions();
  assert(regions.length > 30);
  const overlaps = regions.flatMap((a, i) =>
    regions.slice(i + 1).filter((b) =>
      (a.users & b.users) !== 0 && a.begin < b.end && b.begin < a.end
    ).map((b) => [a, b])
  );
  assertEquals(overlaps, []);
});

Deno.test("regions of memory lie before the host's, and the compiler's data after the fixed ones", () => {
  const regions = readRegions();
  for (const { begin, end } of regions) assert(begin < end && end <= probes.ARENA.value);
  // The data of the module begins where the map says, and every fixed region is before it.
  const data = regions.find(({ begin }) => begin === probes.memory_base())!;
  for (const { begin, end } of regions) assert(end <= data.begin || begin >= data.begin);
  const bytes = new Uint8Array(memory.buffer);
  assert(bytes.subarray(data.begin, data.end).some((byte) => byte !== 0));
});
