import { type FileIdentity, identityOf, isSameFile } from "./file_identity.ts";
import { isStandardInput } from "./open_source.ts";
import { isStandardOutput, lookAt } from "./open_sink.ts";

// `specol … f >> f` reads what it writes, without end. To ask which file standard output is takes
// node:fs, which takes 13 to 30 ms to load: as long as a small run. So it is asked only once an
// input has grown, right after the first bytes were written; and of standard input, which has no
// path to look at, after a gigabyte.
//
// `specol … f > f` finds an empty file, which is the other case in which it is asked.

const [STANDARD_INPUT, STANDARD_OUTPUT] = [0, 1];

/** Bytes of standard input after which it is asked whether it is the output. */
const MUCH = 2 ** 30;

/** Is informed of what was read and written. */
export interface OwnOutputGuard {
  read(bytes: number): void;
  /** Throws if standard output is an input. */
  written(bytes: number): void;
}

/** Watches inputs that standard output may be, under whatever name. */
export function refuseOwnOutput(output: string, inputs: readonly string[]): OwnOutputGuard {
  if (!isStandardOutput(output)) return { read(): void {}, written(): void {} };
  const files = inputs.filter((path) => !isStandardInput(path)).map((path) => ({
    path,
    size: sizeOf(path),
  }));
  for (const { path, size } of files) if (size === 0) refuseEmptied(path);
  const isPiped = files.length < inputs.length;
  let [all, hasWritten, hasRead] = [0, false, false];

  function refuse(path: string): never {
    throw new Error(
      `Cannot write standard output: it is the input ${path}, which would never end; write to ` +
        `another file${isStandardInput(path) ? "" : `, or replace the input with -o ${path}`}`,
    );
  }

  return {
    read(bytes: number): void {
      all += bytes;
      if (hasRead || !isPiped || all < MUCH) return;
      hasRead = true;
      const own = identityOfDescriptor(STANDARD_OUTPUT);
      if (isSameFile(own, identityOfDescriptor(STANDARD_INPUT))) refuse("-");
    },
    written(bytes: number): void {
      if (hasWritten || bytes === 0) return;
      hasWritten = true;
      const grown = files.filter(({ path, size }) => (sizeOf(path) ?? 0) > (size ?? Infinity));
      if (grown.length === 0) return;
      const own = identityOfDescriptor(STANDARD_OUTPUT);
      for (const { path, size } of grown) {
        const info = lookAt(path);
        if (info === undefined || !isSameFile(own, identityOf(info))) continue;
        if (info.size === size! + bytes) takeBack(path, size!);
        refuse(path);
      }
    },
  };
}

/** Throws if an empty input is standard output: the shell has emptied it. */
function refuseEmptied(path: string): void {
  const own = identityOfDescriptor(STANDARD_OUTPUT);
  if (!isSameFile(own, identityOf(Deno.statSync(path)))) return;
  throw new Error(
    `Cannot read ${path}: it is empty, and it is the output: the shell empties a file that > leads ` +
      `to before specol starts; to replace the input, use -o ${path}`,
  );
}

/** Removes what was appended to a file, if this program may. */
function takeBack(path: string, size: number): void {
  const { state } = Deno.permissions.querySync({ name: "write", path });
  if (state !== "granted") return;
  try {
    // Deno.truncateSync does not follow links.
    using file = Deno.openSync(path, { write: true });
    file.truncateSync(size);
  } catch {
    // The error that follows explains what has happened.
  }
}

function sizeOf(path: string): number | undefined {
  try {
    const info = lookAt(path);
    return info?.isFile ? info.size : undefined;
  } catch {
    // Whoever opens the file reports why it cannot be looked at.
    return undefined;
  }
}

/** Returns which file an open descriptor is of, if it is a regular file. */
function identityOfDescriptor(descriptor: number): FileIdentity | undefined {
  const { process } = globalThis as unknown as {
    process?: { getBuiltinModule?: (name: string) => typeof import("node:fs") };
  };
  try {
    const info = process?.getBuiltinModule?.("node:fs").fstatSync(descriptor);
    return info?.isFile() ? { dev: info.dev, ino: info.ino } : undefined;
  } catch {
    return undefined;
  }
}
