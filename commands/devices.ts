import { formatBytes, print } from "../io/say.ts";
import { MIN_GPU_ELEMENTS } from "../pipeline/thresholds.ts";
import { adapterName, isSoftware, listAdapters, whyNot } from "../webgpu/adapter.ts";
import { type Command, type Flag, formatOptions, HELP } from "./command.ts";

const FLAGS: readonly Flag[] = [HELP];

/** Shows the devices that can compute: `specol devices`. */
export const devicesCommand: Command = {
  name: "devices",
  summary: "show the CPU, the GPUs and what --device auto would use",
  flags: FLAGS,
  operands: 0,
  help: () =>
    `specol devices: ${devicesCommand.summary}

Usage: specol devices

Options:
${formatOptions(FLAGS)}

Examples:
  specol devices
  specol lgamma --device webgpu x.npy -o y.npy`,
  async run(): Promise<void> {
    await print(await formatDevices());
  },
};

const WIDTH = 80;
const INDENT = "        ";

/** Describes the devices that can compute, and which one `--device auto` would use. */
async function formatDevices(): Promise<string> {
  const adapters = await listAdapters();
  return [await formatCpu(), ...adapters.map(formatAdapter), formatAuto(adapters.at(0))].join(
    "\n\n",
  );
}

async function formatCpu(): Promise<string> {
  const cores = navigator.hardwareConcurrency;
  return block("cpu", [
    `${cores} ${cores === 1 ? "core" : "cores"}, ${
      await hasSimd() ? "with" : "without"
    } WebAssembly SIMD`,
    "float64, float32, float16",
  ]);
}

/**
 * Returns whether WebAssembly SIMD is available. The kernels use it, so they compile only where it
 * is.
 */
async function hasSimd(): Promise<boolean> {
  try {
    (await import("../kernels/compile.ts")).compile();
    return true;
  } catch {
    return false;
  }
}

function formatAdapter({ info, limits, features }: GPUAdapter): string {
  const { maxBufferSize, maxStorageBufferBindingSize, maxComputeWorkgroupsPerDimension } = limits;
  return block("webgpu", [
    `${adapterName(info)}${isSoftware(info) ? ", a software adapter" : ""}`,
    "float32, float16",
    `limits: buffers of ${formatBytes(maxBufferSize)}, bindings of ${
      formatBytes(maxStorageBufferBindingSize)
    }, ${maxComputeWorkgroupsPerDimension} workgroups`,
    `features: ${[...features].sort().join(", ") || "none"}`,
  ]);
}

function formatAuto(adapter: GPUAdapter | undefined): string {
  const reason = whyNot(adapter);
  return block("auto", [
    reason === undefined
      ? `webgpu for float32 and float16 in batches of ${MIN_GPU_ELEMENTS} elements and more, else cpu`
      : `cpu: ${reason}`,
  ]);
}

/** Formats a title with lines next to it. Lines are broken between words. */
function block(title: string, lines: readonly string[]): string {
  const broken = lines.flatMap((line) => {
    const rows = [""];
    for (const word of line.split(" ")) {
      const row = `${rows.at(-1)}${word} `;
      if (INDENT.length + row.trimEnd().length <= WIDTH) rows[rows.length - 1] = row;
      else rows.push(`  ${word} `);
    }
    return rows.map((row) => row.trimEnd());
  });
  return broken.map((row, i) => (i === 0 ? title : "").padEnd(INDENT.length) + row).join("\n");
}
