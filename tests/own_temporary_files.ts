/** The temporary files of a test. */
export interface TemporaryFiles extends Disposable {
  /** How many there are. */
  count(): number;
}

/**
 * Lets temporary files of this thread be made in a folder of their own, to count them. The variable
 * TMPDIR would be that of all threads, which test other files at the same time.
 */
export function ownTemporaryFiles(): TemporaryFiles {
  const folder = Deno.makeTempDirSync({ prefix: "specol-test-" });
  const make = Deno.makeTempFileSync;
  Deno.makeTempFileSync = (options) => make({ ...options, dir: folder });
  return {
    count: () => [...Deno.readDirSync(folder)].length,
    [Symbol.dispose](): void {
      Deno.makeTempFileSync = make;
      Deno.removeSync(folder, { recursive: true });
    },
  };
}
