import { removeTemporaryFiles } from "./temporary_file.ts";

// Windows knows no SIGTERM. The statuses are the shell's, 128 + the signal.
const SIGNALS: readonly (readonly [Deno.Signal, number])[] = Deno.build.os === "windows"
  ? [["SIGINT", 130]]
  : [["SIGINT", 130], ["SIGTERM", 143]];

/** Until it is disposed of, an interrupt removes temporary files and exits. */
export function cleanUpOnInterrupt(): Disposable {
  const listeners = SIGNALS.map(([signal, status]) => {
    const listener = () => {
      removeTemporaryFiles();
      Deno.exit(status);
    };
    Deno.addSignalListener(signal, listener);
    return { signal, listener };
  });
  return {
    [Symbol.dispose](): void {
      for (const { signal, listener } of listeners) {
        Deno.removeSignalListener(signal, listener);
      }
    },
  };
}
