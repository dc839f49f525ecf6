import type { Narrowed, Piece } from "../../formats/table.ts";
import type { ByteSource } from "../../io/byte_source.ts";
import { type BgzipIndex, openBgzip, readBgzipIndex } from "../../io/compression/bgzip_file.ts";
import type { Compression } from "../../io/compression/decompress.ts";
import { fileError, wasChanged } from "../../io/file_error.ts";
import { type FileIdentity, identityOf } from "../../io/file_identity.ts";
import { type Input, isStandardInput } from "../../io/open_source.ts";
import { openRandomAccess } from "../../io/random_access_file.ts";
import { formatBytes } from "../../io/say.ts";
import type { Part, Request } from "../../plan/request.ts";
import { UsageError } from "../../plan/usage_error.ts";

// The pieces of `--part` are pieces of the list of inputs, by bytes. Nothing coordinates them: each
// run finds its own from the lengths of the files.

/** How a piece of an input is narrowed. */
export interface NarrowOptions<T extends Narrowed> {
  /** The number of the input in the list, from 0. */
  readonly index: number;
  readonly input: Pick<Input, "source" | "compression">;
  /** Whether batches are written as they are read. */
  readonly keepsBatches?: boolean;
  /** Changes the sources of the piece. */
  readonly wrap?: (source: ByteSource) => ByteSource;
  /** Narrows the reader of the input. */
  narrow(piece: Piece): Promise<T>;
}

/** The piece of the inputs that a run reads. */
export interface RunPart {
  /** Whether this is the first piece, which has the header of the output. */
  readonly isFirst: boolean;
  /** Bytes of the piece in all inputs. */
  readonly bytes: number;
  /** Whether the piece has something of an input. */
  has(index: number): boolean;
  /** Throws if an input is compressed in a way that cannot be cut. */
  check(index: number, compression: Compression | undefined): void;
  /** Leaves only the piece of an input, whose file stays open until the result is disposed of. */
  narrow<T extends Narrowed>(options: NarrowOptions<T>): Promise<T & AsyncDisposable>;
}

/** Finds the piece that a request asks for, if it asks for one. */
export function openPart(
  { part, input, moreInputs = [] }: Request,
  { count, log }: { count: (bytes: number) => void; log: (line: string) => void },
): RunPart | undefined {
  if (part === undefined) return undefined;
  const paths = [input, ...moreInputs];
  const sizes = paths.map(measure);
  const shares = shareBytes(sizes.map(({ size }) => size), part);
  return {
    isFirst: part.index === 1,
    bytes: shares.reduce(
      (sum, share) => sum + (share === undefined ? 0 : share.to - share.from),
      0,
    ),
    has: (index) => shares[index] !== undefined,
    check(index, compression): void {
      if (compression !== undefined && sizes[index].blocks === undefined) {
        throw compressedError(paths[index], compression);
      }
    },
    async narrow<T extends Narrowed>(
      { index, input, keepsBatches = false, wrap = (source) => source, narrow }: NarrowOptions<T>,
    ): Promise<T & AsyncDisposable> {
      const { source: { name } } = input;
      await using opened = new AsyncDisposableStack();
      const { size, blocks, identity } = sizes[index];
      const known = { path: paths[index], identity };
      const openFile = (count?: (bytes: number) => void) =>
        blocks === undefined ? openRandomAccess(known, count) : openBgzip(known, blocks, count);
      const file = opened.use(openFile(count));
      // Where pieces begin and end was found from its length.
      if (file.size !== size) throw wasChanged(name);
      // An input outside the piece is opened only for the beginning of the table.
      const share = shares[index] ?? { from: 0, to: 0 };
      const began = performance.now();
      const narrowed = await narrow({
        ...share,
        file,
        keepsBatches,
        open: (start, end) => wrap(file.source(start, end)),
        reopen: () => openFile(),
      });
      const { bytes: { start, end } } = narrowed;
      const ms = performance.now() - began;
      log(
        `part ${part.index}/${part.count} of ${name}: bytes ${start} to ${end}, found by looking at ` +
          `${formatBytes(file.looked)} in ${ms.toFixed(0)} ms` +
          (ms < 1 ? "" : `, ${formatBytes(file.looked / ms * 1000)}/s`),
      );
      const kept = opened.move();
      return { ...narrowed, [Symbol.asyncDispose]: () => kept.disposeAsync() };
    },
  };
}

/** The bytes of a file that a piece has. */
interface Share {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds what a piece has of each file, which may be nothing. An empty file belongs to the piece in
 * which it lies, because one piece must report that it is empty.
 */
export function shareBytes(
  sizes: readonly number[],
  { index, count }: Part,
): (Share | undefined)[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const isLast = index === count;
  const begin = Math.floor(total / count * (index - 1));
  const end = isLast ? total : Math.floor(total / count * index);
  let before = 0;
  return sizes.map((size) => {
    const start = before;
    before += size;
    const [from, to] = [begin, end].map((at) => Math.min(Math.max(at - start, 0), size));
    const isHere = start >= begin && (start < end || isLast);
    return to > from || size === 0 && isHere ? { from, to } : undefined;
  });
}

/** What is known of an input before it is opened. */
interface Measured {
  /** The length of its contents. */
  readonly size: number;
  /** Where its blocks are, if it is compressed by bgzip. */
  readonly blocks?: BgzipIndex;
  readonly identity?: FileIdentity;
}

function measure(path: string): Measured {
  if (isStandardInput(path)) throw refusal(path, "it is standard input");
  let info: Deno.FileInfo;
  try {
    info = Deno.statSync(path);
  } catch (error) {
    throw fileError(error, { verb: "read", name: path });
  }
  if (!info.isFile && !info.isDirectory) throw refusal(path, "it is a pipe or a device");
  const identity = identityOf(info);
  const blocks = info.isFile ? readBgzipIndex({ path, identity }) : undefined;
  return { size: blocks?.size ?? info.size, blocks, identity };
}

function compressedError(name: string, compression: Compression): UsageError {
  const program = compression === "gzip" ? "gzip -dk" : "zstd -dk";
  const other = compression === "gzip" ? "compress it with bgzip, or " : "";
  return new UsageError(
    `Cannot split ${name} with --part: compressed files can only be read from the start; ` +
      `${other}decompress it first with ${program} ${name}`,
  );
}

function refusal(name: string, why: string): UsageError {
  return new UsageError(
    `Cannot split ${name} with --part: ${why}, and only files can be split; save it to a file first`,
  );
}
