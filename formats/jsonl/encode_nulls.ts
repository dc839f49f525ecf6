import type { CsvOptions } from "../csv/dialect.ts";
import { encodeTexts } from "../csv/text_list.ts";

/** The list of values that mean null: texts are strings in JSON. */
export function encodeNulls(
  { nullValues }: Pick<CsvOptions, "nullValues">,
): Uint8Array<ArrayBuffer> {
  return encodeTexts(nullValues.flatMap((text) => [text, JSON.stringify(text)]));
}
