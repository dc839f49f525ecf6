import type { Ports } from "../threads/sync_files.ts";
import type { StreamFailure, StreamQuestion } from "./record_stream.ts";
import type { Transformer } from "../formats/csv/record_transformer.ts";
import type { Turns } from "../threads/chunk_order.ts";

/** What a thread does about a pipe. */
export type Role =
  /** It reads when there is no whole record left; but once there is a reader it is a helper. */
  | "starter"
  /** It reads ahead for others. */
  | "reader"
  /** It takes what others have read, and never waits for that. */
  | "helper";

/** Whole records of an input that several threads share, for one of them after another. */
export interface Intake {
  /**
   * Puts the next records into the transformer's room. Nothing at the end; "wait" where a helper finds none.
   */
  take(role: Role): Taken | "wait" | undefined;
  /** Comes when something has changed since "wait". */
  news(): Promise<unknown>;
}

/** Records that were taken. */
export interface Taken {
  /** Their place in the order of all. */
  readonly chunk: number;
  /** Where they are in the room. */
  readonly start: number;
  readonly end: number;
  /** Whether they are the beginning of one that is too long. */
  readonly overlong?: boolean;
  readonly failure?: StreamFailure;
}

/** What a thread takes records with. */
export interface IntakeOptions {
  readonly question: StreamQuestion;
  readonly transformer: Transformer;
  readonly ports: Ports;
  readonly turns: Turns;
  /** Counts the time that something takes. */
  time<T>(action: () => T): T;
}
