import { assertEquals, assertRejects } from "@std/assert";
import { readHeader } from "../../../formats/npy/read_header.ts";
import { makeNpy, wrapHeader } from "../../../support/make_npy.ts";
import { memorySource } from "./memory_source.ts";

function dict(fields: {
  descr?: string;
  order?: string;
  shape?: string;
}): Uint8Array {
  const { descr = "'<f8'", order = "False", shape = "(3,)" } = fields;
  return wrapHeader(
    `{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }\n`,
  );
}

Deno.test("headers of versions 1, 2 and 3 are read, one byte at a time too", async () => {
  for (const version of [1, 2, 3] as const) {
    for (const atATime of [1, 1000]) {
      const shape = [2, 3];
      const bytes = makeNpy([], {
        descr: ">i4",
        shape,
        fortran: true,
        version,
      });
      assertEquals(await readHeader(memorySource(bytes, atATime)), {
        dtype: { kind: "i", size: 4, bigEndian: true },
        fortran: true,
        shape,
        count: 6,
        dataOffset: bytes.length,
      });
    }
  }
});

Deno.test("the keys may come in any order and the quotes be of either kind", async () => {
  const bytes = wrapHeader(
    `{"shape":(2L,3L) , 'fortran_order' :False,\n"descr": '<f4'}`,
  );
  const { shape, fortran, dtype } = await readHeader(memorySource(bytes));
  assertEquals([shape, fortran, dtype.kind, dtype.size], [
    [2, 3],
    false,
    "f",
    4,
  ]);
});

Deno.test("every order of bytes is understood, and one byte has none", async () => {
  const cases: [string, boolean][] = [
    ["'<f8'", false],
    ["'>f8'", true],
    ["'=f8'", false],
    ["'|f8'", false],
    ["'f8'", false],
    ["'>f2'", true],
    ["'>u8'", true],
    ["'|i1'", false],
    ["'>u1'", false],
  ];
  for (const [descr, bigEndian] of cases) {
    const { dtype } = await readHeader(memorySource(dict({ descr })));
    assertEquals(dtype.bigEndian, bigEndian, descr);
  }
});

Deno.test("the number of elements is the product of the shape, exactly", async () => {
  const cases: [string, number][] = [
    ["()", 1],
    ["(0,)", 0],
    ["(3, 0, 4)", 0],
    ["(9007199254740991, 9007199254740991, 0)", 0],
    ["(1125899906842623,)", 2 ** 50 - 1],
    [`(${"1, ".repeat(100)})`, 1],
  ];
  for (const [shape, count] of cases) {
    const header = await readHeader(memorySource(dict({ shape })));
    assertEquals(header.count, count, shape);
  }
});

Deno.test("a header that cannot be used is refused with what and where", async () => {
  const supported = "supported are float16, float32, float64 and integers of 8 to 64 bits";
  const dtypes: [string, string][] = [
    ["'|O'", "'|O' (Python objects)"],
    ["'<c16'", "'<c16' (complex numbers of 128 bits)"],
    ["'<f16'", "'<f16' (floating point of 128 bits)"],
    ["'|b1'", "'|b1' (booleans)"],
    ["'<U5'", "'<U5' (text)"],
    ["'|S3'", "'|S3' (byte strings)"],
    ["'<M8[ns]'", "'<M8[ns]' (dates)"],
    ["'<m8[s]'", "'<m8[s]' (time differences)"],
    ["'|V8'", "'|V8' (raw bytes)"],
    ["'<f3'", "'<f3' (floating point of 24 bits)"],
    ["''", "'' (unknown)"],
    ["[('x', '<f8'), ('y', '<i4', (2,))]", "structured (records with fields)"],
  ];
  const cases: [Uint8Array, string][] = [
    ...dtypes.map(([descr, words]): [Uint8Array, string] => [
      dict({ descr }),
      `npy header, byte 20: the dtype is ${words}, ${supported}`,
    ]),
    [
      dict({ order: "1" }),
      "npy header, byte 44: fortran_order must be True or False, got 1",
    ],
    [
      dict({ shape: "(4503599627370496, 4)" }),
      "npy header, byte 60: the array would have more than 2^53 bytes",
    ],
    ...["3", "[3]", "(3, 'x')", "(-1,)", "(9007199254740992,)", "(True,)"].map(
      (shape): [Uint8Array, string] => [
        dict({ shape }),
        "npy header, byte 60: shape must be a tuple of integers from 0 to 2^53",
      ],
    ),
    [
      wrapHeader("{'descr': '<f8', 'shape': ()}"),
      "npy header, byte 10: expected the keys descr, fortran_order, shape, " +
      "got descr, shape",
    ],
    [
      wrapHeader("(1,)"),
      "npy header, byte 10: expected a dict with the keys descr, " +
      "fortran_order, shape",
    ],
  ];
  for (const [bytes, message] of cases) await refused(bytes, message);
});

Deno.test("what is no npy file is refused with what it looks like", async () => {
  const cases: [string, string][] = [
    ["", "it is empty, expected an npy file"],
    ["\x1f\x8b\x08\0", "it looks like gzip data"],
    ["\x28\xb5\x2f\xfd\0", "it looks like zstd data"],
    ["PK\x03\x04\x14\0", "it looks like a zip archive, as npz files"],
    ["ARROW1\0\0", "it looks like an Arrow file"],
    ["\xff\xff\xff\xff\0\0", "it looks like an Arrow stream"],
    ["x,y\n1,2\n3,4\n", `it looks like text: "x,y\\n1,2\\n"`],
    ["\x93NUMPX\x01\0", "it looks like data that start with the bytes 93 4e 55 4d 50 58 01 00"],
    ["\0", "it looks like data that start with the bytes 00"],
    [
      "\x93NUM",
      "it ends at byte 4, inside the npy header, expected at least 8",
    ],
    ["\x93NUMPY\x01\0\x10", "it ends at byte 9, inside the npy header"],
    ["\x93NUMPY\x01\0\x10\0{", "it ends at byte 11, inside the npy header"],
    ["\x93NUMPY\x04\0\x10\0{", "npy format version 4.0, supported are 1.0"],
    ["\x93NUMPY\x01\x01\x10\0{", "npy format version 1.1, supported are 1.0"],
    ["\x93NUMPY\x02\0\xff\xff\xff\xff", "npy header of 4294967295 bytes"],
  ];
  for (const [text, message] of cases) {
    await refused(Uint8Array.from(text, (char) => char.charCodeAt(0)), message);
  }
});

async function refused(bytes: Uint8Array, message: string): Promise<void> {
  const error = await assertRejects(
    () => readHeader(memorySource(bytes)),
    Error,
  );
  assertEquals(error.message.startsWith("Cannot read x.npy: "), true, message);
  assertEquals(error.message.includes(message), true, error.message);
}
