import { type ByteSink, type DirectOutput, type Spool, writeFull } from "./byte_sink.ts";
import type { Compression } from "./compression/decompress.ts";
import { fileError } from "./file_error.ts";
import { FileSpool, folderOf } from "./temporary_file.ts";

// Linux follows as many links before it gives up on a ring of them.
const MAX_LINKS = 40;

// Deno opens these by name only with all permissions, and writes to the streams themselves with
// none.
const STANDARD_OUTPUT = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
const STANDARD_ERROR = ["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"];

/** Any other file that the program was started with: a shell makes `/dev/fd/63` of `>(…)`. */
const DESCRIPTOR = /^\/(dev|proc\/self)\/fd\/\d+$/;

/** Returns whether a path means standard output. */
export function isStandardOutput(path: string): boolean {
  return STANDARD_OUTPUT.includes(path);
}

/**
 * Opens an output. A regular file appears complete or not at all. Anything else, such as a pipe or
 * a device, is written to directly. An output that is known to fail fails here, before anything is
 * computed.
 */
export async function openSink(path: string): Promise<ByteSink> {
  if (isStandardOutput(path)) return new StreamSink(Deno.stdout, "standard output");
  if (STANDARD_ERROR.includes(path)) return new StreamSink(Deno.stderr, "standard error");
  const target = DESCRIPTOR.test(path) ? path : followLinks(path);
  let replaced: Deno.FileInfo | undefined;
  try {
    replaced = lookAt(path);
    if (replaced?.isDirectory) throw new Deno.errors.IsADirectory("It is a directory");
    if (replaced !== undefined && !replaced.isFile || DESCRIPTOR.test(path)) {
      // A descriptor of a file may have been written to before, and the shell keeps what is there.
      return new StreamSink(await Deno.open(path, { append: true }), path);
    }
    if (replaced !== undefined) checkWritable(path);
  } catch (error) {
    throw writeError(error, path, target);
  }
  const { FileSink } = await import("./file_sink.ts");
  return new FileSink(target, { name: path, replaced });
}

/** Looks at what a path leads to, if there is something. */
export function lookAt(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/**
 * Throws if the user may not write to a file. The system allows replacing it if its folder may be
 * written to, but users who make a file read-only do not expect it to change.
 */
function checkWritable(path: string): void {
  try {
    Deno.openSync(path, { write: true }).close();
  } catch (error) {
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
    throw new Deno.errors.PermissionDenied(
      "You have no permission to write to this file: choose another name, or allow it with chmod",
    );
  }
}

/**
 * Follows symbolic links. Renaming over a link would replace the link. A link to a missing file is
 * followed, too, as the shell does.
 */
export function followLinks(path: string): string {
  let target = path;
  try {
    for (let links = 0; links < MAX_LINKS; links++) {
      if (!Deno.lstatSync(target).isSymlink) return target;
      const link = Deno.readLinkSync(target);
      target = isAbsolute(link) ? link : `${folderOf(target)}/${link}`;
    }
    throw new Deno.errors.FilesystemLoop("Too many symbolic links");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return target;
    throw writeError(error, path, target);
  }
}

function writeError(error: unknown, name: string, target: string): Error {
  return fileError(error, { verb: "write", name, grant: folderOf(target) });
}

/** Only on Windows are a drive and a backslash more than a part of a name. */
function isAbsolute(path: string): boolean {
  return path.startsWith("/") ||
    Deno.build.os === "windows" && /^([A-Za-z]:|\\)/.test(path);
}

/** Opens a file for writing, or standard output for `-`, and compresses what is written to it. */
export async function openOutput(path: string, compression?: Compression): Promise<ByteSink> {
  const sink = await openSink(path);
  if (compression === undefined) return sink;
  try {
    const { CompressedSink } = await import("./compression/compressed_sink.ts");
    return await CompressedSink.open(sink, compression);
  } catch (error) {
    sink[Symbol.dispose]();
    throw error;
  }
}

/** Writes directly to standard output or standard error, to a pipe or to a device. */
class StreamSink implements ByteSink {
  readonly #writer: typeof Deno.stdout | Deno.FsFile;
  readonly #name: string;
  readonly #spools: Spool[] = [];
  #position = 0;

  constructor(writer: typeof Deno.stdout | Deno.FsFile, name: string) {
    this.#writer = writer;
    this.#name = name;
  }

  async write(bytes: Uint8Array): Promise<void> {
    try {
      await writeFull(this.#writer, bytes);
    } catch (error) {
      throw this.#error(error);
    }
    this.#position += bytes.length;
  }

  /** Only standard output can be shared: a named pipe is opened once. */
  get directOutput(): DirectOutput | undefined {
    if (this.#writer !== Deno.stdout) return undefined;
    return {
      position: this.#position,
      wrote: (bytes) => void (this.#position += bytes),
      explain: (error) => this.#error(error),
    };
  }

  spool(into: ByteSink = this): Spool {
    const spool = new FileSpool(into);
    this.#spools.push(spool);
    return spool;
  }

  finish(): Promise<void> {
    return Promise.resolve();
  }

  [Symbol.dispose](): void {
    for (const spool of this.#spools) spool.remove();
    if (this.#writer instanceof Deno.FsFile) this.#writer.close();
  }

  #error(error: unknown): Error {
    return fileError(error, { verb: "write", name: this.#name });
  }
}
