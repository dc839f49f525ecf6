/** What can go wrong with an operation, each with a scope of its own. */
const SCOPES: readonly GPUErrorFilter[] = ["validation", "out-of-memory", "internal"];

/** An error of the GPU, in the form of all messages. */
export function gpuError(reason: string): Error {
  // What compilers say has many lines, and pictures of the source.
  return new Error(`Cannot compute on the GPU: ${reason.trim().replace(/\s+/g, " ")}`);
}

/**
 * Does something with a device. WebGPU reports errors later, to whoever had a scope open: the promise
 * says what the first of them is, or nothing.
 */
export async function reasonOf(
  device: GPUDevice,
  action: () => void,
): Promise<string | undefined> {
  for (const scope of SCOPES) device.pushErrorScope(scope);
  let thrown: string | undefined;
  try {
    action();
  } catch (error) {
    thrown = messageOf(error);
  }
  const scopes = SCOPES.map(() => device.popErrorScope());
  // A device that was lost has no scopes any more, and says itself that it was lost.
  const error = (await Promise.allSettled(scopes)).map(valueOf).find(Boolean);
  return error instanceof GPUOutOfMemoryError
    ? `it is out of memory: ${error.message}`
    : error?.message ?? thrown;
}

/** The same, and an error is thrown. */
export async function guard(device: GPUDevice, action: () => void): Promise<void> {
  const reason = await reasonOf(device, action);
  if (reason !== undefined) throw gpuError(reason);
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function valueOf<T>(settled: PromiseSettledResult<T>): T | undefined {
  return settled.status === "fulfilled" ? settled.value : undefined;
}
