/** Runs a command in a terminal. */
export const SCRIPT = "/usr/bin/script";

/** Whether there is one that takes our options. */
export async function hasTerminal(): Promise<boolean> {
  return Deno.build.os === "linux" && await Deno.stat(SCRIPT).then(() => true, () => false);
}
