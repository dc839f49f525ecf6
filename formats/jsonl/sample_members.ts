import type { ByteSource } from "../../io/byte_source.ts";
import { inferType, SAMPLE_SIZE } from "../csv/column_types.ts";
import type { CsvOptions } from "../csv/dialect.ts";
import { findKinds, readSample, type SampledColumn } from "../csv/sample_columns.ts";
import { openJsonlInput } from "./jsonl_input.ts";
import { openValues } from "./table_reader.ts";

/** Infers what the members of objects hold. */
export async function sampleMembers(
  source: ByteSource,
  { csv, isSampled }: { readonly csv: CsvOptions; readonly isSampled: boolean },
): Promise<SampledColumn[]> {
  const records = await openJsonlInput(source, { chunkSize: SAMPLE_SIZE, isSampled });
  const kinds = findKinds(await readSample(records), openValues(records, csv));
  return records.columns.map(({ name }, i) => ({ name, type: inferType(kinds[i]) }));
}
