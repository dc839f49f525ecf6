/** What an adapter is called: by its driver, or else by its vendor. */
export function adapterName(info: GPUAdapterInfo): string {
  const { description, vendor, architecture, device } = info;
  return description || [vendor, architecture, device].filter(Boolean).join(" ") || "unnamed";
}

/** Drivers that compute on the CPU, which our own kernels do better. */
const SOFTWARE = /llvmpipe|lavapipe|softpipe|swiftshader|software|basic render|\bcpu\b/i;

/** Whether an adapter is no GPU but a program that does as if. */
export function isSoftware(info: GPUAdapterInfo): boolean {
  const { description, vendor, architecture, device, isFallbackAdapter } = info;
  return isFallbackAdapter ||
    [description, vendor, architecture, device].some((text) => SOFTWARE.test(text));
}

/** Why an adapter, or none, is not used unless it is asked for by name; nothing if it is. */
export function whyNot(adapter: GPUAdapter | undefined): string | undefined {
  if (adapter === undefined) return "no WebGPU adapter answers";
  return isSoftware(adapter.info)
    ? `${adapterName(adapter.info)} is a software adapter`
    : undefined;
}

/** Asks for an adapter; where there is no WebGPU, or no adapter, there is none. */
export async function requestAdapter(
  options: GPURequestAdapterOptions = { powerPreference: "high-performance" },
): Promise<GPUAdapter | undefined> {
  // Not everywhere: Node.js has none.
  const gpu: GPU | undefined = globalThis.navigator?.gpu;
  return await gpu?.requestAdapter(options) ?? undefined;
}

/** The ways to ask for an adapter, the usual one first: WebGPU has no list of them. */
const WAYS: readonly GPURequestAdapterOptions[] = [
  { powerPreference: "high-performance" },
  { powerPreference: "low-power" },
  { forceFallbackAdapter: true },
];

/** Every adapter that answers, first the one that is used; those that have one name are one. */
export async function listAdapters(): Promise<GPUAdapter[]> {
  const found = new Map<string, GPUAdapter>();
  for (const way of WAYS) {
    const adapter = await requestAdapter(way);
    if (adapter === undefined) continue;
    const name = adapterName(adapter.info);
    if (!found.has(name)) found.set(name, adapter);
  }
  return [...found.values()];
}

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
