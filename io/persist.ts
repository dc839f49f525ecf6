/** As `persistSync` of io/persist_sync.ts, while other work goes on. */
export async function persist<T>(action: () => Promise<T>, waits: boolean = true): Promise<T> {
  for (let milliseconds = 0.05;; milliseconds = Math.min(2 * milliseconds, 20)) {
    try {
      return await action();
    } catch (error) {
      if (error instanceof Deno.errors.Interrupted) continue;
      if (!waits || !(error instanceof Deno.errors.WouldBlock)) throw error;
      // A timer, though Deno takes 5 ms to load the first: it keeps the program running meanwhile.
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
    }
  }
}
