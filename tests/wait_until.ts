/**
 * Waits until a condition holds that a program brings about, and fails if the program ends before.
 * The condition is checked every few milliseconds, for as long as it takes.
 */
export async function waitUntil(
  child: Deno.ChildProcess,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  let ended = false;
  child.status.then(() => ended = true);
  while (!await isSo()) {
    if (ended) throw new Error("The program ended before the condition held");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/**
 * Waits for a number of turns of the event loop: in each of them, everything that is ready runs.
 */
export async function turns(count = 1): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setTimeout(resolve));
}
