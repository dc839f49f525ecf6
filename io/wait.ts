/**
 * Comes after some milliseconds, in a program that something else keeps running. Deno loads its timers when
 * one is first used, and takes 5 ms for that; a wait for news that never come takes 0.1 ms to set up.
 */
export async function pause(milliseconds: number): Promise<void> {
  await Atomics.waitAsync(makeFlag(), 0, 0, milliseconds).value;
}

/** While it is busy Deno looks for signals once in 61 turns: so many at a time, and it does so soon. */
const TURNS = 8;

/**
 * Lets what has happened meanwhile have its turn: signals, messages, files. It takes 0.03 ms; a timer takes
 * 1 ms, and a message to oneself 1.5 ms the first time.
 */
export async function yieldToEventLoop(): Promise<void> {
  const flag = makeFlag();
  for (let i = 0; i < TURNS; i++) {
    const { value } = Atomics.waitAsync(flag, 0, 0);
    Atomics.notify(flag, 0);
    await value;
  }
}

function makeFlag(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(4));
}

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
