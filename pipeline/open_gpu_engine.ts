import { GpuEngine } from "../webgpu/engine.ts";
import { gpuError } from "../webgpu/guard.ts";
import { openDevice } from "../webgpu/adapter.ts";

/** Opens the engine of the GPU that was asked for by name: that there is none is an error. */
export async function openGpuEngine(tell: (line: string) => void): Promise<GpuEngine> {
  const opened = await openDevice();
  if (opened === undefined) {
    throw gpuError("no WebGPU adapter answers; specol devices shows what there is");
  }
  tell(`gpu ${opened.name}${opened.isSoftware ? ", a software adapter" : ""}`);
  return new GpuEngine(opened.device);
}
