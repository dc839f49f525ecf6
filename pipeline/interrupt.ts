import { removeTemporaryFiles } from "./temporary_file.ts";

// Windows knows no SIGTERM. The statuses are the shell's, 128 + the signal.
const SIGNALS: readonly (readonly [Deno.Signal, number])[] = Deno.build.os === "windows"
  ? [["SIGINT", 130]]
  : [["SIGINT", 130], ["SIGTERM", 143]];

// A file that is larger than the user may have would end the program on the spot. Where a signal is
// listened to it does not: the write fails instead, and is reported and cleaned up like any other.
const IGNORED: readonly Deno.Signal[] = Deno.build.os === "windows" ? [] : ["SIGXFSZ"];

/** Until it is disposed of, an interrupt removes temporary files and exits. */
export function cleanUpOnInterrupt(): Disposable {
  const exits = SIGNALS.map(([signal, status]) => {
    const listener = () => {
      removeTemporaryFiles();
      Deno.exit(status);
    };
    return { signal, listener };
  });
  const listeners = [...exits, ...IGNORED.map((signal) => ({ signal, listener: () => {} }))];
  for (const { signal, listener } of listeners) Deno.addSignalListener(signal, listener);
  return {
    [Symbol.dispose](): void {
      for (const { signal, listener } of listeners) {
        Deno.removeSignalListener(signal, listener);
      }
    },
  };
}
