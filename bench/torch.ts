import type { AbsentPeer, Peer, PeerSetting } from "./peer.ts";
import { openPythonPeer } from "./python_peer.ts";

/** PyTorch on one thread: Cephes in C++, vectorized in part. */
export async function openTorch(setting: PeerSetting): Promise<Peer | AbsentPeer> {
  return await openPythonPeer({
    name: "PyTorch",
    script: "torch_peer.py",
    debian: "python3-torch",
    types: ["float64", "float32"],
  }, setting);
}
