import type { Piece } from "../../piece.ts";
import type { MessageCut, MessagePlace } from "./message_reader.ts";

/** What is left of the messages of a file by a piece. */
export interface PieceCut extends MessageCut {
  /** Whether a message is a batch that comes before the piece. */
  isBefore(place: MessagePlace): boolean;
}

/**
 * Leaves the batches of a file that begin in a piece, and the dictionaries before its end.
 *
 * Pieces of Arrow begin with the same dictionaries, so that they can be put together to the whole.
 * So a dictionary that comes behind a batch is refused where batches are written as they are read.
 */
export function cutMessages(
  { file, from, to, keepsBatches, open }: Piece,
  { countBatches }: { readonly countBatches: () => number },
): PieceCut {
  const isBefore = ({ kind, at }: MessagePlace): boolean => kind === "batch" && at < from;
  return {
    isBefore,
    isSkipped: (place) => isBefore(place) || place.at >= to,
    check({ kind, at }: MessagePlace): void {
      const batches = countBatches();
      if (!keepsBatches || kind !== "dictionary" || batches === 0) return;
      throw new TypeError(
        `Cannot cut ${file.name} with --part: the dictionary at byte ${at} comes behind batch ` +
          `${batches}, and pieces of Arrow can only share those before the first batch; leave ` +
          `--part out, or write another format, as with --to csv`,
      );
    },
    open: (position) => open(position, file.size),
  };
}
