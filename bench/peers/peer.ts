import type { FloatArray, FloatType } from "../../kernels/float_types.ts";
import { inputKey, type Inputs } from "../inputs.ts";
import type { Range } from "../ranges.ts";
import type { Subject } from "../subjects.ts";

/** The libraries that we are compared with, in the order of the columns. */
export type PeerName =
  | "SciPy"
  | "PyTorch"
  | "JAX"
  | "TensorFlow"
  | "R"
  | "Boost.Math"
  | "glibc"
  | "pxfm"
  | "stdlib"
  | "cephes";

/** What a peer is asked for: a subject over inputs of a type. */
export interface Job {
  /** Name of the subject, without its parameter. */
  readonly name: string;
  /** The parameter of the function, if it has one. */
  readonly parameter?: number;
  /** Type of the inputs and results. */
  readonly type: FloatType;
  /** The key of the inputs. */
  readonly input: string;
}

/** A library that is installed and has its inputs. */
export interface Peer extends AsyncDisposable {
  readonly name: PeerName;
  /** Its version, and those of the libraries that it is built on. */
  readonly version: string;
  /** Computes once; `undefined` if it has no such function or type. */
  compute(job: Job): Promise<FloatArray | undefined>;
  /** Computes `passes` times and gives the seconds of each. */
  time(job: Job, passes: number): Promise<number[]>;
}

/** A library that cannot be run here. */
export interface AbsentPeer {
  readonly name: PeerName;
  /** The reason, and what to do about it. */
  readonly absent: string;
}

/** Options for opening a peer. */
export interface PeerSetting {
  /** The inputs in each type, by their names. */
  readonly inputs: ReadonlyMap<string, Inputs>;
  /** A folder for files, removed by the caller. */
  readonly directory: string;
}

/** Returns the job of a subject for a peer. */
export function jobOf(subject: Subject, { type, range }: { type: FloatType; range: Range }): Job {
  const { plainName: name, parameter } = subject;
  return { name, parameter, type, input: inputKey(subject, range) };
}

/** Returns whether the library can be run. */
export function isPresent(peer: Peer | AbsentPeer): peer is Peer {
  return !("absent" in peer);
}
