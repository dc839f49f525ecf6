import { adapterName, isSoftware, requestAdapter } from "./adapter.ts";

/** A device and what it is. */
export interface OpenDevice {
  readonly device: GPUDevice;
  /** What its driver calls it. */
  readonly name: string;
  /** Whether it is no GPU but a program that does as if. */
  readonly isSoftware: boolean;
}

/** Asks for the device of an adapter; without one, for the fastest adapter there is, if there is any. */
export async function openDevice(adapter?: GPUAdapter): Promise<OpenDevice | undefined> {
  adapter ??= await requestAdapter();
  if (adapter === undefined) return undefined;
  const device = await adapter.requestDevice();
  return { device, name: adapterName(adapter.info), isSoftware: isSoftware(adapter.info) };
}
