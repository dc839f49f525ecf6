// Linux tells the place in the kernel that each thread waits at. Deno reads what is below /proc only with all
// permissions, which the tests do not have: so `cat` does.

/** Whether this system tells what a program waits for: here a shell for its `cat`. */
export const tellsWaits: boolean = Deno.build.os === "linux" && /wait/.test(await waitsOf("$$"));

/** Whether a thread of a program waits until somebody reads from the pipe that it writes to. */
export async function waitsToWrite({ pid }: Deno.ChildProcess): Promise<boolean> {
  return /pipe_w(rite|ait)/.test(await waitsOf(`${pid}`));
}

async function waitsOf(pid: string): Promise<string> {
  const { stdout } = await new Deno.Command("sh", {
    args: ["-c", `cat /proc/${pid}/task/*/wchan 2> /dev/null; exit`],
  }).output();
  return new TextDecoder().decode(stdout);
}
