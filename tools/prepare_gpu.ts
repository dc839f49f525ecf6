// Run before the tests: see to it that there is an adapter to test with. A process that has asked for
// adapters once does not see a driver that is installed later: so this is a process of its own.

/** Debian's software adapter. */
const PACKAGES = ["mesa-vulkan-drivers", "libvulkan1"];

if (await navigator.gpu?.requestAdapter() === null) await install();

async function install(): Promise<void> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0 || !await exists("/usr/bin/apt-get")) {
    return report("GPU tests are skipped: no WebGPU adapter answers");
  }
  report(`No WebGPU adapter answers: installing ${PACKAGES.join(" and ")}`);
  const isInstalled = await aptGet("update") &&
    await aptGet("install", "-y", "--no-install-recommends", ...PACKAGES);
  if (!isInstalled) report("GPU tests are skipped: the software adapter cannot be installed");
}

async function aptGet(...args: readonly string[]): Promise<boolean> {
  const { success, stderr } = await new Deno.Command("apt-get", {
    args: ["-q", ...args],
    env: { DEBIAN_FRONTEND: "noninteractive" },
    stdin: "null",
  }).output();
  if (!success) report(new TextDecoder().decode(stderr).trimEnd());
  return success;
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch {
    return false;
  }
}

function report(line: string): void {
  console.error(line);
}
