// Linux tells the system call that each thread is in, with its arguments. Deno reads what is below /proc only
// with all permissions, which the tests do not have: so `cat` does.

/** Whether this system tells what a program waits for. */
export const tellsWaits: boolean = Deno.build.os === "linux" && await callsOf("self") !== "";

/** Whether a thread of a program waits until somebody reads its standard output, descriptor 1. */
export async function waitsToWrite({ pid }: Deno.ChildProcess): Promise<boolean> {
  return /^\d+ 0x1 /m.test(await callsOf(`${pid}`));
}

async function callsOf(pid: string): Promise<string> {
  const { stdout } = await new Deno.Command("sh", {
    args: ["-c", `cat /proc/${pid}/task/*/syscall 2> /dev/null`],
  }).output();
  return new TextDecoder().decode(stdout);
}
