import { waitUntil } from "../wait_until.ts";
import type { Workdir } from "../workdir.ts";
import { type Output, temporaryName } from "./outputs.ts";

/** The program, with its temporary file open and most of its input read. */
export interface HalfWay {
  readonly child: Deno.ChildProcess;
  /** What it leaves behind, when it ends. */
  readonly output: Promise<Deno.CommandOutput>;
  /** The rest of its input. */
  readonly stdin: WritableStreamDefaultWriter<Uint8Array>;
}

/**
 * Starts the program where the output is there already, in the folder or one in it, and waits until
 * it is half-way.
 */
export async function startHalfWay(dir: Workdir, made: Output, inner = "."): Promise<HalfWay> {
  await Deno.mkdir(dir.path(inner), { recursive: true });
  const path = inner === "." ? made.name : `${inner}/${made.name}`;
  await dir.write(path, "old");
  const child = dir.start([...made.args, "-o", path]);
  const output = child.output();
  const stdin = child.stdin.getWriter();
  // All but a piece, for which the program then waits.
  await stdin.write(made.input.subarray(0, -1000));
  const isTemporary = temporaryName(made);
  await waitUntil(
    child,
    async () => (await dir.list(inner)).some((name) => isTemporary.test(name)),
  );
  return { child, output, stdin };
}
