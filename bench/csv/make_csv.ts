import { compute } from "../../kernels/engine.ts";
import { Random } from "../../support/random.ts";
import { runProgram } from "../program.ts";
import type { Shape } from "./shapes.ts";

/** A file, and what is to be made of it. */
export interface CsvFile {
  readonly shape: Shape;
  readonly path: string;
  readonly bytes: number;
  /** The file that lgamma of the column must give, byte for byte. */
  readonly expected: string;
  /** The numbers of the column. */
  readonly x: Float64Array;
}

/** Records that are made at a time. */
const BATCH = 16_384;

/** Writes a file, and the expected output next to it. */
export async function makeCsv(
  shape: Shape,
  { folder, rows }: { folder: string; rows: number },
): Promise<CsvFile> {
  const path = `${folder}/in.csv`;
  const expected = `${folder}/expected.csv`;
  const random = new Random(1);
  const x = new Float64Array(rows);
  const names = shape.columns.map(({ name }) => name).join(",");
  {
    using given = await Deno.create(path);
    using wanted = await Deno.create(expected);
    await write(given, `${names}\n`);
    await write(wanted, `${names},${resultName(shape, "lgamma")}\n`);
    for (let start = 0; start < rows; start += BATCH) {
      const count = Math.min(BATCH, rows - start);
      const records = Array.from({ length: count }, (_, i) => shape.cells(start + i, random));
      const part = x.subarray(start, start + count);
      part.set(records.map((cells) => Number(cells[shape.of])));
      const y = new Float64Array(count);
      compute({ name: "lgamma" }, part, y);
      const lines = records.map((cells) => cells.join(","));
      await write(given, lines.map((line) => `${line}\n`).join(""));
      await write(wanted, lines.map((line, i) => `${line},${y[i]}\n`).join(""));
    }
  }
  // On the disk before anything is timed: writing back would disturb who comes first.
  await runProgram({ command: "sync", args: [path, expected] });
  return { shape, path, bytes: (await Deno.stat(path)).size, expected, x };
}

/** Writes a file with the records of another many times over. */
export async function repeatCsv(from: string, to: string, times: number): Promise<void> {
  const bytes = await Deno.readFile(from);
  const records = bytes.subarray(bytes.indexOf(10) + 1); // behind the line feed of the header
  {
    using file = await Deno.create(to);
    await writeAll(file, bytes);
    for (let i = 1; i < times; i++) await writeAll(file, records);
  }
  await runProgram({ command: "sync", args: [to] });
}

/** The name of a function's results. */
export function resultName({ columns, of }: Shape, name: string): string {
  return `${columns[of].name}_${name}`;
}

async function write(file: Deno.FsFile, text: string): Promise<void> {
  await writeAll(file, new TextEncoder().encode(text));
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}
