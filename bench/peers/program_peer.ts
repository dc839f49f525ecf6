import type { FloatArray, FloatType } from "../../kernels/float_types.ts";
import type { AbsentPeer, Job, Peer, PeerName, PeerSetting } from "./peer.ts";

/** A library, and the program that runs it. */
export interface Library {
  readonly name: PeerName;
  /** How to install it. */
  readonly install: string;
  /** The types that it has functions for. */
  readonly types: readonly FloatType[];
  /** Returns the program, which is compiled into the folder if it has to be. */
  command(folder: string): Promise<readonly [program: string, ...args: string[]]>;
}

/** Starts the program of a library. Its requests and answers are described in serve.py. */
export async function openLibrary(
  { name, install, types, command }: Library,
  { inputs, directory }: PeerSetting,
): Promise<Peer | AbsentPeer> {
  const absent = (reason: string): AbsentPeer => ({
    name,
    absent: `not installed: ${install} (${reason})`,
  });
  let server: Server;
  try {
    server = new Server(await command(directory));
  } catch (error) {
    return absent(error instanceof Error ? error.message : String(error));
  }
  const [kind, version] = await server.answer().catch((error: Error) => ["missing", error.message]);
  if (kind !== "version") {
    await server[Symbol.asyncDispose]();
    return absent(version);
  }
  const files = new Map<string, Promise<string>>();
  const fileOf = (input: string, type: FloatType): Promise<string> => {
    const key = `${input}, ${type}`;
    const file = `${directory}/${name}_${files.size}`;
    const write = async (): Promise<string> => {
      await Deno.writeFile(file, bytesOf(inputs.get(input)![type]));
      return file;
    };
    return files.getOrInsertComputed(key, write);
  };
  const fieldsOf = async ({ name, parameter = 0, type, input }: Job): Promise<string[]> => [
    ...[name, String(parameter), type, await fileOf(input, type)],
  ];
  return {
    name,
    version,
    async compute(job: Job): Promise<FloatArray | undefined> {
      if (!types.includes(job.type)) return undefined;
      const file = `${directory}/${name}_result`;
      const [kind] = await server.ask("compute", ...await fieldsOf(job), file);
      if (kind === "unsupported") return undefined;
      const { buffer } = await Deno.readFile(file);
      return job.type === "float64" ? new Float64Array(buffer) : new Float32Array(buffer);
    },
    async time(job: Job, passes: number): Promise<number[]> {
      const [, ...seconds] = await server.ask("time", ...await fieldsOf(job), String(passes));
      return seconds.map(Number);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: FloatArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** A process that answers each line with a line, whose fields are separated by tabs. */
class Server implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #requests: WritableStreamDefaultWriter<Uint8Array>;
  readonly #answers: ReadableStreamDefaultReader<string>;
  #rest = "";

  /** Throws if there is no such program. */
  constructor([program, ...args]: readonly [string, ...string[]]) {
    this.#child = new Deno.Command(program, {
      args,
      env: { OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1", MKL_NUM_THREADS: "1" },
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#requests = this.#child.stdin.getWriter();
    this.#answers = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  async ask(...fields: readonly string[]): Promise<string[]> {
    await this.#requests.write(new TextEncoder().encode(`${fields.join("\t")}\n`));
    return await this.answer();
  }

  async answer(): Promise<string[]> {
    let end: number;
    while ((end = this.#rest.indexOf("\n")) < 0) {
      const { value, done } = await this.#answers.read();
      // Its message is on standard error, above this.
      if (done) throw new Error("its process has ended");
      this.#rest += value;
    }
    const line = this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end + 1);
    return line.split("\t");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // It ends at the end of its input, if it has not ended before.
    await this.#requests.close().catch(() => {});
    await this.#answers.cancel();
    await this.#child.status;
  }
}
