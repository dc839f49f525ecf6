import { detectFormat } from "../formats/detect.ts";
import type { Format } from "../formats/format.ts";
import type { ByteSource } from "../io/byte_source.ts";
import { openInput } from "../io/open_source.ts";
import type { Request } from "../plan/request.ts";
import { UsageError } from "../plan/usage_error.ts";

// Several inputs are one table: they are read one after another, and their columns must agree.

/** An input that is read after the first one. */
export interface MoreInput {
  readonly path: string;
  readonly format: Format;
}

/** Detects the formats of all inputs but the first. Each is opened again when its turn comes. */
export async function detectMore(
  { moreInputs = [], from, csv }: Request,
  first: Format,
): Promise<MoreInput[]> {
  const found: MoreInput[] = [];
  for (const path of moreInputs) {
    // Standard input cannot be looked at and be opened again.
    if (path === "-") {
      found.push({ path, format: from ?? first });
      continue;
    }
    using input = await openInput(path);
    const { format } = await detectFormat(input.source, { from, path });
    found.push({ path, format: format === "tsv" && csv.delimiter !== undefined ? "csv" : format });
  }
  return found;
}

const LINE_FEED = 0x0a;

/** A text with a line end behind its last line, so that another text can follow it. */
export function withLastLineEnd(source: ByteSource): ByteSource {
  let last = LINE_FEED;
  const { name, size, live, compressed } = source;
  return {
    ...{ name, size, live, compressed },
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
    `Option --file-column: there is a column ${fileColumn} already; choose another name`,
  );
}
