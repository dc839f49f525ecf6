/** Runs a command in a terminal. */
export const SCRIPT = "script";

/** A test that needs a terminal; its name says so if it is skipped. */
export function testOnTerminal(name: string, test: () => Promise<void>): void {
  if (hasTerminal) Deno.test(name, test);
  else Deno.test.ignore(`${name} (skipped: there is no ${SCRIPT} of util-linux)`, test);
}

/** Whether a program can be run in a terminal. */
export const hasTerminal: boolean = await isThere();

async function isThere(): Promise<boolean> {
  try {
    const { stdout } = await new Deno.Command(SCRIPT, { args: ["--version"] }).output();
    // That of other systems takes its command in another way.
    return new TextDecoder().decode(stdout).includes("util-linux");
  } catch {
    return false;
  }
}
