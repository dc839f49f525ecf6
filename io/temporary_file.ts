import { addCleanup, expectCleanup } from "./signals.ts";
import { type ByteSink, COPY_BYTES, type Spool, writeFull } from "./byte_sink.ts";
import { becameShorter, fileError } from "./file_error.ts";
import { PositionalFile } from "./positional_file.ts";

/** A file that is removed when it is no longer used, unless it was renamed. */
export class TemporaryFile implements Disposable {
  /** Path of the file. */
  readonly path: string;
  /** The file, open for reading and writing. */
  readonly file: Deno.FsFile;
  /** The cleanup at an interrupt, until the file is removed or renamed. */
  #cleanup?: Disposable;
  #open = true;

  // The file is created and its cleanup added without a pause in between, so that no signal can
  // fall between them.
  private constructor(path: string, file: Deno.FsFile) {
    this.path = path;
    this.file = file;
    this.#cleanup = addCleanup(() => this.remove());
  }

  /**
   * Creates a temporary file next to another file, with the given mode or what the umask leaves of
   * 0666, unlike `Deno.makeTempFile`, whose files only their owner may read.
   */
  static beside(path: string, mode: number = 0o666): TemporaryFile {
    expectCleanup();
    const slash = lastSlash(path);
    for (;;) {
      const random = Math.random().toString(36).slice(2, 8).padEnd(6, "0");
      const name = `${path.slice(0, slash + 1)}.${shorten(path.slice(slash + 1))}` +
        `.specol-${random}`;
      const options = { read: true, write: true, createNew: true, mode };
      try {
        return new TemporaryFile(name, Deno.openSync(name, options));
      } catch (error) {
        if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
      }
    }
  }

  /** Creates a temporary file in the system's folder for them. */
  static anywhere(): TemporaryFile {
    expectCleanup();
    const path = Deno.makeTempFileSync({ prefix: "specol-" });
    try {
      return new TemporaryFile(path, Deno.openSync(path, { read: true, write: true }));
    } catch (error) {
      Deno.removeSync(path);
      throw error;
    }
  }

  /** Gives the file its final name, once its bytes are safe on the disk. */
  async renameTo(path: string): Promise<void> {
    await this.file.sync();
    this.#close();
    Deno.renameSync(this.path, path);
    this.#forget();
    await syncFolder(folderOf(path));
  }

  /** Closes and removes the file; once it is renamed, does nothing. */
  remove(): void {
    if (!this.#forget()) return;
    this.#close();
    try {
      Deno.removeSync(this.path);
    } catch {
      // The failure that led here is the one that is reported.
    }
  }

  /** Removes the cleanup. Returns whether there was one. */
  #forget(): boolean {
    const cleanup = this.#cleanup;
    this.#cleanup = undefined;
    cleanup?.[Symbol.dispose]();
    return cleanup !== undefined;
  }

  #close(): void {
    if (this.#open) this.file.close();
    this.#open = false;
  }

  [Symbol.dispose](): void {
    this.remove();
  }
}

/** Why a folder cannot be opened or synced on some systems, where that is no failure. */
const NOT_SYNCED = ["EACCES", "EBADF", "EINVAL", "EISDIR", "ENOSYS", "ENOTSUP", "EPERM", "EROFS"];

/**
 * Makes a new name safe, which is in the folder. Throws if the disk fails, and not where folders
 * cannot be synced.
 */
async function syncFolder(path: string): Promise<void> {
  try {
    using folder = Deno.openSync(path);
    await folder.sync();
  } catch (error) {
    const { code = "", message } = error as Error & { code?: string };
    if (error instanceof Deno.errors.NotCapable || NOT_SYNCED.includes(code)) return;
    throw new Error(`It is complete, but its name may not be safe on the disk: ${message}`, {
      cause: error,
    });
  }
}

/** Bytes of a name that leave room for an ending: file systems allow 255. */
const MAX_NAME_BYTES = 230;

/** Shortens a name that leaves no room for an ending. */
function shorten(name: string): string {
  const bytes = new Uint8Array(MAX_NAME_BYTES);
  return name.slice(0, new TextEncoder().encodeInto(name, bytes).read);
}

/** Returns the folder of a path, as it is written. */
export function folderOf(path: string): string {
  const slash = lastSlash(path);
  return slash < 0 ? "." : path.slice(0, Math.max(slash, 1));
}

/** Returns the name of a file in its folder. */
export function nameOf(path: string): string {
  return path.slice(lastSlash(path) + 1);
}

function lastSlash(path: string): number {
  const backslash = Deno.build.os === "windows" ? path.lastIndexOf("\\") : -1;
  return Math.max(path.lastIndexOf("/"), backslash);
}

/**
 * Keeps bytes for a sink in a temporary file until they are wanted. The file lies next to the
 * given path, or in the system's folder for temporary files.
 */
export class FileSpool implements Spool {
  readonly #sink: ByteSink;
  readonly #temporary: TemporaryFile;
  readonly #name: string;
  #length = 0;

  constructor(sink: ByteSink, beside?: string) {
    this.#sink = sink;
    const folder = beside === undefined ? undefined : folderOf(beside);
    this.#name = `a temporary file in ${folder ?? "the system's folder for it"}`;
    try {
      this.#temporary = beside === undefined
        ? TemporaryFile.anywhere()
        : TemporaryFile.beside(beside, 0o600);
    } catch (error) {
      throw this.#error(error, folder);
    }
  }

  async write(bytes: Uint8Array): Promise<void> {
    try {
      await writeFull(this.#temporary.file, bytes);
    } catch (error) {
      throw this.#error(error);
    }
    this.#length += bytes.length;
  }

  async drain(): Promise<void> {
    const file = PositionalFile.over(this.#temporary.file);
    const buffer = new Uint8Array(COPY_BYTES);
    for (let at = 0; at < this.#length;) {
      const part = buffer.subarray(0, Math.min(COPY_BYTES, this.#length - at));
      await this.#fill(file, part, at);
      await this.#sink.write(part);
      at += part.length;
    }
    this.remove();
  }

  async #fill(file: PositionalFile, part: Uint8Array, at: number): Promise<void> {
    let found: number;
    try {
      found = await file.fill(part, at);
    } catch (error) {
      throw fileError(error, { verb: "read", name: this.#name, grant: "" });
    }
    if (found === part.length) return;
    throw becameShorter(this.#name, { size: this.#length, end: at + found });
  }

  remove(): void {
    this.#temporary.remove();
  }

  #error(error: unknown, grant: string = ""): Error {
    return fileError(error, { verb: "write", name: this.#name, grant });
  }
}

/**
 * Finds temporary files next to some files, which runs that were killed have left, or which runs are
 * writing. Folders that may not be read are passed over.
 */
export function findTemporary(paths: readonly string[]): string[] {
  const names = new Map<string, Set<string>>();
  for (const path of paths) {
    const folder = folderOf(path);
    const known = names.get(folder) ?? new Set();
    names.set(folder, known.add(shorten(nameOf(path))));
  }
  return Array.from(names, ([path, known]) => {
    // Without this, Deno would ask the user.
    if (Deno.permissions.querySync({ name: "read", path }).state !== "granted") return [];
    return listFolder(path)
      .filter((name) => known.has(/^\.(.+)\.specol-[0-9a-z]{6}$/s.exec(name)?.[1] ?? ""))
      .map((name) => path === "." ? name : `${path}/${name}`);
  }).flat().sort();
}

function listFolder(path: string): string[] {
  try {
    return Array.from(Deno.readDirSync(path), ({ name }) => name);
  } catch {
    return [];
  }
}
