import { countedSource, PeekedSource } from "../../io/byte_source.ts";
import { type Input, openInput } from "../../io/open_source.ts";
import { SpooledSource } from "../../io/spooled_source.ts";
import type { Run } from "../run.ts";
import type { MoreInput } from "../inputs/multi_input.ts";

/** The inputs of a run, which can be read again and again. */
export interface RereadInputs extends Disposable {
  /** Opens all inputs at their beginning. What was opened before must not be used any more. */
  open(): Promise<Pick<Run, "input" | "more"> & AsyncDisposable>;
}

/** Prepares inputs to be read several times: files as they are, and pipes from a copy. */
export async function rereadInputs(run: Run): Promise<RereadInputs> {
  using opened = new DisposableStack();
  const { countRead: count, more = [] } = run;
  const first = await reread(run.input, { path: run.request.input, count, opened });
  let isFresh = first.isFile;
  const others: MoreInput[] = [];
  for (const other of more) {
    if (other.identity !== undefined) {
      others.push(other);
      continue;
    }
    await using input = await openInput(other.path, { count });
    const { open } = await reread(input, { path: other.path, count, opened });
    others.push({ ...other, open });
  }
  const kept = opened.move();
  return {
    async open() {
      // The run has opened its first input already.
      if (isFresh) {
        isFresh = false;
        return { input: run.input, more: others, async [Symbol.asyncDispose]() {} };
      }
      const input = await first.open();
      return {
        input,
        more: others,
        [Symbol.asyncDispose]: () => input[Symbol.asyncDispose](),
      };
    },
    [Symbol.dispose]: () => kept.dispose(),
  };
}

/** How an input is opened again. */
interface Reread {
  readonly isFile: boolean;
  readonly open: () => Promise<Input & AsyncDisposable>;
}

async function reread(
  input: Input,
  { path, count, opened }: {
    readonly path: string;
    readonly count: (bytes: number) => void;
    readonly opened: DisposableStack;
  },
): Promise<Reread> {
  const { identity, fileSize } = input;
  if (identity !== undefined && fileSize !== undefined) {
    return { isFile: true, open: () => openInput(path, { count, identity }) };
  }
  const spool = opened.use(await SpooledSource.open(input.source));
  return {
    isFile: false,
    open() {
      spool.rewind();
      const source = new PeekedSource(countedSource(spool, count));
      return Promise.resolve({ source, async [Symbol.asyncDispose]() {} });
    },
  };
}
