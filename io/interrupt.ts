/**
 * What an interrupt must undo before it ends the program: temporary files, and the line of
 * progress.
 */
const cleanups = new Set<() => void>();

/** Begins to listen for interrupts. It is missing in a program that is not ours. */
let listen: (() => void) | undefined;

/**
 * Whether a write beyond the limit on the size of files fails, instead of ending the program on the
 * spot.
 */
let survivesFileLimit = false;

/** Begins to listen for interrupts, because there will be something to clean up. */
export function expectCleanup(): void {
  listen?.();
}

/** Adds an action to do at an interrupt, until the returned object is disposed of. */
export function addCleanup(cleanup: () => void): Disposable {
  expectCleanup();
  cleanups.add(cleanup);
  return { [Symbol.dispose]: () => void cleanups.delete(cleanup) };
}

/**
 * Makes interrupts clean up and exit, until the returned object is disposed of. While there is
 * nothing to clean up nobody listens for an interrupt, and it ends the program on the spot, also
 * while this thread waits for a pipe.
 */
export function cleanUpOnInterrupt(): Disposable {
  const isWindows = Deno.build.os === "windows";
  // A terminal that is closed sends SIGHUP. Windows knows neither that nor SIGTERM. The exit
  // statuses are those of the shell, 128 + the signal.
  const signals: readonly (readonly [Deno.Signal, number])[] = isWindows
    ? [["SIGINT", 130]]
    : [["SIGHUP", 129], ["SIGINT", 130], ["SIGTERM", 143]];
  const exits = signals.map(([signal, status]) => {
    const listener = () => {
      for (const cleanup of cleanups) cleanup();
      Deno.exit(status);
    };
    return { signal, listener };
  });
  let listens = false;
  listen = () => {
    if (listens) return;
    listens = true;
    for (const { signal, listener } of exits) Deno.addSignalListener(signal, listener);
  };
  // With a listener, the write fails instead, and is reported and cleaned up like any other
  // failure. The listener stays, since the runtime itself may write its caches after all is done.
  if (!survivesFileLimit && !isWindows) Deno.addSignalListener("SIGXFSZ", () => {});
  survivesFileLimit = true;
  return {
    [Symbol.dispose](): void {
      listen = undefined;
      if (!listens) return;
      for (const { signal, listener } of exits) Deno.removeSignalListener(signal, listener);
    },
  };
}
