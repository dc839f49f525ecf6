import { type Batch, type Numbers, type Texts, valuesOf } from "./table.ts";

/** A question about each cell of a column. */
export interface CellTest {
  /** The column that is looked at. */
  readonly column: number;
  /** The text that cells are compared with; if omitted, the question is whether a cell is null. */
  readonly text?: string;
  /**
   * Whether a test for null is a test of the column's number, since the numbers are read too. A cell
   * of CSV is then null where there is no number, and otherwise where there is no text.
   */
  readonly isOfNumbers: boolean;
}

/** Answers a question about each cell of a column: 1 where it is yes, 0 where it is no. */
export function testColumn(batch: Batch, { column, text, isOfNumbers }: CellTest): Numbers {
  if (batch.test !== undefined && !isOfNumbers) return batch.test(column, text);
  if (text !== undefined) return testTexts(valuesOf(batch, column) as Texts, text);
  const valid = isOfNumbers
    ? batch.numbers(column).valid
    : batch.valid === undefined
    ? valuesOf(batch, column).valid
    : batch.valid(column);
  const values = new Float64Array(batch.rows);
  if (valid === undefined) return { values };
  for (let i = 0; i < values.length; i++) values[i] = 1 - (valid[i >> 3] >> (i & 7) & 1);
  return { values };
}

/** Compares texts with another, byte by byte. */
function testTexts({ offsets, bytes, valid }: Texts, text: string): Numbers {
  const wanted = new TextEncoder().encode(text);
  const values = new Float64Array(offsets.length - 1);
  for (let i = 0; i < values.length; i++) {
    const start = offsets[i];
    if (offsets[i + 1] - start !== wanted.length) continue;
    let same = 0;
    while (same < wanted.length && bytes[start + same] === wanted[same]) same++;
    values[i] = Number(same === wanted.length);
  }
  return { values, valid };
}
