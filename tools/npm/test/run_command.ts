/**
 * Runs a command in a folder, and returns what it prints; what fails is an error with what it said.
 */
export async function runCommand(
  [command, ...args]: readonly string[],
  cwd: string,
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args, cwd }).output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  if (!success) throw new Error(`Cannot run ${command} ${args.join(" ")}:\n${out}${err}`);
  return out;
}
