import { assertEquals, assertMatch } from "@std/assert";
import { waitUntil } from "../wait_until.ts";
import { Workdir } from "../workdir.ts";
import { makeOutputs, type Output, temporaryName } from "./outputs.ts";

// More than the program reads ahead while nobody takes what it writes.
const OUTPUTS = await makeOutputs(1_000_000);
const ignore = Deno.build.os === "windows"; // an open file can be neither removed nor cut there

/**
 * Starts the program and lets it write until the pipe is full: then it has not read all of its
 * file.
 */
async function startOnFile(dir: Workdir, { args, input, ending }: Output) {
  const file = `x${ending}`;
  await dir.write(file, input);
  const child = dir.start([...args, "--to", ending.slice(1), file]);
  await child.stdin.close();
  const reader = child.stdout.getReader();
  await reader.read();
  return { child, reader, file };
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<number> {
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
  }
  return length;
}

Deno.test({
  name: "a file that is cut while it is read is an error that says so",
  ignore,
  async fn() {
    for (const made of OUTPUTS) {
      await using dir = await Workdir.create();
      const { child, reader, file } = await startOnFile(dir, made);
      await Deno.truncate(dir.path(file), 1000);
      await drain(reader);
      const stderr = await new Response(child.stderr).text();
      assertEquals((await child.status).code, 1, stderr);
      assertMatch(
        stderr,
        /^specol: Cannot read x\.\w+: it became shorter while it was read: .*\n$/,
      );
    }
  },
});

Deno.test({
  name: "a file that is removed while it is read is read to its end",
  ignore,
  async fn() {
    for (const made of OUTPUTS) {
      await using dir = await Workdir.create();
      const { child, reader, file } = await startOnFile(dir, made);
      await Deno.remove(dir.path(file));
      await drain(reader);
      const stderr = await new Response(child.stderr).text();
      assertEquals([(await child.status).code, stderr], [0, ""]);
    }
  },
});

Deno.test({
  name: "a file that is cut while another is made of it is an error, and the old one stays",
  ignore,
  async fn() {
    for (const { name, args, input, ending } of OUTPUTS) {
      await using dir = await Workdir.create();
      await dir.write(name, "old");
      await dir.write(`x${ending}`, input);
      const preload = new URL("./preload/wait_in_read.ts", import.meta.url).pathname;
      const child = dir.start([...args, "-j", "1", `x${ending}`, "-o", name], undefined, {
        flags: [`--preload=${preload}`],
      });
      await child.stdin.close();
      const output = child.output();
      const isTemporary = temporaryName({ name });
      await waitUntil(child, async () => {
        const files = await dir.list();
        return files.includes("waiting") && files.some((file) => isTemporary.test(file));
      });
      await Deno.truncate(dir.path(`x${ending}`), 1000);
      await dir.write("go", "");
      const { code, stderr } = await output;
      const message = new TextDecoder().decode(stderr);
      assertEquals(code, 1, `${name}: ${message}`);
      assertMatch(
        message,
        /^specol: Cannot read x\.\w+: it became shorter while it was read: .*\n$/,
      );
      assertEquals(await dir.list(), [...["go", "waiting"], `x${ending}`, name].sort());
      assertEquals(await dir.read(name), new TextEncoder().encode("old"));
    }
  },
});
