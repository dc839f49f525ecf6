import { compute, type Kernel } from "../../kernels/engine.ts";
import { readTable } from "../../streams/read_table.ts";
import type { Table } from "../../streams/table.ts";
import { assertSame } from "../assert_same.ts";
import type { ArrowFile } from "./make_files.ts";

/** What a file must hold. */
export interface Expectation {
  /** The file that the results are of. */
  readonly input: ArrowFile;
  readonly kernel: Kernel;
  /** The columns of the file: each is a column of the input, or the kernel's results of one. */
  readonly columns: readonly { name: string; of: number; computed: boolean }[];
}

/** Throws unless a file has these columns, in the batches of the input, with these bits. */
export async function verifyArrow(
  path: string,
  { input, kernel, columns }: Expectation,
): Promise<void> {
  const ours = await open(path);
  const names = (list: readonly { name: string }[]): string => list.map(({ name }) => name).join();
  if (names(ours.columns) !== names(columns)) {
    throw new Error(`Cannot time ${path}: columns ${names(ours.columns)}, not ${names(columns)}`);
  }
  const theirs = (await open(input.path)).batches.getReader();
  let rows = 0;
  for await (const batch of ours.batches) {
    const { value: given } = await theirs.read();
    for (const [i, { name, of, computed }] of columns.entries()) {
      const title = `${path}: column ${name} from row ${rows}`;
      const { values: actual, valid } = batch.numbers(i);
      const expected = given?.numbers(of).values ?? new Float64Array();
      if (computed) compute(kernel, expected, expected);
      if (valid) throw new Error(`Cannot time ${title}: it has nulls`);
      assertSame(actual, expected, title);
    }
    rows += batch.rows;
  }
  if (rows !== input.rows) throw new Error(`Cannot time ${path}: ${rows} rows, not ${input.rows}`);
}

async function open(path: string): Promise<Table> {
  return await readTable((await Deno.open(path)).readable, { name: path });
}
