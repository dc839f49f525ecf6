import { detectFormat } from "../../formats/detect.ts";
import { type Format, isArrow } from "../../formats/format.ts";
import type { ByteSink } from "../../io/byte_sink.ts";
import { openInput } from "../../io/open_source.ts";
import { OWN_LENGTH, type OwnKind, recogniseOwn } from "../own_files.ts";
import type { ConcatRequest } from "./run_concat.ts";

/** What the files are that `concat` takes. */
export type PieceKind = Format | OwnKind | "empty";

/** A file that `concat` was given, after a look at its first bytes. */
export interface Piece {
  readonly path: string;
  readonly kind: PieceKind;
}

/** Writes the joined table. All that can be checked before is checked. */
export type WriteJoined = (sink: ByteSink) => Promise<void>;

/** Looks at the first bytes of a file. It is opened again when its turn comes. */
export async function lookAtPiece(
  path: string,
  { from }: Pick<ConcatRequest, "from">,
): Promise<Piece> {
  using input = await openInput(path);
  const { source } = input;
  if (source.live !== undefined) {
    throw new TypeError(
      `Cannot read ${source.name}: pieces must be files, because all are looked at before the first is copied`,
    );
  }
  const head = await source.peek(OWN_LENGTH);
  const kind = head.length === 0 ? "empty" : recogniseOwn(head);
  if (kind !== undefined) return { path, kind };
  return { path, kind: (await detectFormat(source, { from, path })).format };
}

/**
 * Returns what all pieces are. An empty file is a piece of CSV without records; other formats say
 * in each piece what it is.
 */
export function kindOf(pieces: readonly Piece[], { from }: Pick<ConcatRequest, "from">): PieceKind {
  const first = pieces.find(({ kind }) => kind !== "empty") ??
    { ...pieces[0], kind: from ?? "csv" };
  for (const { path, kind } of pieces) {
    if (kind === first.kind) continue;
    // A stream and a file of Arrow hold the same messages.
    if (isArrow(kind as Format) && isArrow(first.kind as Format)) continue;
    if (kind === "empty" && (first.kind === "csv" || first.kind === "tsv")) continue;
    throw new SyntaxError(
      `Cannot join ${path} with ${first.path}: it is ${WORDS[kind]}, and ${first.path} is ` +
        `${WORDS[first.kind]}; all pieces must be of one kind`,
    );
  }
  return first.kind;
}

const WORDS: Readonly<Record<PieceKind, string>> = {
  csv: "CSV",
  tsv: "TSV",
  arrow: "an Arrow file",
  arrows: "an Arrow stream",
  npy: "an npy file",
  empty: "empty",
  reduction: "a partial reduction",
  manifest: "a manifest",
};
