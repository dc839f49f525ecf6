import { detectFormat } from "../../formats/detect.ts";
import { recognise, RECOGNISED_LENGTH } from "../../formats/magic_bytes.ts";
import { endingOf, type Format, isArrow, specOf } from "../../formats/registry.ts";
import type { ColumnSpec } from "../../formats/table.ts";
import type { ByteSource } from "../../io/byte_source.ts";
import type { Compression } from "../../io/compression/decompress.ts";
import type { FileIdentity } from "../../io/file_identity.ts";
import { type Input, isPipe } from "../../io/open_source.ts";
import type { TablePlan } from "../../plan/plan.ts";
import type { Request } from "../../plan/request.ts";
import { UsageError } from "../../plan/usage_error.ts";

// Several inputs are one table: they are read one after another. Their columns are matched by their
// names, whatever their order.

/** An input that is read after the first one. */
export interface MoreInput {
  readonly path: string;
  readonly format: Format;
  readonly compression?: Compression;
  /** Its length on the disk, if that is known. */
  readonly fileSize?: number;
  /** Which file it was when its format was detected; missing for a pipe. */
  readonly identity?: FileIdentity;
  /** Whether its format is assumed: a pipe cannot be looked at before its turn comes. */
  readonly isAssumed?: boolean;
  /** Opens it, if it is not opened by its path. */
  readonly open?: () => Promise<Input & AsyncDisposable>;
}

/** Detects the formats of all inputs but the first. Each is opened again when its turn comes. */
export async function detectMore(
  { moreInputs = [], from, csv }: Request,
  { first, open }: { first: Format; open: (path: string) => Promise<Input & AsyncDisposable> },
): Promise<MoreInput[]> {
  const found: MoreInput[] = [];
  for (const path of moreInputs) {
    if (isPipe(path)) {
      const format = from ?? endingOf(path).format ?? first;
      found.push({ path, format, isAssumed: from === undefined });
      continue;
    }
    await using input = await open(path);
    const { format } = await detectFormat(input.source, { from, path });
    found.push({
      path,
      format: format === "tsv" && csv.delimiter !== undefined ? "csv" : format,
      compression: input.compression,
      fileSize: input.fileSize,
      identity: input.identity,
    });
  }
  return found;
}

/** Throws if a pipe after the first input has not the format that was assumed. */
export async function checkAssumed(
  { format, isAssumed = false }: MoreInput,
  { source }: Pick<Input, "source">,
): Promise<void> {
  if (!isAssumed) return;
  const found = recognise(await source.peek(RECOGNISED_LENGTH));
  if (found.kind !== "format" || found.format === format) return;
  if (isArrow(found.format) && isArrow(format)) return;
  throw new SyntaxError(
    `Cannot read ${source.name}: it is ${found.words}, but a pipe after the first input is read as ` +
      `${specOf(format).words}; name it first, or save it to a file`,
  );
}

const LINE_FEED = 0x0a;

/** A text with a line end after its last line, so that another text can follow it. */
export function withLastLineEnd(source: ByteSource): ByteSource {
  let last = LINE_FEED;
  const { name, size, live, compressed } = source;
  return {
    name,
    size,
    live,
    compressed,
    async read(into: Uint8Array): Promise<number | null> {
      const found = await source.read(into);
      if (found !== null) {
        if (found > 0) last = into[found - 1];
        return found;
      }
      if (last === LINE_FEED) return null;
      last = into[0] = LINE_FEED;
      return 1;
    },
  };
}

/** Throws where the column of the input's name would have the name of another column. */
export function checkFileColumn(fileColumn: string, names: readonly string[]): void {
  if (!names.includes(fileColumn)) return;
  throw new UsageError(
    `Option --file-column: column ${fileColumn} already exists; choose another name`,
  );
}

/** The columns of an input, and what messages call it. */
export interface NamedColumns {
  readonly name: string;
  readonly columns: readonly ColumnSpec[];
}

/** Finds for each column of the first input the one of another input that has its name. */
export function matchColumns(first: NamedColumns, next: NamedColumns): readonly number[] {
  const where = `Cannot read ${next.name} after ${first.name}`;
  const names = next.columns.map(({ name }) => name);
  if (names.length === first.columns.length && names.every((name, i) => isNamed(first, i, name))) {
    return names.map((_, i) => i);
  }
  const known = new Set(first.columns.map(({ name }) => name));
  const places = new Map(names.map((name, i) => [name, i]));
  const missing = first.columns.find(({ name }) => !places.has(name));
  if (missing !== undefined) {
    throw new SyntaxError(
      `${where}: it has no column ${show(missing.name)}; all inputs must have the same columns`,
    );
  }
  const other = names.findIndex((name) => !known.has(name));
  if (other >= 0) {
    throw new SyntaxError(
      `${where}: its column ${other + 1} is ${
        show(names[other])
      }, which ${first.name} does not have; ` +
        `all inputs must have the same columns`,
    );
  }
  if (places.size < names.length || known.size < first.columns.length) {
    throw new SyntaxError(
      `${where}: some columns share a name, so all inputs must have the same columns in ` +
        `the same order`,
    );
  }
  return first.columns.map(({ name }) => places.get(name)!);
}

function isNamed({ columns }: NamedColumns, i: number, name: string): boolean {
  return columns[i]?.name === name;
}

function show(name: string): string {
  return name === "" ? '""' : name;
}

/** Whether columns are in the same order. */
export function isSameOrder(order: readonly number[]): boolean {
  return order.every((column, i) => column === i);
}

/** The plan of a table for an input that has the same columns in another order. */
export function reorderPlan(plan: TablePlan, order: readonly number[]): TablePlan {
  if (isSameOrder(order)) return plan;
  return {
    ...reorderResults(plan, order),
    outputs: plan.outputs.map((output) =>
      "input" in output ? { ...output, input: order[output.input] } : output
    ),
  };
}

/** The same for what is computed alone. */
export function reorderResults(
  { results, program }: Pick<TablePlan, "results" | "program">,
  order: readonly number[],
): Pick<TablePlan, "results" | "program"> {
  // Tests of columns come after those of the table, and stay where they are.
  const place = (column: number): number => order[column] ?? column;
  return {
    results: results.map((result) => ({
      ...result,
      input: place(result.input),
      upstream: result.upstream === undefined ? undefined : place(result.upstream),
      expression: result.expression &&
        { ...result.expression, inputs: result.expression.inputs.map(place) },
    })),
    program: program && {
      ...program,
      columns: program.columns.map(place),
      tests: program.tests?.map((test) => ({ ...test, column: place(test.column) })),
    },
  };
}
