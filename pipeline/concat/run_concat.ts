import type { CsvOptions } from "../../formats/csv/dialect.ts";
import { detectFormat } from "../../formats/detect.ts";
import type { JoinedPiece, WriteJoined } from "../../formats/format_spec.ts";
import {
  type Format,
  isArrow,
  isFormat,
  isReadable,
  outputFormat,
  specOf,
} from "../../formats/registry.ts";
import { countedSink } from "../../io/byte_sink.ts";
import { findSame, placeOf } from "../../io/file_place.ts";
import { isStandardOutput, openOutput } from "../../io/open_sink.ts";
import { openInput } from "../../io/open_source.ts";
import { refuseOwnOutput } from "../../io/refuse_own_output.ts";
import { say } from "../../io/say.ts";
import { findTemporary } from "../../io/temporary_file.ts";
import { OPTION_SCOPES } from "../../plan/option_scopes.ts";
import { UsageError } from "../../plan/usage_error.ts";
import { OWN_LENGTH, type OwnKind, recogniseOwn } from "./json_lines_header.ts";

/** Which pieces to join, and where to. */
export interface ConcatRequest {
  /** Pieces, or their manifests. */
  readonly inputs: readonly string[];
  /** Path to write; `-` is standard output. */
  readonly output: string;
  /** The format of the pieces, if it need not be detected. */
  readonly from?: Format;
  /** The format of the output, if the user chose one. */
  readonly to?: Format;
  /** The names of the options that the user gave. */
  readonly options: readonly string[];
  /** The dialect of CSV pieces. */
  readonly csv: CsvOptions;
  /** Bytes that groups of sums may take. */
  readonly memory: number;
  /** Whether manifests may name outputs outside their folders. */
  readonly allowOutside: boolean;
  /** Whether to print nothing but data and errors. */
  readonly quiet: boolean;
}

/** Joins the outputs of pieces into the output that a single run would have written. */
export async function runConcat(request: ConcatRequest): Promise<void> {
  const { inputs, output, csv, quiet } = request;
  refuseTwice(inputs);
  let pieces = await look(inputs, request);
  const isKnown = pieces.every(({ kind }) => kind === "manifest");
  if (isKnown) {
    const { findOutputs } = await import("./check_parts.ts");
    pieces = await look(await findOutputs(inputs, request), request);
  }
  refuseOutput(output, [...inputs, ...pieces.map(({ path }) => path)]);
  const kind = kindOf(pieces, request);
  if (kind === "manifest" || kind === "empty") {
    throw new TypeError("A manifest leads to a manifest");
  }
  refuseOptions(request, kind);
  if (kind === "reduction") {
    const { joinReductions } = await import("./join_reductions.ts");
    const joined = await joinReductions(pieces, request);
    await write(request, { input: joined.to, pieces, prepare: (to) => joined.write(to) });
    for (const warning of joined.warnings()) {
      if (warning !== undefined && !quiet) say(warning);
    }
    if (!quiet) listTemporary(pieces);
    return;
  }
  const warning = isKnown ? undefined : warnAboutOrder(inputs);
  if (warning !== undefined && !quiet) say(warning);
  await write(request, {
    input: kind,
    pieces,
    prepare: async (to) => {
      if (to !== kind && !(isArrow(to) && isArrow(kind))) throw otherFormat(output, { to, kind });
      return await (await specOf(to).load()).joinPieces(pieces, { csv, isKnown, quiet });
    },
  });
  if (!quiet) listTemporary(pieces);
}

/** Lists files that killed runs have left next to the pieces: nothing else would remove them. */
function listTemporary(pieces: readonly Piece[]): void {
  const [first, ...more] = findTemporary(pieces.map(({ path }) => path));
  if (first === undefined) return;
  say(
    `found temporary files of runs that were killed or are still running: ${first}` +
      `${
        more.length > 0 ? ` and ${more.length} more` : ""
      }; delete them once all runs have finished`,
  );
}

/** Opens the output once everything is checked, and writes. */
async function write(
  { to, output, inputs }: ConcatRequest,
  { input, pieces, prepare }: {
    input: Format;
    pieces: readonly Piece[];
    prepare: (to: Format) => WriteJoined | Promise<WriteJoined>;
  },
): Promise<void> {
  const written = outputFormat({ to, path: output, input });
  if (isStandardOutput(output) && !isReadable(written.format)) {
    if (Deno.stdout.isTerminal()) {
      throw new UsageError(
        `Cannot write ${written.format} data to a terminal: use -o FILE, or a pipe`,
      );
    }
  }
  const join = await prepare(written.format);
  const guard = refuseOwnOutput(output, [...inputs, ...pieces.map(({ path }) => path)]);
  using sink = countedSink(await openOutput(output, written.compression), guard.written);
  await join(sink);
  await sink.finish();
}

