import { addCleanup, expectCleanup } from "./cleanups.ts";

/** A file that is gone when its user is done, unless it was renamed. */
export class TemporaryFile implements Disposable {
  /** Path of the file. */
  readonly path: string;
  /** The file, open for reading and writing. */
  readonly file: Deno.FsFile;
  /** Until it is removed or renamed. */
  #cleanup?: Disposable;
  #open = true;

  // Creating and noting happen without a pause in between, so that a signal cannot fall between them.
  private constructor(path: string, file: Deno.FsFile) {
    this.path = path;
    this.file = file;
    this.#cleanup = addCleanup(() => this.remove());
  }

  /**
   * Creates one beside a file, with the given mode or what the umask leaves of
   * 0666: unlike `Deno.makeTempFile`, whose files only their owner may read.
   */
  static beside(path: string, mode: number = 0o666): TemporaryFile {
    expectCleanup();
    const slash = lastSlash(path);
    for (;;) {
      const random = Math.random().toString(36).slice(2, 8).padEnd(6, "0");
      const name = `${path.slice(0, slash + 1)}.${shorten(path.slice(slash + 1))}` +
        `.specol-${random}`;
      try {
        const options = { read: true, write: true, createNew: true, mode };
        return new TemporaryFile(name, Deno.openSync(name, options));
      } catch (error) {
        if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
      }
    }
  }

  /** Creates one in the system's folder for temporary files. */
  static anywhere(): TemporaryFile {
    expectCleanup();
    const path = Deno.makeTempFileSync({ prefix: "specol-" });
    const file = Deno.openSync(path, { read: true, write: true });
    return new TemporaryFile(path, file);
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
      // Something else has failed already, and that is what is reported.
    }
  }

  /** Whether there was something to forget. */
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

// The new name is safe only when the folder is on the disk too. Where a folder cannot be opened, as on
// Windows, or not be synced, the file is complete all the same: that is no failure.
async function syncFolder(path: string): Promise<void> {
  try {
    using folder = Deno.openSync(path);
    await folder.sync();
  } catch {
    // See above.
  }
}

/** Bytes of a name that leave room for what is added: file systems allow 255. */
const MAX_NAME_BYTES = 230;

/** The beginning of a name that is so long that nothing can be added. */
function shorten(name: string): string {
  const bytes = new Uint8Array(MAX_NAME_BYTES);
  return name.slice(0, new TextEncoder().encodeInto(name, bytes).read);
}

/** The folder of a path, as it is written. */
export function folderOf(path: string): string {
  const slash = lastSlash(path);
  return slash < 0 ? "." : path.slice(0, Math.max(slash, 1));
}

function lastSlash(path: string): number {
  const backslash = Deno.build.os === "windows" ? path.lastIndexOf("\\") : -1;
  return Math.max(path.lastIndexOf("/"), backslash);
}
