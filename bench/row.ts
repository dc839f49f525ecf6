import type { FloatType } from "../kernels/float_types.ts";
import type { PeerName } from "./peer.ts";

/** Nanoseconds per element of one subject in one type. */
export interface Row {
  readonly name: string;
  /** The function that it is, or is the gradient of. */
  readonly functionName: string;
  readonly type: FloatType;
  /** Ours on the uniform inputs: copies into and out of the module's memory included. */
  readonly ours: number;
  /** Ours on the log-uniform inputs, positive ones if the function has poles; only in float64. */
  readonly logUniform?: number;
  /** Ours on the uniform inputs negated, if the function has poles among them; only in float64. */
  readonly negative?: number;
  /** Those of the peers that have the subject, on the uniform inputs. */
  readonly peers: Readonly<Partial<Record<PeerName, number>>>;
}
