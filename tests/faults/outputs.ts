import { readTable } from "../../streams/read_table.ts";
import { writeTable } from "../../streams/write_table.ts";
import { makeNpy } from "../../support/make_npy.ts";

/** An output to be made when something goes wrong. */
export interface Output {
  /** The file, by whose ending the format is known. */
  readonly name: string;
  /** How the program is asked to make it, from standard input or a file. */
  readonly args: readonly string[];
  /** What it is made from: some chunks of 64 KB, and more than a pipe holds. */
  readonly input: Uint8Array<ArrayBuffer>;
  /** The ending of a file that holds the input. */
  readonly ending: string;
}

/** One for each format, and compressed ones: files that are made from what a pipe brings. */
export const OUTPUTS: readonly Output[] = await makeOutputs(50_000);

/** The same, from so many rows. */
export async function makeOutputs(rows: number): Promise<Output[]> {
  const values = Array.from({ length: rows }, (_, i) => (i + 1) / 8);
  const array = makeNpy(values, { descr: "<f8", shape: [rows] });
  const npy = { input: array, ending: ".npy", columns: [] };
  const text = new TextEncoder().encode(`x\n${values.join("\n")}\n`);
  const csv = { input: text, ending: ".csv", columns: ["-c", "x", "--only"] };
  const arrows = { ...csv, input: await toArrows(array), ending: ".arrows" };
  return [
    output("y.csv", csv),
    output("y.csv.gz", csv),
    output("y.tsv", csv),
    output("y.arrow", arrows),
    output("y.arrows", arrows),
    output("y.npy", npy),
    output("y.npy.gz", npy),
    output("y.arrows.zst", arrows),
    // Rows whose number is not known wait in a second temporary file.
    output("rows.npy", arrows),
  ];
}

function output(
  name: string,
  { input, ending, columns }: Pick<Output, "input" | "ending"> & { columns: string[] },
): Output {
  return { name, args: ["lgamma", ...columns, "--chunk-size", "64K"], input, ending };
}

async function toArrows(npy: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const table = await readTable(new Blob([npy]).stream(), { chunkSize: 2 ** 16 });
  const columns = [{ name: "x", input: 0 }];
  return await new Response(writeTable(table, { format: "arrows", columns }) as BodyInit).bytes();
}

/** What a temporary file is called, next to the output that it becomes. */
export function temporaryName({ name }: Pick<Output, "name">): RegExp {
  return new RegExp(`^\\.${RegExp.escape(name)}\\.specol-[a-z0-9]{6}$`);
}
