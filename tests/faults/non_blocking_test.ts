import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { assertSameBytes } from "../assert_same_bytes.ts";
import { makeNpy } from "../../support/make_npy.ts";
import { Workdir } from "../workdir.ts";

// A program that has the same pipe may have made it non-blocking, as Node.js and ssh do. GNU dd
// does so, and leaves it so; only Linux shows whether it worked.

const SET_OUTPUT = "dd if=/dev/null oflag=nonblock status=none";
const SET_INPUT = "dd of=/dev/null iflag=nonblock count=1 status=none 2>/dev/null";
const WHY_NOT = await whyNot();

async function whyNot(): Promise<string> {
  if (Deno.build.os !== "linux") return " (not tried: only Linux shows that a pipe does not block)";
  // Flags are octal, and 04000 is that of a pipe that does not block.
  const probe =
    `{ ${SET_OUTPUT}; cat /proc/self/fdinfo/1; } | grep -q '^flags:.*4[0-7][0-7][0-7]$'`;
  const { success } = await new Deno.Command("bash", { args: ["-c", probe] }).output();
  return success ? "" : " (not tried: there is no dd that makes a pipe non-blocking)";
}

const VALUES = Array.from({ length: 2 ** 22 }, (_, i) => 1 + i % 1000);

Deno.test({
  name:
    `a standard output that does not block and is full is an error: nothing is written twice${WHY_NOT}`,
  ignore: WHY_NOT !== "",
  async fn() {
    await using dir = await Workdir.create();
    // Sizes for which threads write by themselves: 32 MB of an array, and of CSV.
    await dir.write("x.npy", makeNpy(VALUES, { descr: "<f8", shape: [VALUES.length] }));
    await dir.write("x.csv", `x\n${VALUES.map((x) => `${x}.25`).join("\n")}\n`);
    const runs = [
      ["lgamma", "-j", "2", "x.npy"],
      ["lgamma", "-j", "2", "x.csv"],
      ["lgamma", "-j", "1", "x.csv"],
      ["convert", "--to", "arrows", "x.csv"],
    ];
    for (const args of runs) {
      const expected = await dir.shell('"$@" > expected', args);
      assertEquals([expected.status, expected.stderr], [0, ""], args.join(" "));
      // Nothing is read before the program has ended: it cannot but meet a pipe that is full.
      const script = `rm -f go; mkfifo go
        { ${SET_OUTPUT}; "$@"; echo $? > go; } | { read -r status < go; cat > found; exit $status; }`;
      const { status, stderr } = await dir.shell(script, args);
      const message = "specol: Cannot write standard output: it is full, and another program has " +
        "made it non-blocking: add | cat after specol, or use -o\n";
      assertEquals([status, stderr], [1, message], args.join(" "));
      const found = await dir.read("found");
      assert(found.length > 0);
      assertSameBytes(
        found,
        (await dir.read("expected")).subarray(0, found.length),
        args.join(" "),
      );
    }
  },
});

Deno.test({
  name: `any other output that does not block is waited for${WHY_NOT}`,
  ignore: WHY_NOT !== "",
  async fn() {
    await using dir = await Workdir.create();
    await dir.write("x.csv", `x\n${VALUES.slice(0, 2 ** 20).join("\n")}\n`);
    const args = ["lgamma", "x.csv"];
    await dir.shell('"$@" > expected', args);
    const { status, stderr } = await dir.shell(
      `set -o pipefail; { ${SET_OUTPUT}; exec "$@" -o /dev/stderr 2>&1; } | cat > found`,
      args,
    );
    assertEquals([status, stderr], [0, ""]);
    assertSameBytes(await dir.read("found"), await dir.read("expected"), "standard error");
  },
});

Deno.test({
  name: `an input that does not block is waited for, also by workers${WHY_NOT}`,
  ignore: WHY_NOT !== "",
  async fn() {
    await using dir = await Workdir.create();
    const lines = VALUES.slice(0, 2 ** 20).map((x) => `${x}.25`);
    await dir.write("x.csv", `x\n${lines.join("\n")}\n`);
    for (const jobs of ["1", "2"]) {
      const args = ["lgamma", "-j", jobs];
      const expected = await dir.shell('"$@" < x.csv > expected', args);
      assertEquals([expected.status, expected.stderr], [0, ""]);
      // What is written waits until the pipe is what it is to be.
      const script = `set -o pipefail; rm -f go; mkfifo go
        { read -r _ < go; cat x.csv; } | { ${SET_INPUT}; echo > go; exec "$@"; } > found`;
      const { status, stderr } = await dir.shell(script, args);
      assertEquals([status, stderr], [0, ""]);
      assertSameBytes(await dir.read("found"), await dir.read("expected"), jobs);
    }
  },
});

Deno.test({
  name: `a message reaches a standard error that does not block${WHY_NOT}`,
  ignore: WHY_NOT !== "",
  async fn() {
    await using dir = await Workdir.create();
    await dir.write("x.csv", `x\n${"1\n".repeat(1_000_000)}one\n`);
    // The pipe is full of data when the message comes.
    const script = `{ ${SET_OUTPUT}; exec "$@" -o /dev/stderr 2>&1; } | cat`;
    const { stdout } = await dir.shell(script, ["lgamma", "x.csv"]);
    const message = stdout.slice(stdout.lastIndexOf("specol: "));
    assertStringIncludes(message, 'specol: x.csv:1000002:1: "one" in column x is not a number');
  },
});
