/**
 * Resolves after some milliseconds, in a program that something else keeps running. Deno takes 5 ms
 * to load its timers when the first one is used. Waiting for a change that never comes takes 0.1 ms
 * to set up.
 */
export async function pause(milliseconds: number): Promise<void> {
  await Atomics.waitAsync(makeFlag(), 0, 0, milliseconds).value;
}

/**
 * Turns of the event loop. A busy Deno looks for signals once in 61 turns, so that several are
 * taken at a time.
 */
const TURNS = 8;
/** Turns in which a busy Deno has looked for signals. */
export const ALL_TURNS = 64;

/**
 * Lets signals, messages and file operations that have happened meanwhile be handled. It takes 0.03
 * ms. A timer takes 1 ms, and a message to oneself 1.5 ms the first time.
 */
export async function yieldToEventLoop(turns: number = TURNS): Promise<void> {
  const flag = makeFlag();
  for (let i = 0; i < turns; i++) {
    const { value } = Atomics.waitAsync(flag, 0, 0);
    Atomics.notify(flag, 0);
    await value;
  }
}

/**
 * Keeps the program running until the returned object is disposed of. What waits by
 * {@linkcode yieldToEventLoop} alone does not: Deno would take the program to be at its end.
 */
export function keepRunning(): Disposable {
  const { port1 } = new MessageChannel();
  port1.onmessage = () => {};
  return { [Symbol.dispose]: () => port1.close() };
}

function makeFlag(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** Does the same as {@linkcode retryEintrSync}, while other work goes on. */
export async function retryEintr<T>(action: () => Promise<T>, waits: boolean = true): Promise<T> {
  for (let milliseconds = 0.05;; milliseconds = Math.min(2 * milliseconds, 20)) {
    try {
      return await action();
    } catch (error) {
      if (error instanceof Deno.errors.Interrupted) continue;
      if (!waits || !(error instanceof Deno.errors.WouldBlock)) throw error;
      // A timer keeps the program running meanwhile, although Deno takes 5 ms to load the first.
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
    }
  }
}

/**
 * Reads or writes, and tries again after a signal (EINTR), or if a stream that does not block has
 * nothing to read or no room (EAGAIN): another program that has the same pipe may have made it
 * non-blocking. Each wait is a little longer, since the runtime cannot report when the stream is
 * ready.
 *
 * Standard output cannot be waited for: Deno writes it through a buffer that holds back the last
 * line, and does not report how much it wrote before there was no more room. To write again would
 * write some of it twice. So that error is passed on (`waits` is false).
 */
export function retryEintrSync<T>(action: () => T, waits: boolean = true): T {
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
