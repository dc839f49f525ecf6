import { ALL_TURNS, keepRunning, yieldToEventLoop } from "../io/event_loop.ts";

/**
 * Milliseconds for which the calling thread works before it listens to interrupts and to the
 * messages of workers, which takes 0.4 ms. A timer takes 2 ms, and 6 ms for the first one of a
 * program.
 */
export const MAX_SILENCE_MS = 100;

let heard = performance.now();

/** Lets interrupts and messages be heard, if the thread has not listened for long enough. */
export async function listen(): Promise<void> {
  if (performance.now() - heard < MAX_SILENCE_MS) return;
  using _ = keepRunning();
  await yieldToEventLoop(ALL_TURNS);
  heard = performance.now();
}

/**
 * Does work on the calling thread, step by step. Work that takes less than {@linkcode
 * MAX_SILENCE_MS} is done at once. Longer work goes on later, so that an interrupt is heard
 * whatever is computed.
 */
export function cooperate<Result>(steps: Iterator<unknown, Result>): Result | Promise<Result> {
  const done = advance(steps);
  return done === undefined ? proceedLater(steps) : done.result;
}

async function proceedLater<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
  for (;;) {
    await listen();
    const done = advance(steps);
    if (done !== undefined) return done.result;
  }
}

/**
 * Takes steps until it is time to listen. Returns the result if the steps have come to their end.
 */
function advance<Result>(steps: Iterator<unknown, Result>): { result: Result } | undefined {
  const start = performance.now();
  do {
    const { done, value } = steps.next();
    if (done) return { result: value };
  } while (performance.now() - start < MAX_SILENCE_MS);
}
