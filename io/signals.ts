/**
 * What an interrupt must undo before it ends the program: temporary files, and the line of
 * progress.
 */
const cleanups = new Set<() => void>();

/** How many runs want interrupts to clean up. A program that only uses the module has none. */
let runs = 0;

/** Stops listening for interrupts; missing while nobody listens. */
let stopListening: (() => void) | undefined;

/**
 * Whether a write beyond the limit on the size of files fails, instead of ending the program on the
 * spot.
 */
let survivesFileLimit = false;

/** Begins to listen for interrupts, because there will be something to clean up. */
export function expectCleanup(): void {
  if (runs > 0) stopListening ??= listen();
}

/** Adds an action to do at an interrupt, until the returned object is disposed of. */
export function addCleanup(cleanup: () => void): Disposable {
  expectCleanup();
  cleanups.add(cleanup);
  return { [Symbol.dispose]: () => void cleanups.delete(cleanup) };
}

/**
 * Makes interrupts clean up and exit, until the returned object is disposed of. Several runs may want
 * this at the same time. While there is nothing to clean up nobody listens for an interrupt, and it
 * ends the program on the spot, also while this thread waits for a pipe.
 */
export function cleanUpOnInterrupt(): Disposable {
  // With a listener, the write fails instead, and is reported and cleaned up like any other
  // failure. The listener stays, since the runtime itself may write its caches after all is done.
  if (!survivesFileLimit && Deno.build.os !== "windows") {
    Deno.addSignalListener("SIGXFSZ", () => {});
  }
  survivesFileLimit = true;
  runs++;
  let isOpen = true;
  return {
    [Symbol.dispose](): void {
      if (!isOpen) return;
      isOpen = false;
      runs--;
      if (runs > 0) return;
      stopListening?.();
      stopListening = undefined;
    },
  };
}

/** Listens for interrupts, and returns what ends that. */
function listen(): () => void {
  // A terminal that is closed sends SIGHUP. Windows knows neither that nor SIGTERM. The exit
  // statuses are those of the shell, 128 + the signal.
  const signals: readonly (readonly [Deno.Signal, number])[] = Deno.build.os === "windows"
    ? [["SIGINT", 130]]
    : [["SIGHUP", 129], ["SIGINT", 130], ["SIGTERM", 143]];
  const exits = signals.map(([signal, status]) => {
    const listener = () => {
      for (const cleanup of cleanups) cleanup();
      Deno.exit(status);
    };
    Deno.addSignalListener(signal, listener);
    return { signal, listener };
  });
  return () => {
    for (const { signal, listener } of exits) Deno.removeSignalListener(signal, listener);
  };
}
