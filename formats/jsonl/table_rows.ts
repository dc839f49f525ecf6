import { CellWriter } from "../csv/cell_writer.ts";
import { MAX_RECORD_BYTES } from "../csv/split_records.ts";
import { TextRows, type TextRowsOptions, type WrittenValues } from "../csv/text_rows.ts";
import type { Slice } from "../slice_batches.ts";
import { type OutputColumn, valuesOf } from "../table.ts";

/**
 * Opens what makes JSON lines from rows: an object for each row, with a member for each column.
 * Numbers are written as in CSV, booleans as true and false, other texts as strings. What is not
 * finite is one of the strings "NaN", "Infinity" and "-Infinity", since JSON has no such numbers.
 */
export function openJsonlRows(
  { columns, outputs, csv, isPiece = false, rowsBefore }: TextRowsOptions,
): TextRows {
  checkNames(outputs);
  const cells = new CellWriter({
    columns: outputs.length,
    delimiter: 0,
    decimal: ".".charCodeAt(0),
    quote: "none",
    digits: csv.digits ?? 0,
    none: new TextEncoder().encode("null"),
    members: outputs.map(({ name }) => new TextEncoder().encode(`${JSON.stringify(name)}:`)),
  });

  function* values({ batch, results }: Slice, before: number): Generator<WrittenValues> {
    let length = 0;
    for (const output of outputs) {
      if ("result" in output) {
        yield { kind: "floats", ...results[output.result] };
        continue;
      }
      const found = valuesOf(batch, output.input);
      if (found.kind !== "texts") {
        yield found;
        continue;
      }
      length += found.offsets[batch.rows] - found.offsets[0];
      if (batch.rows === 1 && length > MAX_RECORD_BYTES) throw overlong(output.name, before);
      const { typeName } = columns[output.input];
      yield { ...found, isPlain: found.decimal || typeName === "bool" || typeName === "JSON" };
    }
  }

  function overlong(name: string, before: number): RangeError {
    const row = `row ${before + 1}${isPiece ? " of the piece" : ""}`;
    return new RangeError(
      `Cannot write JSON lines: ${row} would have more than ${MAX_RECORD_BYTES} bytes, with column ` +
        `${name} and those before it, and could not be read again; leave long columns out`,
    );
  }

  return new TextRows(cells, { columns, outputs, values, rowsBefore });
}

/** Throws where two members of each object would have one name. Readers refuse that, or lose one. */
function checkNames(outputs: readonly OutputColumn[]): void {
  const seen = new Set<string>();
  for (const { name } of outputs) {
    if (seen.has(name)) {
      throw new TypeError(
        `Cannot write JSON lines: two columns are named ${
          JSON.stringify(name)
        }, and each member of an object needs ` +
          `its own name; leave one of them out, or rename it`,
      );
    }
    seen.add(name);
  }
}
