import { PYTHON } from "./program.ts";
import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import type { AbsentPeer, Job, Peer, PeerName, PeerSetting } from "./peer.ts";

/** A library, and the script that runs it. */
export interface PythonLibrary {
  readonly name: PeerName;
  /** The script beside this file. */
  readonly script: string;
  /** The Debian package. */
  readonly debian: string;
  /** The types that it has functions for. */
  readonly types: readonly FloatType[];
}

/** An answer of the script; see serve.py. */
interface Answer {
  readonly version?: string;
  readonly missing?: string;
  readonly unsupported?: boolean;
  readonly seconds?: number[];
}

/** Starts the library's script and gives it the inputs. */
async function openPythonPeer(
  library: PythonLibrary,
  { inputs, directory }: PeerSetting,
): Promise<Peer | AbsentPeer> {
  const { name, debian, types } = library;
  const advice = `not installed: apt-get install -y ${debian}`;
  const script = Script.start(library.script);
  if (script === undefined) return { name, absent: `${advice} (no ${PYTHON})` };
  const { version, missing } = await script.answer();
  if (version === undefined) {
    await script[Symbol.asyncDispose]();
    return { name, absent: `${advice} (${PYTHON}: ${missing})` };
  }
  for (const [input, arrays] of inputs) {
    for (const type of types) {
      const file = `${directory}/${debian}_${type}`;
      await Deno.writeFile(file, new Uint8Array(arrays[type].buffer as ArrayBuffer));
      await script.ask({ do: "load", input, type, file });
    }
  }
  return {
    name,
    version,
    async compute(job: Job): Promise<FloatArray | undefined> {
      if (!types.includes(job.type)) return undefined;
      const file = `${directory}/${debian}_result`;
      const { unsupported } = await script.ask({ do: "compute", ...job, file });
      if (unsupported) return undefined;
      const { buffer } = await Deno.readFile(file);
      return job.type === "float64" ? new Float64Array(buffer) : new Float32Array(buffer);
    },
    async time(job: Job, passes: number): Promise<number[]> {
      const { seconds } = await script.ask({ do: "time", ...job, passes });
      return seconds ?? [];
    },
    [Symbol.asyncDispose]: () => script[Symbol.asyncDispose](),
  };
}

/** A process that answers each line with a line. */
class Script implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #requests: WritableStreamDefaultWriter<Uint8Array>;
  readonly #answers: ReadableStreamDefaultReader<string>;
  #rest = "";

  private constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#requests = child.stdin.getWriter();
    this.#answers = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Starts a script. Returns `undefined` if there is no Python. */
  static start(name: string): Script | undefined {
    try {
      const child = new Deno.Command(PYTHON, {
        args: ["-B", `${import.meta.dirname}/${name}`], // -B: leaves no __pycache__
        env: { OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1", MKL_NUM_THREADS: "1" },
        stdin: "piped",
        stdout: "piped",
        stderr: "inherit",
      }).spawn();
      return new Script(child);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  }

  async ask(request: Readonly<Record<string, string | number | undefined>>): Promise<Answer> {
    await this.#requests.write(new TextEncoder().encode(`${JSON.stringify(request)}\n`));
    return await this.answer();
  }

  async answer(): Promise<Answer> {
    let end: number;
    while ((end = this.#rest.indexOf("\n")) < 0) {
      const { value, done } = await this.#answers.read();
      // Its traceback is on standard error, above this.
      if (done) throw new Error("Cannot time the peer: its Python process has ended");
      this.#rest += value;
    }
    const line = this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end + 1);
    return JSON.parse(line);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // It ends at the end of its input, if it has not ended before.
    await this.#requests.close().catch(() => {});
    await this.#answers.cancel();
    await this.#child.status;
  }
}

/** SciPy: Cephes in C. */
export async function openScipy(setting: PeerSetting): Promise<Peer | AbsentPeer> {
  return await openPythonPeer({
    name: "SciPy",
    script: "scipy_peer.py",
    debian: "python3-scipy",
    types: ["float64", "float32"],
  }, setting);
}

/** PyTorch on one thread: Cephes in C++, vectorized in part. */
export async function openTorch(setting: PeerSetting): Promise<Peer | AbsentPeer> {
  return await openPythonPeer({
    name: "PyTorch",
    script: "torch_peer.py",
    debian: "python3-torch",
    types: ["float64", "float32"],
  }, setting);
}
