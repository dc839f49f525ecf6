// Lets one call of a file operation fail, on whatever thread it happens: the operations of Deno's
// files are wrapped, in this process and in the workers that it starts. So every call of a run can
// be made to fail, one run for each, without strace and in a millisecond.

/** What happens to a call. */
export const FAULTS = ["EIO", "ESTALE", "ENOSPC", "EMFILE", "end", "short", "EINTR"] as const;
export type Fault = typeof FAULTS[number];

/** The kinds of calls. */
export const CALLS = [
  "open",
  "read",
  "write",
  "seek",
  "sync",
  "sync of a folder",
  "rename",
] as const;
export type Call = typeof CALLS[number];

/** Where a fault is injected. */
export interface FaultPlan {
  /** The number of the call among those of its kind, from 1. */
  readonly at: number;
  readonly call: Call;
  readonly fault: Fault;
}

// The memory that threads share: which fault, at which kind of call, at which number, and then how
// many calls of each kind there were.
const [FAULT, CALL, AT, COUNTS] = [0, 1, 2, 3];

/** Wraps the file operations of a thread. It is also sent to workers as a text. */
function wrap(
  state: Int32Array,
  { faults, calls, counts }: {
    faults: readonly string[];
    calls: readonly string[];
    counts: number;
  },
): () => void {
  const messages: Record<string, string> = {
    EIO: "Input/output error (os error 5)",
    ESTALE: "Stale file handle (os error 116)",
    ENOSPC: "No space left on device (os error 28)",
    EMFILE: "Too many open files (os error 24)",
  };
  const undo: (() => void)[] = [];
  /** Counts a call. Returns the fault that it should have, if it should have one. */
  function count(call: string): string | undefined {
    const kind = calls.indexOf(call);
    if (kind < 0) return undefined;
    const number = Atomics.add(state, counts + kind, 1) + 1;
    const isMeant = state[1] === kind && state[2] === number;
    return isMeant ? faults[state[0]] : undefined;
  }
  function fail(fault: string | undefined): void {
    if (fault === "EINTR") {
      throw new Deno.errors.Interrupted("Interrupted system call (os error 4)");
    }
    if (fault === undefined || messages[fault] === undefined) return;
    throw Object.assign(new Error(messages[fault]), { code: fault });
  }
  // deno-lint-ignore no-explicit-any
  type Any = any;
  function replace(owner: Any, name: string, make: (real: Any) => Any): void {
    const real = owner[name];
    owner[name] = make(real);
    undo.push(() => owner[name] = real);
  }
  const files: Any = Deno.FsFile.prototype;
  /** Takes part in a call of a file: throws, or returns the bytes that it is left with. */
  function begin(call: string, bytes: Uint8Array): Uint8Array | null {
    const fault = count(call);
    fail(fault);
    if (fault === "end") return null;
    return fault === "short" ? bytes.subarray(0, 1) : bytes;
  }
  for (const call of ["read", "write"]) {
    replace(
      files,
      call,
      (real) =>
        async function (this: Any, bytes: Uint8Array): Promise<number | null> {
          const left = begin(call, bytes);
          return left === null ? null : await real.call(this, left);
        },
    );
    replace(files, `${call}Sync`, (real) =>
      function (this: Any, bytes: Uint8Array): number | null {
        const left = begin(call, bytes);
        return left === null ? null : real.call(this, left);
      });
  }
  function simple(
    owner: Any,
    name: string,
    call: string | ((self: Any, argument: Any) => string),
  ): void {
    const isSync = name.endsWith("Sync");
    replace(owner, name, (real) => {
      function before(self: Any, argument: Any): void {
        fail(count(typeof call === "string" ? call : call(self, argument)));
      }
      return isSync
        ? function (this: Any, ...args: Any[]): Any {
          before(this, args[0]);
          return real.apply(this, args);
        }
        : async function (this: Any, ...args: Any[]): Promise<Any> {
          before(this, args[0]);
          return await real.apply(this, args);
        };
    });
  }
  function isFolder(path: string): boolean {
    try {
      return Deno.statSync(path).isDirectory;
    } catch {
      return false;
    }
  }
  for (const name of ["seek", "seekSync"]) simple(files, name, "seek");
  for (const name of ["sync", "syncSync", "syncData", "syncDataSync"]) {
    simple(files, name, (file) => file.statSync().isDirectory ? "sync of a folder" : "sync");
  }
  for (const name of ["open", "openSync"]) {
    simple(Deno, name, (_, path) => {
      // To find out how many files may be opened, some are (io/count_free_files.ts).
      if (path === "/dev/null") return "";
      return isFolder(path) ? "sync of a folder" : "open";
    });
  }
  for (const name of ["rename", "renameSync"]) simple(Deno, name, "rename");
  return () => undo.reverse().forEach((restore) => restore());
}

/** File operations that are wrapped, until this is disposed of. */
export class Injector implements Disposable {
  readonly #state = new Int32Array(new SharedArrayBuffer(4 * (COUNTS + CALLS.length)));
  readonly #restore: () => void;
  readonly #worker = globalThis.Worker;
  readonly #blob = globalThis.Blob;

  constructor() {
    const options = { faults: FAULTS, calls: CALLS, counts: COUNTS };
    this.#restore = wrap(this.#state, options);
    const state = this.#state;
    // The first message of a worker brings the shared memory.
    const prefix = `addEventListener("message", function take(event) {
      event.stopImmediatePropagation();
      removeEventListener("message", take);
      (${wrap})(event.data, ${JSON.stringify(options)});
    });\n`;
    const RealBlob = this.#blob;
    globalThis.Blob = class extends RealBlob {
      constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
        super(options?.type === "text/javascript" ? [prefix, ...parts] : parts, options);
      }
    };
    globalThis.Worker = class extends this.#worker {
      constructor(source: string | URL, options?: WorkerOptions) {
        super(source, options);
        this.postMessage(state);
      }
    };
  }

  /** Sets what fails next, or nothing, and begins to count. */
  begin(plan?: FaultPlan): void {
    this.#state.fill(0);
    this.#state[FAULT] = plan === undefined ? -1 : FAULTS.indexOf(plan.fault);
    this.#state[CALL] = plan === undefined ? -1 : CALLS.indexOf(plan.call);
    this.#state[AT] = plan?.at ?? 0;
  }

  /** How many calls of a kind there were since. */
  count(call: Call): number {
    return this.#state[COUNTS + CALLS.indexOf(call)];
  }

  [Symbol.dispose](): void {
    this.#restore();
    globalThis.Worker = this.#worker;
    globalThis.Blob = this.#blob;
  }
}
