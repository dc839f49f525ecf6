import type { Format } from "../formats/format.ts";
import type { ByteSink } from "../io/byte_sink.ts";
import type { Input } from "../io/open_source.ts";
import type { Request } from "../plan/request.ts";
import type { StageClock } from "../threads/clock.ts";

/** A request whose input is open, and whose formats are known. */
export interface Run {
  readonly request: Request;
  readonly input: Input;
  /** The input's format. */
  readonly from: Format;
  /** The output's format. */
  readonly to: Format;
  /** Most batches to compute at the same time. */
  readonly jobs: number;
  readonly watch: StageClock;
  /** Whether someone watches the progress: then an interrupt has its line to clear. */
  readonly isWatched: boolean;
  /** Opens the output, once it is sure that there is something to write. */
  openSink(): Promise<ByteSink>;
  /** Counts bytes of the input that were read by others. */
  countRead(bytes: number): void;
  /** Tells the user a part of the plan, if that is wanted. */
  tell(line: string): void;
}

/** What is to be said when all is done. */
export interface Done {
  /** Workers that were computing. */
  readonly workers: number;
  /** What the user should know of the input and the results. */
  readonly warnings: readonly (string | undefined)[];
}
