import { sameBytes } from "../../io/same_bytes.ts";
import { checkEncoding, decodingMetadata, type Footer, MAGIC, readFooter } from "./footer.ts";
import { hasPageIndexes, type JoinedFile, joinFooters } from "./join_footers.ts";
import { copyBytes } from "../../io/byte_sink.ts";
import { wasChanged } from "../../io/file_error.ts";
import { openRandomAccess } from "../../io/random_access_file.ts";
import { say } from "../../io/say.ts";
import type { JoinedPiece, JoinOptions, WriteJoined } from "../format_spec.ts";

/**
 * Joins Parquet files: copies the bytes between their beginnings and their footers, and writes one
 * footer with the row groups of all.
 */
export async function joinParquet(
  pieces: readonly JoinedPiece[],
  { quiet }: Pick<JoinOptions, "quiet">,
): Promise<WriteJoined> {
  const files: JoinedFile[] = [];
  let end = MAGIC.length;
  for (const { path } of pieces) {
    const footer = await footerOf(path);
    decodingMetadata(path, () => checkEncoding(footer, path));
    files.push({ name: path, footer, moved: end - MAGIC.length });
    end += footer.start - MAGIC.length;
  }
  const footer = decodingMetadata(files[0].name, () => joinFooters(files));
  const indexed = files.slice(1).filter(({ footer }) => hasPageIndexes(footer));
  if (indexed.length > 0 && !quiet) {
    say(`dropped the page indexes of ${indexed.length} pieces, because their pages move`);
  }
  return async (sink) => {
    await sink.write(MAGIC);
    for (const { name, footer } of files) {
      using file = openRandomAccess({ path: name });
      // The file may have been replaced since it was looked at.
      const now = await readFooter(file);
      if (!isSame(now, footer)) throw wasChanged(name);
      await copyBytes(file.source(MAGIC.length, footer.start), sink);
    }
    await sink.write(footer);
    await sink.write(new Uint8Array(Uint32Array.of(footer.length).buffer));
    await sink.write(MAGIC);
  };
}

async function footerOf(path: string): Promise<Footer> {
  using file = openRandomAccess({ path });
  return await readFooter(file);
}

function isSame(a: Footer, b: Footer): boolean {
  return a.start === b.start && sameBytes(a.bytes, b.bytes);
}
