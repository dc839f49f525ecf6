/**
 * Whether a thread of a program waits in the kernel until somebody reads its standard output. Linux tells
 * the system call that each thread is in, with its arguments: the first is the descriptor, 1. Deno reads
 * what is below /proc only with all permissions, and the tests have none to spare: so `cat` does.
 */
export async function waitsToWrite({ pid }: Deno.ChildProcess): Promise<boolean> {
  const { stdout } = await new Deno.Command("sh", {
    args: ["-c", `cat /proc/${pid}/task/*/syscall 2> /dev/null`],
  }).output();
  const calls = new TextDecoder().decode(stdout);
  if (calls === "") throw new Error(`Cannot see what the program ${pid} waits for`);
  return /^\d+ 0x1 /m.test(calls);
}
