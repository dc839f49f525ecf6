import type { Format } from "../formats/format.ts";
import { openOutput } from "../io/open_sink.ts";
import { folderOf } from "../io/temporary_file.ts";
import type { Request } from "../plan/request.ts";
import { ownHeader } from "./own_files.ts";
import { identifyRun, type PieceIdentity } from "./run_identity.ts";

/** The version of the form. Others are refused. */
export const MANIFEST_VERSION = 1;

/** What is known of a piece whose output is complete. The same piece has the same manifest. */
export interface Manifest extends PieceIdentity {
  /** The path of the output, from the folder of the manifest. */
  readonly output: string;
  /** The size of the output. */
  readonly bytes: number;
  /** The rows that were read. */
  readonly rows?: number;
}

/**
 * Looks at the inputs before they are read. The manifest is written once the output is complete:
 * renamed and synced, so that a manifest never speaks of an output that is not there. It appears as
 * a whole as well.
 */
export async function beginManifest(
  request: Request,
  format: Format,
): Promise<{ write(done: Pick<Manifest, "rows">): Promise<void> }> {
  const run = await identifyRun(request, format);
  const { part = { index: 1, count: 1 } } = request;
  return { write: ({ rows }) => writeManifest(request, { run, part, rows }) };
}

async function writeManifest(
  { manifest: path = "", output }: Request,
  fields: Omit<Manifest, "bytes" | "output">,
): Promise<void> {
  const { size: bytes } = await Deno.stat(output);
  const manifest: Manifest = { ...fields, output: pathFrom(folderOf(path), output), bytes };
  using sink = await openOutput(path);
  const text = ownHeader("manifest", { version: MANIFEST_VERSION, ...manifest });
  await sink.write(new TextEncoder().encode(`${text}\n`));
  await sink.finish();
}

/** Makes a path that leads from a folder to a file, whatever the folder is later called. */
function pathFrom(folder: string, path: string): string {
  const [from, to] = [partsOf(folder), partsOf(path)];
  if (from.isAbsolute !== to.isAbsolute) {
    return to.isAbsolute ? path : pathFrom(folder, `${Deno.cwd()}/${path}`);
  }
  let same = 0;
  while (same < from.names.length && from.names[same] === to.names[same]) same++;
  const up = from.names.slice(same);
  if (up.includes("..")) return to.isAbsolute ? path : `${Deno.cwd()}/${path}`;
  return [...up.map(() => ".."), ...to.names.slice(same)].join("/");
}

function partsOf(path: string): { isAbsolute: boolean; names: string[] } {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  return { isAbsolute: path.startsWith("/"), names };
}
