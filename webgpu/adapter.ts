/**
 * Returns the name of an adapter: the description by its driver, or else its vendor, architecture
 * and device.
 */
export function adapterName(info: GPUAdapterInfo): string {
  const { description, vendor, architecture, device } = info;
  return description || [vendor, architecture, device].filter(Boolean).join(" ") || "unnamed";
}

/** Matches drivers that compute on the CPU, which our own kernels do better. */
const SOFTWARE = /llvmpipe|lavapipe|softpipe|swiftshader|software|basic render|\bcpu\b/i;

/** Returns whether an adapter is a program that emulates a GPU. */
export function isSoftware(info: GPUAdapterInfo): boolean {
  const { description, vendor, architecture, device, isFallbackAdapter } = info;
  return isFallbackAdapter ||
    [description, vendor, architecture, device].some((text) => SOFTWARE.test(text));
}

/**
 * Returns why an adapter is not used unless the user asks for a GPU by name, or `undefined` if it
 * is used. That there is no adapter is a reason too.
 */
export function whyNot(adapter: GPUAdapter | undefined): string | undefined {
  if (adapter === undefined) return "no WebGPU adapter found";
  return isSoftware(adapter.info)
    ? `${adapterName(adapter.info)} is a software adapter`
    : undefined;
}

/** Asks for an adapter. Returns `undefined` where there is no WebGPU or no adapter. */
export async function requestAdapter(
  options: GPURequestAdapterOptions = { powerPreference: "high-performance" },
): Promise<GPUAdapter | undefined> {
  // `navigator.gpu` does not exist everywhere: Node.js lacks it.
  const gpu: GPU | undefined = globalThis.navigator?.gpu;
  return await gpu?.requestAdapter(options) ?? undefined;
}

/** The ways to ask for an adapter, the usual one first. WebGPU cannot list its adapters. */
const WAYS: readonly GPURequestAdapterOptions[] = [
  { powerPreference: "high-performance" },
  { powerPreference: "low-power" },
  { forceFallbackAdapter: true },
];

/**
 * Returns every adapter that answers, first the one that is used. Adapters of the same name are
 * listed once.
 */
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

/** An open device and its description. */
export interface OpenDevice {
  readonly device: GPUDevice;
  /** Its name, from the driver. */
  readonly name: string;
  /** Whether it is a program that emulates a GPU. */
  readonly isSoftware: boolean;
}

/**
 * Opens the device of an adapter, by default the fastest. Returns `undefined` without an adapter.
 */
export async function openDevice(adapter?: GPUAdapter): Promise<OpenDevice | undefined> {
  adapter ??= await requestAdapter();
  if (adapter === undefined) return undefined;
  const device = await adapter.requestDevice();
  return { device, name: adapterName(adapter.info), isSoftware: isSoftware(adapter.info) };
}
