import type { Format } from "../../formats/registry.ts";
import { fileError } from "../../io/file_error.ts";
import { openOutput } from "../../io/open_sink.ts";
import { folderOf } from "../../io/temporary_file.ts";
import type { Part, Request } from "../../plan/request.ts";
import { ownHeader } from "./json_lines_header.ts";

/** What decides the bytes of a run's output. It is the same for all pieces of a run. */
export interface RunIdentity {
  /** The version of specol. */
  readonly version: string;
  /** The function or command. */
  readonly command: string;
  /** The options that decide the output, as they were typed. */
  readonly options: Readonly<Record<string, string>>;
  /** The expressions, as they were typed. */
  readonly expressions: readonly string[];
  /** The format of the output. */
  readonly format: Format;
  readonly inputs: readonly InputIdentity[];
}

/** Which piece of which run something is. */
export interface PieceIdentity {
  readonly run: RunIdentity;
  readonly part: Part;
}

/** An input as it was when the run began. */
export interface InputIdentity {
  /** The path, as it was typed. It may differ on another machine. */
  readonly path: string;
  readonly bytes: number;
  /** When the file was changed last, in UTC. */
  readonly modified: string;
}

/** The version of the format of manifests. Other versions are refused. */
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
 * renamed and synced, so that a manifest never speaks of an output that is not there. The
 * manifest appears complete or not at all, too.
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

/** Describes what a run is, by its request and the files that it reads. */
export async function identifyRun(
  { typed, input, moreInputs = [] }: Request,
  format: Format,
): Promise<RunIdentity> {
  if (typed === undefined) throw new TypeError("The request does not have what the user typed");
  const inputs: InputIdentity[] = [];
  for (const path of [input, ...moreInputs]) {
    try {
      const { size, mtime } = await Deno.stat(path);
      inputs.push({ path, bytes: size, modified: mtime?.toISOString() ?? "" });
    } catch (error) {
      throw fileError(error, { verb: "read", name: path });
    }
  }
  return { ...typed, format, inputs };
}

/**
 * Returns how two runs differ, in the words of messages; `undefined` if they are the same. Paths of
 * inputs may differ, since machines may see a disk under different names.
 */
export function differenceOf(a: RunIdentity, b: RunIdentity): string | undefined {
  const texts = (run: RunIdentity): Map<string, string> =>
    new Map([
      ["specol", run.version],
      ["the command", run.command],
      ...Object.entries(run.options).map(([name, value]): [string, string] => [
        `option --${name}`,
        value === "" ? "given" : value,
      ]),
      ["the expressions", run.expressions.join(" ")],
      ["the format", run.format],
      ["the number of inputs", String(run.inputs.length)],
      ...run.inputs.flatMap(({ path, bytes, modified }, i): [string, string][] =>
        [
          [`the size of input ${i + 1}, ${path},`, `${bytes}`],
          [`the time of input ${i + 1}, ${path},`, modified],
        ].map(([name, value]) => [name.replace(path, b.inputs[i]?.path ?? path), value])
      ),
    ]);
  const [first, second] = [texts(a), texts(b)];
  for (const name of new Set([...first.keys(), ...second.keys()])) {
    const [before, after] = [first.get(name), second.get(name)];
    if (before !== after) {
      return `${name} is ${after ?? "not given"}, expected ${before ?? "nothing"}`;
    }
  }
}
