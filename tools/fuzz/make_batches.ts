import { concat } from "@std/bytes/concat";
import { zstdCompressSync } from "node:zlib";
import type { Random } from "../../support/random.ts";
import { flatNumber } from "../../formats/arrow/encode/flatbuffer_writer.ts";
import { batch, END, field, schema, sharing } from "./arrow_parts.ts";
import { below } from "./mutate.ts";

const [NULL, FLOAT, BOOL] = [1, 3, 6];
const ZSTD = 1;
const DOUBLE = [flatNumber(2, 2)];
/**
 * The maximum number of cells that a batch may become here. More would make a case slow, and
 * `hostile_batches.ts` covers that.
 */
const MAX_CELLS = 2 ** 20;

/** Makes an Arrow stream with columns of these names and one batch of three rows. */
export function makeFields(name: (i: number) => string, columns: number): Uint8Array {
  const body = new Uint8Array(new Float64Array([1, 2.5, -3]).buffer);
  const fields = Array.from({ length: columns }, (_, i) => field(name(i), FLOAT, DOUBLE));
  const one = batch({ rows: 3, nodes: columns, buffers: sharing(columns, body), body });
  return concat([schema(fields), one, END]);
}

/**
 * Makes a few bytes of Arrow that become many: columns share a buffer, have none, or have a
 * compressed one.
 */
export function makeBatches(random: Random): Uint8Array {
  const columns = 1 + below(random, 2 ** below(random, 11));
  const rows = 1 + below(random, MAX_CELLS / columns);
  const type = [NULL, FLOAT, BOOL][below(random, 3)];
  const isPacked = random.sign() < 0;
  const plain = new Uint8Array(type === FLOAT ? 8 * rows : Math.ceil(rows / 8)).fill(0x3f);
  const said = new Uint8Array(BigInt64Array.of(BigInt(plain.length)).buffer);
  const body = type === NULL
    ? new Uint8Array()
    : isPacked
    ? concat([said, zstdCompressSync(plain)])
    : plain;
  const fields = Array.from(
    { length: columns },
    (_, i) => field(`c${i}`, type, type === FLOAT ? DOUBLE : []),
  );
  const one = batch({
    rows,
    nodes: columns,
    buffers: type === NULL ? [] : sharing(columns, body),
    body,
    codec: isPacked ? ZSTD : undefined,
  });
  return concat([schema(fields), ...Array.from({ length: 1 + below(random, 3) }, () => one), END]);
}
