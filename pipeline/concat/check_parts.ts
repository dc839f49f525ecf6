import { fileError } from "../../io/file_error.ts";
import { openInput } from "../../io/open_source.ts";
import { folderOf } from "../../io/temporary_file.ts";
import { UsageError } from "../../plan/usage_error.ts";
import { differenceOf, type Manifest, MANIFEST_VERSION, type PieceIdentity } from "./manifest.ts";
import { readOwnHeader } from "./json_lines_header.ts";

/** A file that records which piece it is. */
export interface Told extends PieceIdentity {
  readonly path: string;
}

/** Pieces of one run in their order, and the numbers of those that are missing. */
export interface SortedParts<T> {
  readonly sorted: readonly T[];
  readonly missing: readonly number[];
}

/** Puts pieces into their order. Throws if one is of another run, or there twice. */
export function sortParts<T extends Told>(pieces: readonly T[]): SortedParts<T> {
  const [first] = pieces;
  const { count } = first.part;
  const found = new Map<number, T>();
  for (const piece of pieces) {
    const { path, part, run } = piece;
    const difference = differenceOf(first.run, run) ??
      (part.count === count ? undefined : `it is one of ${part.count} pieces, not of ${count}`);
    if (difference !== undefined) {
      throw new TypeError(
        `Cannot join ${path} with ${first.path}: it is a piece of another run: ${difference}`,
      );
    }
    const before = found.get(part.index);
    if (before !== undefined) {
      throw new TypeError(
        `Cannot join ${path}: piece ${part.index} of ${count} was already given as ${before.path}; ` +
          `give each piece once`,
      );
    }
    found.set(part.index, piece);
  }
  const missing: number[] = [];
  for (let i = 1; i <= count; i++) if (!found.has(i)) missing.push(i);
  return { sorted: [...found.values()].sort((a, b) => a.part.index - b.part.index), missing };
}

/** Throws an error that names the missing pieces if there are some. */
export function checkComplete({ sorted, missing }: SortedParts<Told>): void {
  if (missing.length === 0) return;
  const { count } = sorted[0].part;
  throw new RangeError(
    `Cannot join ${sorted.length} of ${count} pieces: ${formatNumbers(missing)} ` +
      `${missing.length === 1 ? "is" : "are"} missing; run ${
        missing.length === 1 ? "it" : "them"
      }, or name ${missing.length === 1 ? "its file" : "their files"}`,
  );
}

/** Writes numbers in order with ranges: `3, 7-9`. */
function formatNumbers(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => from === to ? `${from}` : `${from}-${to}`).join(", ");
}

/** A manifest, and where its output is now. */
export interface FoundManifest extends Manifest {
  /** The path of the manifest. */
  readonly path: string;
  /** The path of the output, from the current folder. */
  readonly outputPath: string;
}

/** Where manifests may lead. */
export interface ManifestOptions {
  /** Whether an output may be outside the folder of its manifest. */
  readonly allowOutside: boolean;
}

/**
 * Reads manifests of one run. A piece whose output is not there, or has another size, is missing,
 * as one without a manifest.
 */
export async function readManifests(
  paths: readonly string[],
  options: ManifestOptions,
): Promise<SortedParts<FoundManifest> & { readonly wrong: readonly string[] }> {
  const all: FoundManifest[] = [];
  for (const path of paths) all.push(await readManifest(path));
  const { sorted, missing } = sortParts(all);
  const wrong: string[] = [];
  const lost = sorted.filter((manifest) => {
    const { path, outputPath, bytes } = manifest;
    const size = sizeOf(manifest, options);
    if (size === bytes) return false;
    const found = size === undefined ? "there is no such file" : `it has ${size} bytes`;
    wrong.push(`${outputPath}: ${found}, but ${path} records ${bytes} bytes`);
    return true;
  }).map(({ part }) => part.index);
  return { sorted, missing: [...missing, ...lost].sort((a, b) => a - b), wrong };
}

/** Returns the outputs of all pieces in their order. Throws an error that names missing ones. */
export async function findOutputs(
  paths: readonly string[],
  options: ManifestOptions,
): Promise<string[]> {
  const { sorted, missing, wrong } = await readManifests(paths, options);
  if (wrong.length > 0) {
    throw new RangeError(`Cannot join pieces: ${wrong[0]}; rerun that piece`);
  }
  checkComplete({ sorted, missing });
  return sorted.map(({ outputPath }) => outputPath);
}

async function readManifest(path: string): Promise<FoundManifest> {
  await using input = await openInput(path);
  const manifest = await readOwnHeader<Manifest>(input.source, MANIFEST_VERSION);
  const { output } = manifest;
  const outputPath = output.startsWith("/") ? output : joined(folderOf(path), output);
  return { ...manifest, path, outputPath };
}

function joined(folder: string, path: string): string {
  return folder === "." ? path : `${folder.replace(/\/$/, "")}/${path}`;
}

/**
 * Returns the size of a manifest's output, if it is there. Throws if the output is not in the folder
 * of its manifest, wherever links lead: a manifest that someone else wrote could name any file.
 */
function sizeOf(
  { path, output, outputPath }: FoundManifest,
  { allowOutside }: ManifestOptions,
): number | undefined {
  if (!allowOutside && (output.startsWith("/") || output.split("/").includes(".."))) {
    throw outside(path, output);
  }
  try {
    const { isFile, size } = Deno.statSync(outputPath);
    if (!isFile) throw new Deno.errors.NotSupported("It is not a regular file");
    if (!allowOutside) {
      const folder = `${Deno.realPathSync(folderOf(path)).replace(/\/$/, "")}/`;
      if (!Deno.realPathSync(outputPath).startsWith(folder)) throw outside(path, output);
    }
    return size;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    if (error instanceof UsageError) throw error;
    throw fileError(error, { verb: "read", name: outputPath });
  }
}

function outside(path: string, output: string): UsageError {
  return new UsageError(
    `Manifest ${path} names an output outside its folder, ${output}: if you trust the manifest, use ` +
      `--allow-outside`,
  );
}
