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
    assertEquals(await onTerminal(dir, "lgamma", "x.npy", "--to", "csv", "--only", "-q"), [
      0,
      "x_lgamma\n0\n0.6931471805599453\n",
    ]);
    assertEquals(await onTerminal(dir, "lgamma", "x.npy", "-o", "y.npy", "-q"), [0, ""]);
  },
);

testOnTerminal("a run on a terminal ends with one line that says what was done", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", makeNpy([1, 3, -Infinity], { descr: "<f8", shape: [3] }));
  await dir.write("x.csv", "x,t\n-1,a\n,b\n\nNA,c\n3,d\n");
  const csv = ["digamma", "-c", "x", "x.csv", "--null-value", "NA"];
  const cases: [string[], string][] = [
    [["digamma", "x.npy", "-o", "y.npy"], "3 rows in TIME s, 1 new NaN, 0 nulls"],
    [["convert", "x.npy", "-o", "y.npy.gz"], "3 rows in TIME s, 0 new NaN, 0 nulls"],
    [[...csv, "-o", "y.csv"], "4 rows in TIME s, 1 new NaN, 2 nulls"],
    [[...csv, "--only", "-o", "y.arrow"], "4 rows in TIME s, 1 new NaN, 2 nulls"],
  ];
  for (const [args, line] of cases) {
    const [status, text] = await onTerminal(dir, ...args);
    assertEquals(status, 0);
    const last = text.trimEnd().split("\n").at(-1);
    assertEquals(last?.replace(/[\d.]+ s,/, "TIME s,"), `specol: ${line}`);
    assertEquals(await onTerminal(dir, ...args, "-q"), [0, ""]);
  }
  const { stderr } = await dir.specol(...csv, "-v", "-o", "y.csv");
  for (const line of ["column x: 2 nulls, 0 not numbers", "result x_digamma: 1 new NaN"]) {
    assertEquals(stderr.includes(`specol: ${line}\n`), true, stderr);
  }
});
