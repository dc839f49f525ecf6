import { detectFormat } from "../../formats/detect.ts";
import { type Format, isArrow } from "../../formats/format.ts";
import type { ByteSink } from "../../io/byte_sink.ts";
import { openInput } from "../../io/open_source.ts";
import type { ConcatRequest } from "./run_concat.ts";

/** What the files are that `concat` takes. */
export type PieceKind = Format | "empty" | "reduction" | "manifest";

/** A file that `concat` was given, after a look at its first bytes. */
export interface Piece {
  readonly path: string;
  readonly kind: PieceKind;
}

/** Writes the joined table. All that can be checked before is checked. */
export type WriteJoined = (sink: ByteSink) => Promise<void>;

/** What the first line of the files begins with that specol writes for itself. */
const OWN = new TextEncoder().encode('{"specol":"');
const OWN_KINDS = ["reduction", "manifest"] as const;

/** Makes the beginning of a file that specol writes for itself: JSON with the kind first. */
export function ownHeader(
  kind: typeof OWN_KINDS[number],
  fields: Readonly<Record<string, unknown>>,
): string {
  return JSON.stringify({ specol: kind, ...fields });
}

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
  const head = await source.peek(OWN.length + Math.max(...OWN_KINDS.map(({ length }) => length)));
  if (head.length === 0) return { path, kind: "empty" };
  if (OWN.every((byte, i) => head[i] === byte)) {
    const text = new TextDecoder().decode(head.subarray(OWN.length));
    const own = OWN_KINDS.find((kind) => text.startsWith(kind));
    if (own !== undefined) return { path, kind: own };
  }
  return { path, kind: (await detectFormat(source, { from, path })).format };
}

/**
 * Returns what all pieces are. An empty file is a piece of CSV without records; other formats say
 * in each piece what it is.
 */
export function kindOf(pieces: readonly Piece[], { from }: Pick<ConcatRequest, "from">): PieceKind {
  const first = pieces.find(({ kind }) => kind !== "empty") ?? { ...pieces[0], kind: from ?? "csv" };
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
