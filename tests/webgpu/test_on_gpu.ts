import { requestAdapter } from "../../webgpu/adapter.ts";
import { adapterTitle } from "./adapter.ts";

/** Whether GPU tests are skipped because no GPU is available. */
export const isSkipped: boolean = adapterTitle === undefined;

/** A device to test with: an adapter of its own for each, because an adapter gives one device. */
export async function testDevice(): Promise<GPUDevice> {
  return await (await requestAdapter())!.requestDevice();
}

/** A test that needs a GPU; its name says which it runs on, or that it is skipped. */
export function testOnGpu(name: string, test: () => void | Promise<void>): void {
  if (isSkipped) Deno.test.ignore(`${name} (skipped: no WebGPU adapter found)`, test);
  else Deno.test(`${name} [${adapterTitle}]`, test);
}
