import { requestAdapter } from "../../webgpu/adapter.ts";
import { hasAdapter } from "./adapter.ts";

/** Whether GPU tests are left out, because there is nothing to run them. */
export const isSkipped: boolean = !hasAdapter;

/** A device to test with: an adapter of its own for each, because an adapter gives one device. */
export async function testDevice(): Promise<GPUDevice> {
  return await (await requestAdapter())!.requestDevice();
}

/** A test that needs a GPU; its name says so if it is skipped. */
export function testOnGpu(name: string, test: () => void | Promise<void>): void {
  if (isSkipped) Deno.test.ignore(`${name} (skipped: no WebGPU adapter answers)`, test);
  else Deno.test(name, test);
}
