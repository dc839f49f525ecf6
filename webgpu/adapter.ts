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
