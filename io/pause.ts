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