async function look(paths: readonly string[], request: ConcatRequest): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const path of paths) pieces.push(await lookAtPiece(path, request));
  return pieces;
}

/** Throws if the user gave an option that does not apply to pieces of this kind. */
function refuseOptions({ options }: ConcatRequest, kind: Exclude<PieceKind, "empty">): void {
  for (const name of options) {
    const { reads } = Object.hasOwn(OPTION_SCOPES, name) ? OPTION_SCOPES[name] : {};
    if (reads === undefined || reads.some((format) => format === kind)) continue;
    throw new UsageError(
      `Option --${name} applies only to CSV pieces, and the first piece is ${
        wordsOf(kind)
      }: leave it out`,
    );
  }
}

function refuseTwice(paths: readonly string[]): void {
  const known = new Map<string, string>();
  for (const path of paths) {
    const place = placeOf(path);
    const before = known.get(place);
    if (before !== undefined) {
      const name = before === path ? "" : `, as ${before}`;
      throw new UsageError(`Piece ${path} is given twice${name}: give each piece once`);
    }
    known.set(place, path);
  }
}

/** Throws if the output would replace a piece: without it, concat could not run again. */
function refuseOutput(output: string, paths: readonly string[]): void {
  if (isStandardOutput(output)) return;
  const same = findSame(output, paths);
  if (same === undefined) return;
  const name = same === output ? "" : `, ${same}`;
  throw new UsageError(`Output ${output} is one of the pieces${name}: choose another name`);
}

function otherFormat(output: string, { to, kind }: { to: Format; kind: Format }): UsageError {
  return new UsageError(
    `Cannot write ${isStandardOutput(output) ? "these pieces" : output} as ${specOf(to).words}: ` +
      `the pieces are ${specOf(kind).words}, and concat copies them; convert the result with ` +
      `specol concat … | specol convert`,
  );
}

/**
 * Warns where a shell has sorted numbers as texts: `out.10.csv` comes before `out.2.csv` in
 * `out.*.csv`.
 */
function warnAboutOrder(paths: readonly string[]): string | undefined {
  const numbers = paths.map((path) => path.match(/\d+/g)?.map(Number) ?? []);
  for (let i = 1; i < paths.length; i++) {
    const at = numbers[i].findIndex((number, j) => number !== numbers[i - 1][j]);
    if (at < 0 || !(numbers[i][at] < numbers[i - 1][at])) continue;
    return `Pieces are joined in the order given, ${paths[i - 1]} before ` +
      `${paths[i]}; use sort -V to sort by number, or join the manifests, which record the order`;
  }
}

/** What the files are that `concat` takes. */
type PieceKind = Format | OwnKind | "empty";

/** A file that `concat` was given, after a look at its first bytes. */
export interface Piece extends JoinedPiece {
  readonly kind: PieceKind;
}

/** Looks at the first bytes of a file. It is opened again when its turn comes. */
async function lookAtPiece(
  path: string,
  { from }: Pick<ConcatRequest, "from">,
): Promise<Piece> {
  await using input = await openInput(path);
  const { source, identity } = input;
  if (source.live !== undefined) {
    throw new TypeError(
      `Cannot read ${source.name}: pieces must be regular files, because concat checks all of them before it copies the first`,
    );
  }
  const head = await source.peek(OWN_LENGTH);
  const kind = head.length === 0 ? "empty" : recogniseOwn(head);
  if (kind !== undefined) return { path, kind, identity };
  return { path, identity, kind: (await detectFormat(source, { from, path })).format };
}

/**
 * Returns what all pieces are. An empty file is a piece of CSV or JSON lines without records; other
 * formats identify each piece. If all are empty, they are what the output is.
 */
function kindOf(pieces: readonly Piece[], { from, to, output }: ConcatRequest): PieceKind {
  const written = outputFormat({ to, path: output, input: "csv" }).format;
  const first = pieces.find(({ kind }) => kind !== "empty") ??
    { ...pieces[0], kind: from ?? (isReadable(written) ? written : "csv") };
  for (const { path, kind } of pieces) {
    if (kind === first.kind) continue;
    // A stream and a file of Arrow hold the same messages.
    if (isArrow(kind) && isArrow(first.kind)) continue;
    if (kind === "empty" && isFormat(first.kind) && isReadable(first.kind)) continue;
    throw new SyntaxError(
      `Cannot join ${path} with ${first.path}: it is ${wordsOf(kind)}, and ${first.path} is ` +
        `${wordsOf(first.kind)}; all pieces must be of one kind`,
    );
  }
  return first.kind;
}

function wordsOf(kind: PieceKind): string {
  switch (kind) {
    case "empty":
      return "empty";
    case "reduction":
      return "a partial reduction";
    case "manifest":
      return "a manifest";
    default:
      return specOf(kind).words;
  }
}
