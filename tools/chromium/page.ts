import { requestGpu } from "../../mod.ts";
import { cases, computeCase } from "./cases.ts";

// Runs in the browser: computes every case and sends the results to run.ts.

async function send(path: string, body: BodyInit): Promise<void> {
  await fetch(path, { method: "POST", body });
}

try {
  using gpu = await requestGpu();
  if (gpu === undefined) throw new Error("the browser has no WebGPU adapter");
  await send("/adapter", gpu.adapter);
  for (const [i, one] of cases.entries()) {
    const { cpu, gpu: results } = await computeCase(one, gpu);
    await send(`/case/${i}`, new Blob([cpu, results] as BlobPart[]));
  }
  await send("/done", "");
} catch (error) {
  await send("/failed", String(error));
}
