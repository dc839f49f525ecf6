import { assertEquals } from "@std/assert";
import { formatHeader } from "../../../formats/npy/header.ts";

function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

// Expected bytes and lengths: numpy 2.4.6, numpy.lib.format.
Deno.test("headers have the bytes that numpy.save writes", () => {
  const cases: [number, boolean, number[], string][] = [
    [8, false, [], "'<f8', 'fortran_order': False, 'shape': ()"],
    [8, false, [3], "'<f8', 'fortran_order': False, 'shape': (3,)"],
    [8, false, [0], "'<f8', 'fortran_order': False, 'shape': (0,)"],
    [4, true, [2, 3], "'<f4', 'fortran_order': True, 'shape': (2, 3)"],
    [2, false, [2, 3], "'<f2', 'fortran_order': False, 'shape': (2, 3)"],
  ];
  for (const [size, fortran, shape, fields] of cases) {
    assertEquals(
      textOf(formatHeader({ size, fortran, shape })),
      "\x93NUMPY\x01\0v\0" +
        `{'descr': ${fields}, }`.padEnd(117) + "\n",
    );
  }
});

Deno.test("headers have the length of numpy's, in format 2.0 where 1.0 is too short", () => {
  const cases: [number, number, number][] = [
    [14, 128, 1],
    [15, 192, 1],
    [35, 192, 1],
    [36, 256, 1],
    [57, 256, 1],
    [58, 320, 1],
    [21806, 65536, 1],
    [21830, 65600, 2],
    [30000, 90112, 2],
  ];
  for (const [axes, length, version] of cases) {
    const shape = Array(axes).fill(1);
    const header = formatHeader({ size: 8, fortran: false, shape });
    assertEquals([header.length, header[6]], [length, version], `${axes} axes`);
    assertEquals(header.at(-1), "\n".charCodeAt(0));
  }
});
