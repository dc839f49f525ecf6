import type { AbsentPeer, Peer, PeerSetting } from "./peer.ts";
import { openPythonPeer } from "./python_peer.ts";

/** SciPy: Cephes in C. */
export async function openScipy(setting: PeerSetting): Promise<Peer | AbsentPeer> {
  return await openPythonPeer({
    name: "SciPy",
    script: "scipy_peer.py",
    debian: "python3-scipy",
    types: ["float64", "float32"],
  }, setting);
}
