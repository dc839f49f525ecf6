// Linux shows the function of its kernel that each thread waits in, if the kernel knows its names.
// Deno reads what is below /proc only with all permissions, which the tests do not have: so a shell
// does.

/** Whether this system shows which program waits until somebody reads from a pipe. */
export const tellsWaits: boolean = await shell("grep pipe_write /proc/kallsyms") !== "";

/** Whether a thread of a program waits until somebody reads from the pipe that it writes to. */
export async function waitsToWrite({ pid }: Deno.ChildProcess): Promise<boolean> {
  return (await shell(`cat /proc/${pid}/task/*/wchan`)).includes("pipe_write");
}

async function shell(command: string): Promise<string> {
  if (Deno.build.os !== "linux") return "";
  const { stdout } = await new Deno.Command("sh", { args: ["-c", command], stderr: "null" })
    .output();
  return new TextDecoder().decode(stdout);
}
