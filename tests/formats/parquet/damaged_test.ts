import { assert } from "@std/assert";
import { ParquetReader } from "../../../formats/parquet/decode/reader.ts";
import { memorySource } from "../../../support/memory.ts";
import { parquetSample } from "../../../support/parquet_samples.ts";
import { Random } from "../../../support/random.ts";

/** Reads everything that can be read. */
async function readAll(bytes: Uint8Array): Promise<void> {
  using reader = await ParquetReader.open(memorySource(bytes));
  for (let batch; (batch = await reader.read(1000)) !== undefined;) {
    for (const [i, { values }] of reader.columns.entries()) {
      if (values !== undefined) batch.values!(i);
    }
  }
}

/** Returns the error of reading, which must be one for users; nothing if all is well. */
async function failure(bytes: Uint8Array): Promise<string | undefined> {
  try {
    await readAll(bytes);
    return undefined;
  } catch (error) {
    const isForUsers = (error instanceof SyntaxError || error instanceof TypeError) &&
      /^Cannot read /.test(error.message);
    assert(isForUsers, error instanceof Error ? error.stack : String(error));
    return (error as Error).message;
  }
}

Deno.test("a file that ends too early is an error wherever it ends", async () => {
  const bytes = parquetSample("values_snappy_v1.parquet");
  for (let length = 0; length < bytes.length; length += length < bytes.length - 20 ? 97 : 1) {
    assert((await failure(bytes.subarray(0, length))) !== undefined, `${length} bytes`);
  }
});

for (
  const name of ["values_none_v1", "values_zstd_v2", "values_encoded_v2", "values_small_pages"]
) {
  Deno.test(`damage in ${name}.parquet is an error for users, or changes values`, async () => {
    const bytes = parquetSample(`${name}.parquet`);
    const random = new Random(33);
    for (let i = 0; i < 250; i++) {
      const damaged = bytes.slice();
      const count = 1 + random.bits() % 3;
      for (let j = 0; j < count; j++) damaged[random.bits() % bytes.length] = random.bits();
      await failure(damaged);
    }
  });
}

Deno.test("a page whose checksum is wrong is refused", async () => {
  const bytes = parquetSample("values_checksums.parquet");
  let refused = 0;
  for (let at = 60; at < 2000; at += 10) {
    const damaged = bytes.slice();
    damaged[at] ^= 0x10;
    if ((await failure(damaged))?.includes("checksum")) refused++;
  }
  assert(refused > 20, `${refused}`);
});
