// What an interrupt must undo before it ends the program: temporary files, and the line of progress.
const cleanups = new Set<() => void>();

/** Begins to listen to interrupts; missing in a program that is not ours. */
let listen: (() => void) | undefined;

/** Has something called before there is anything to clean up, or nothing any more. */
export function beforeCleanups(action: (() => void) | undefined): void {
  listen = action;
}

/** There will be something to clean up: an interrupt that comes now is heard. */
export function expectCleanup(): void {
  listen?.();
}

/** Something to do at an interrupt, until what this gives is disposed of. */
export function addCleanup(cleanup: () => void): Disposable {
  expectCleanup();
  cleanups.add(cleanup);
  return { [Symbol.dispose]: () => void cleanups.delete(cleanup) };
}

/** Cleans up at once, for a signal handler. */
export function cleanUp(): void {
  for (const cleanup of cleanups) cleanup();
}
