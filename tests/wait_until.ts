/**
 * Waits until something is so that a program brings about; an error if the program ends before. It is
 * looked at every few milliseconds: the time that it takes does not matter.
 */
export async function waitUntil(
  child: Deno.ChildProcess,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  let ended = false;
  child.status.then(() => ended = true);
  while (!await isSo()) {
    if (ended) throw new Error("The program ended before what is waited for");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Waits for turns of the event loop, in which all that is ready has its turn; so many in a row. */
export async function turns(count = 1): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setTimeout(resolve));
}
