import { formatHeader } from "../../formats/npy/header.ts";
import { lgamma } from "../../functions/lgamma.ts";
import { readTable } from "../../streams/read_table.ts";
import { writeTable } from "../../streams/write_table.ts";
import { Random } from "../../support/random.ts";

/** The formats that are streamed. */
export type SoakFormat = "csv" | "arrows" | "npy";

/** A part of the input, and the output that it must produce. */
export interface Part {
  readonly input: Uint8Array<ArrayBuffer>;
  readonly output: Uint8Array<ArrayBuffer>;
}

/** An input of any length: a beginning, blocks in any order, and an end. */
export interface Load {
  readonly args: readonly string[];
  readonly blocks: readonly Part[];
  readonly begin: (blocks: number) => Part;
  readonly end: Part;
}

const BLOCKS = 16;
const ROWS = 50_000;
const NOTHING: Part = { input: new Uint8Array(), output: new Uint8Array() };

/** Makes a load. The functions of the module compute the expected output. */
export async function makeLoad(format: SoakFormat): Promise<Load> {
  const random = new Random(7);
  const numbers = Array.from(
    { length: BLOCKS },
    () => Float64Array.from({ length: ROWS }, () => Math.round(random.between(1, 1e7)) / 1000),
  );
  if (format === "csv") return csvLoad(numbers);
  return format === "npy" ? npyLoad(numbers) : await arrowsLoad(numbers);
}

function csvLoad(numbers: readonly Float64Array[]): Load {
  const text = (content: string) => new TextEncoder().encode(content);
  return {
    args: ["lgamma", "-c", "x"],
    begin: () => ({ input: text("id,x,note\n"), output: text("id,x,note,x_lgamma\n") }),
    blocks: numbers.map((block, i) => {
      const results = lgamma(block);
      const lines = Array.from(block, (x, row) => `${i}-${row},${x},"a, ""b"""`);
      return {
        input: text(lines.map((line) => `${line}\n`).join("")),
        output: text(lines.map((line, row) => `${line},${results[row]}\n`).join("")),
      };
    }),
    end: NOTHING,
  };
}

function npyLoad(numbers: readonly Float64Array<ArrayBuffer>[]): Load {
  return {
    args: ["lgamma"],
    begin(blocks: number): Part {
      const header = formatHeader({ size: 8, fortran: false, shape: [blocks * ROWS] });
      return { input: header, output: header };
    },
    blocks: numbers.map((block) => ({ input: bytesOf(block), output: bytesOf(lgamma(block)) })),
    end: NOTHING,
  };
}

async function arrowsLoad(numbers: readonly Float64Array<ArrayBuffer>[]): Promise<Load> {
  const streams = await Promise.all(numbers.map(arrowStreams));
  return {
    args: ["lgamma", "-c", "x0"],
    begin: () => partOf(streams[0], schemaOf),
    blocks: streams.map((stream) => partOf(stream, batchOf)),
    end: partOf(streams[0], (bytes) => bytes.slice(-END)),
  };
}

/** Returns a stream of one batch, and the same with an additional column. */
async function arrowStreams(block: Float64Array<ArrayBuffer>): Promise<Part> {
  const header = formatHeader({ size: 8, fortran: false, shape: [ROWS / 2, 2] });
  const npy = new Blob([header, block]).stream();
  const columns = [{ name: "x0", input: 0 }, { name: "x1", input: 1 }];
  const array = await readTable(npy, { chunkSize: block.byteLength });
  const input = await collect(writeTable(array, { format: "arrows", columns }));
  const table = await readTable(new Blob([input]).stream());
  const output = await collect(writeTable(table, {
    format: "arrows",
    results: { x0_lgamma: { column: "x0", compute: lgamma } },
  }));
  return { input, output };
}

/** Bytes that end a stream. */
const END = 8;

function schemaOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.slice(0, 8 + new DataView(bytes.buffer).getUint32(4, true));
}

function batchOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.slice(schemaOf(bytes).length, -END);
}

function partOf(
  { input, output }: Part,
  take: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
): Part {
  return { input: take(input), output: take(output) };
}

async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  return await new Response(stream as BodyInit).bytes();
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array<ArrayBuffer>) {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
