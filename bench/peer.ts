import type { FloatType } from "../kernels/float_types.ts";
import type { FloatArray } from "../kernels/float_types.ts";

/** The libraries that we are compared with, in the order of the columns. */
export type PeerName = "SciPy" | "PyTorch" | "cephes";

/** What a peer is asked for: a subject over the uniform inputs of a type. */
export interface Job {
  /** Name of the subject. */
  readonly name: string;
  /** Type of the inputs and results. */
  readonly type: FloatType;
}

/** A library that is installed and has its inputs. */
export interface Peer extends AsyncDisposable {
  readonly name: PeerName;
  /** Its version, and that of what it stands on. */
  readonly version: string;
  /** Computes once; `undefined` if it has no such function or type. */
  compute(job: Job): Promise<FloatArray | undefined>;
  /** Computes `passes` times and gives the seconds of each. */
  time(job: Job, passes: number): Promise<number[]>;
}

/** A library that cannot be run here. */
export interface AbsentPeer {
  readonly name: PeerName;
  /** Why, and what to do about it. */
  readonly absent: string;
}

/** What a peer is opened with. */
export interface PeerSetting {
  /** The inputs of each type. */
  readonly inputs: Readonly<Record<FloatType, FloatArray>>;
  /** A folder for files, removed by the caller. */
  readonly directory: string;
}

/** Whether the library can be run. */
export function isPresent(peer: Peer | AbsentPeer): peer is Peer {
  return !("absent" in peer);
}
