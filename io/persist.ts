/** As `persistSync` of io/persist.ts, while other work goes on. */
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

/**
 * Reads or writes, and does it again where a signal came in between (EINTR), or where a stream that does not
 * block has nothing to read or no room (EAGAIN): another program that has the same pipe may have made it so.
 * It waits a little longer each time, since nothing in the runtime tells when the stream is ready.
 *
 * Standard output cannot be waited for: Deno writes it through a buffer that holds back the last line, and does
 * not tell how much it wrote before there was no more room. To write again would write some of it twice. So
 * that error is passed on (`waits` is false).
 *
 * Workers run this very function, from its text: all that it uses stands in it, or is the runtime's.
 */
export function persistSync<T>(action: () => T, waits: boolean = true): T {
  for (let milliseconds = 0.05;; milliseconds = Math.min(2 * milliseconds, 20)) {
    try {
      return action();
    } catch (error) {
      if (error instanceof Deno.errors.Interrupted) continue;
      if (!waits || !(error instanceof Deno.errors.WouldBlock)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
    }
  }
}
