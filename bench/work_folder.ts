import { statfs } from "node:fs/promises";

/** A folder for the files of a run, gone at its end, and when it is interrupted. */
export class WorkFolder implements Disposable {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      Deno.addSignalListener(signal, () => {
        this[Symbol.dispose]();
        Deno.exit(signal === "SIGINT" ? 130 : 143);
      });
    }
  }

  /**
   * Makes a folder in another, by default in the system's for temporary files.
   *
   * @throws {Error} If there is too little room for the files.
   */
  static async make(
    { parent: dir, bytes }: { parent?: string; bytes: number },
  ): Promise<WorkFolder> {
    const folder = new WorkFolder(await makeTempDir(dir));
    const { bavail, bsize } = await statfs(folder.path);
    const free = bavail * bsize;
    if (free >= bytes) return folder;
    folder[Symbol.dispose]();
    throw new Error(
      `Cannot make files in ${dir ?? folder.path}: ${gigabytes(bytes)} are needed and ` +
        `${gigabytes(free)} are free; name another folder by --folder, or try --quick`,
    );
  }

  [Symbol.dispose](): void {
    try {
      Deno.removeSync(this.path, { recursive: true });
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}

async function makeTempDir(dir?: string): Promise<string> {
  try {
    return await Deno.makeTempDir({ dir, prefix: "specol-bench-" });
  } catch (error) {
    // Deno's message does not name the folder.
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`Cannot make files in ${dir ?? "the temporary folder"}: ${reason}`);
  }
}

/** A size in words. */
export function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
