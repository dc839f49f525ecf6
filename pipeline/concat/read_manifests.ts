import { openInput } from "../../io/open_source.ts";
import { folderOf } from "../../io/temporary_file.ts";
import { type Manifest, MANIFEST_VERSION } from "../manifest.ts";
import { readOwnHeader } from "../own_files.ts";
import { checkComplete, type SortedParts, sortParts } from "./check_parts.ts";

/** A manifest, and where its output is now. */
export interface FoundManifest extends Manifest {
  /** The path of the manifest. */
  readonly path: string;
  /** The path of the output, from the current folder. */
  readonly outputPath: string;
}

/**
 * Reads manifests of one run. A piece whose output is not there, or has another size, is missing,
 * as one without a manifest.
 */
export async function readManifests(
  paths: readonly string[],
): Promise<SortedParts<FoundManifest> & { readonly wrong: readonly string[] }> {
  const all: FoundManifest[] = [];
  for (const path of paths) all.push(await readManifest(path));
  const { sorted, missing } = sortParts(all);
  const wrong: string[] = [];
  const lost = sorted.filter(({ path, outputPath, bytes }) => {
    const size = sizeOf(outputPath);
    if (size === bytes) return false;
    const found = size === undefined ? "there is no such file" : `it has ${size} bytes`;
    wrong.push(`${outputPath}: ${found}, and ${path} promises ${bytes} bytes`);
    return true;
  }).map(({ part }) => part.index);
  return { sorted, missing: [...missing, ...lost].sort((a, b) => a - b), wrong };
}

/** Returns the outputs of all pieces in their order. Throws if one is missing, and says which. */
export async function findOutputs(paths: readonly string[]): Promise<string[]> {
  const { sorted, missing, wrong } = await readManifests(paths);
  if (wrong.length > 0) {
    throw new RangeError(`Cannot join pieces: ${wrong[0]}; run that piece again`);
  }
  checkComplete({ sorted, missing });
  return sorted.map(({ outputPath }) => outputPath);
}

async function readManifest(path: string): Promise<FoundManifest> {
  using input = await openInput(path);
  const manifest = await readOwnHeader<Manifest>(input.source, MANIFEST_VERSION);
  const { output } = manifest;
  const outputPath = output.startsWith("/") ? output : joined(folderOf(path), output);
  return { ...manifest, path, outputPath };
}

function joined(folder: string, path: string): string {
  return folder === "." ? path : `${folder.replace(/\/$/, "")}/${path}`;
}

function sizeOf(path: string): number | undefined {
  try {
    return Deno.statSync(path).size;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
