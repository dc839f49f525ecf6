import { beforeCleanups, cleanUp } from "./cleanups.ts";

// SIGHUP is what a terminal that is closed sends. Windows knows neither that nor SIGTERM. The statuses are
// the shell's, 128 + the signal.
const SIGNALS: readonly (readonly [Deno.Signal, number])[] = Deno.build.os === "windows"
  ? [["SIGINT", 130]]
  : [["SIGHUP", 129], ["SIGINT", 130], ["SIGTERM", 143]];

// A file that is larger than the user may have would end the program on the spot. Where a signal is
// listened to it does not: the write fails instead, and is reported and cleaned up like any other. That
// stays so, since the runtime may write after all is done: its own caches.
let outlivesFullFiles = Deno.build.os === "windows";

/**
 * Until it is disposed of, an interrupt cleans up and exits. Where there is nothing to clean up it is not
 * listened to, and ends the program on the spot: also while this thread waits for a pipe, and would hear
 * nothing.
 */
export function cleanUpOnInterrupt(): Disposable {
  const exits = SIGNALS.map(([signal, status]) => {
    const listener = () => {
      cleanUp();
      Deno.exit(status);
    };
    return { signal, listener };
  });
  let listens = false;
  beforeCleanups(() => {
    if (listens) return;
    listens = true;
    for (const { signal, listener } of exits) Deno.addSignalListener(signal, listener);
  });
  if (!outlivesFullFiles) Deno.addSignalListener("SIGXFSZ", () => {});
  outlivesFullFiles = true;
  return {
    [Symbol.dispose](): void {
      beforeCleanups(undefined);
      if (!listens) return;
      for (const { signal, listener } of exits) Deno.removeSignalListener(signal, listener);
    },
  };
}
