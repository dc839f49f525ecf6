import { type Batch, type Numbers, type Texts, valuesOf } from "../formats/table.ts";
import type { ColumnTest } from "../plan/plan.ts";

/** Answers a question about each cell of a column: 1 where it is yes, 0 where it is no. */
export function testColumn(batch: Batch, test: ColumnTest): Numbers {
  const { column, text, isOfNumbers } = test;
  if (batch.test !== undefined && !isOfNumbers) return batch.test(column, text);
  if (text !== undefined) return testTexts(valuesOf(batch, column) as Texts, text);
  const valid = isOfNumbers || batch.valid === undefined
    ? batch.numbers(column).valid
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
