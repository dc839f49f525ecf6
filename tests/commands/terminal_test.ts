import { assertEquals } from "@std/assert";
import { makeNpy } from "../../support/make_npy.ts";
import { SCRIPT, testOnTerminal } from "../terminal.ts";
import { Workdir } from "../workdir.ts";

/** Runs the program on a terminal, and gives what that shows, with its line ends. */
async function onTerminal(dir: Workdir, ...args: string[]): Promise<[number, string]> {
  const quoted = `printf -v line '%q ' "$@"; exec ${SCRIPT} -qec "$line" /dev/null < /dev/null`;
  const { status, stdout } = await dir.shell(quoted, args);
  return [status, stdout.replaceAll("\r\n", "\n").replaceAll("^D\b\b", "")];
}

testOnTerminal(
  "a terminal is not waited for as if it were a file, and gets no bytes that are no text",
  async () => {
    await using dir = await Workdir.create();
    await dir.write("x.npy", makeNpy([1, 3], { descr: "<f8", shape: [2] }));
    assertEquals(await onTerminal(dir, "lgamma"), [
      2,
      "specol: Missing input: name a file, or pipe one in\n",
    ]);
    assertEquals(await onTerminal(dir, "lgamma", "x.npy"), [
      2,
      "specol: Cannot write npy data to a terminal: use -o FILE, or a pipe\n",
    ]);
    assertEquals(await onTerminal(dir, "lgamma", "x.npy", "--to", "csv", "--only"), [
      0,
      "x_lgamma\n0\n0.6931471805599453\n",
    ]);
    assertEquals(await onTerminal(dir, "lgamma", "x.npy", "-o", "y.npy"), [0, ""]);
  },
);
